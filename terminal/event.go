package terminal

import (
	"fmt"
	"unicode"
)

// Kind tells what an Event is.
type Kind uint8

// The kinds of events.
const (
	// KindKey is a key press, repeat or release, Event.Key.
	KindKey Kind = iota
	// KindPaste is a bracketed paste with its brackets, whole up to 64 KiB; a longer
	// or slower one comes in several events.
	KindPaste
	// KindReply is an answer of the terminal (cursor position, device attributes,
	// modes, colours, keyboard flags, sizes), and anything not understood.
	KindReply
	// KindMouse is a mouse report: X10, urxvt or SGR.
	KindMouse
	// KindFocus is CSI I or CSI O: the window gained or lost the focus.
	KindFocus
)

// Event is one thing the terminal sent. Raw is its bytes; it may be kept, and must
// not be changed.
type Event struct {
	Kind Kind
	Key  Key
	Raw  []byte
}

// CursorReport returns the 0-based position of a cursor position report,
// CSI row ; column R, in the form Screen.Place takes; ok is false for other events.
func (e Event) CursorReport() (row, col int, ok bool) {
	if e.Kind != KindReply || len(e.Raw) == 0 || e.Raw[len(e.Raw)-1] != 'R' {
		return 0, 0, false
	}
	n, err := fmt.Sscanf(string(e.Raw), "\x1b[%d;%dR", &row, &col)
	return row - 1, col - 1, err == nil && n == 2
}

// Mod is a set of modifier keys.
type Mod uint8

// The modifier keys, in the bits of the kitty and xterm encodings. The locks are
// left out: they are not pressed.
const (
	Shift Mod = 1 << iota
	Alt
	Ctrl
	Super
	Hyper
	Meta
)

// Action tells what happened to a key. Terminals report repeats and releases only
// with kitty flag 2; without it a repeat looks like a press.
type Action uint8

// The actions.
const (
	Press Action = iota
	Repeat
	Release
)

// Key is a key. Legacy encodings cannot tell some keys apart: Ctrl-I is "tab", Ctrl-M
// "enter", Ctrl-[ "esc", and Shift is not reported with text.
type Key struct {
	// Rune is the character, 0 for a named key. With Ctrl it is the letter: Ctrl-A
	// is 'a'. A malformed byte is U+FFFD.
	Rune rune
	// Name is "esc", "enter", "tab", "backspace", "insert", "delete", "up", "down",
	// "left", "right", "home", "end", "pageup", "pagedown", "begin", "f1" to "f35",
	// "menu", "pause", "printscreen", "lock" (Caps, Scroll, Num), "media",
	// "modifier" (a modifier key by itself), or "" for characters.
	Name   string
	Mod    Mod
	Action Action
}

// Text reports whether the key writes a character: printable, with no modifier but
// Shift, and not a release.
func (k Key) Text() bool {
	return k.Name == "" && k.Action != Release && k.Mod&^Shift == 0 &&
		k.Rune != unicode.ReplacementChar && unicode.IsPrint(k.Rune)
}
