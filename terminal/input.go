package terminal

import "unicode/utf8"

const (
	// maxHeld bounds what is held back of a paste or of a reply: a clipboard reply of
	// ordinary size is whole, a large paste comes in pieces.
	maxHeld = 64 << 10
	// maxControl bounds a control sequence; the longest real ones (kitty keys with
	// their text) stay under 100 bytes.
	maxControl = 256
)

// The brackets of a paste, with mode 2004.
var (
	pasteStart = []byte("\x1b[200~")
	pasteEnd   = []byte("\x1b[201~")
)

// inside is what Input is in the middle of, after a part of it has been given out.
type inside uint8

const (
	nothing inside = iota
	aPaste
	aString    // OSC, DCS or APC, to BEL or ST
	aStringEnd // its ESC: \ makes it ST
	aControl   // CSI, to its final byte
	aMouse     // X10: as many bytes as missing says
)

// Input splits what a terminal sends into events. It loses and invents nothing: the
// Raw of all events, in order, are the bytes that came in. Events are the same
// however the bytes were cut into writes, as long as Flush is called only when the
// terminal has paused. The zero value is ready. It is not safe for concurrent use.
type Input struct {
	held    []byte
	inside  inside
	ended   int // bytes of pasteEnd that the part given out ended with
	missing int // bytes of a mouse report that are still to come
}

// Write takes bytes from the terminal and returns the events they complete.
func (in *Input) Write(b []byte) []Event {
	data := append(in.held, b...) // a copy: Raw points into it, at other bytes than held
	in.held = nil
	return in.split(data, false)
}

// Flush gives out what is held. Call it when the terminal has been silent for 50 ms: a
// lone ESC is then the Escape key, an ESC with one more byte Alt with a key, and an
// unfinished sequence a KindReply, as is its rest if it comes late.
func (in *Input) Flush() []Event {
	data := in.held
	in.held = nil
	return in.split(data, true)
}

// Pending reports whether bytes are held until more come or Flush is called.
func (in *Input) Pending() bool { return len(in.held) > 0 }

func (in *Input) split(data []byte, final bool) []Event {
	var events []Event
	for len(data) > 0 {
		e, n := in.next(data, final)
		if n == 0 {
			in.held = data
			break
		}
		e.Raw = data[:n:n]
		events = append(events, e)
		data = data[n:]
	}
	return events
}

// next reads one event from the front of data and returns its length, or 0 if it is
// unfinished and not final.
func (in *Input) next(data []byte, final bool) (Event, int) {
	switch in.inside {
	case aPaste:
		return in.paste(data, 0, final)
	case aString:
		return in.stringFrom(data, 0, final)
	case aStringEnd:
		in.inside = nothing
		if data[0] == '\\' {
			return reply(1)
		}
	case aMouse:
		if e, n := in.restOfMouse(data); n > 0 {
			return e, n
		}
	case aControl:
		if e, n := in.restOfControl(data); n > 0 {
			return e, n
		}
	}
	if data[0] != 0x1b {
		return character(data, final)
	}
	if len(data) == 1 {
		if !final {
			return Event{}, 0
		}
		return key(Key{Name: "esc"}), 1
	}
	switch c := data[1]; {
	case c == '[':
		return in.control(data, final)
	case c == 'O':
		return singleShift(data, final)
	case c == ']' || c == 'P' || c == '_':
		return in.str(data, final)
	case c == 0x1b:
		return key(Key{Name: "esc"}), 1
	}
	return altKey(data, final)
}

func key(k Key) Event { return Event{Kind: KindKey, Key: k} }

// reply is the event for the first n bytes.
func reply(n int) (Event, int) { return Event{Kind: KindReply}, n }

// altKey reads ESC and a character. One cut by the end of the write is waited for.
func altKey(data []byte, final bool) (Event, int) {
	e, n := character(data[1:], final)
	if n == 0 {
		return Event{}, 0
	}
	e.Key.Mod |= Alt
	return e, n + 1
}

// character reads one character that is not ESC.
func character(data []byte, final bool) (Event, int) {
	c := data[0]
	if c < 0x20 || c == 0x7f {
		return key(controlKey(c)), 1
	}
	if c >= 0x80 && !final && !utf8.FullRune(data) {
		return Event{}, 0
	}
	r, n := utf8.DecodeRune(data)
	return key(Key{Rune: r}), n
}

// controlKey is the key of a C0 control byte or DEL.
func controlKey(c byte) Key {
	switch c {
	case 0:
		return Key{Rune: ' ', Mod: Ctrl}
	case '\t':
		return Key{Name: "tab"}
	case '\r':
		return Key{Name: "enter"}
	case 0x1b:
		return Key{Name: "esc"}
	case 0x7f:
		return Key{Name: "backspace"}
	}
	r := rune(c) + '@'
	if r >= 'A' && r <= 'Z' {
		r += 'a' - 'A'
	}
	return Key{Rune: r, Mod: Ctrl}
}
