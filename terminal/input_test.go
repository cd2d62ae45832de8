package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// describe writes an event as the tables below do.
func describe(e Event) string {
	switch e.Kind {
	case KindPaste:
		return "paste"
	case KindReply:
		return "reply"
	case KindMouse:
		return "mouse"
	case KindFocus:
		return "focus"
	}
	var b strings.Builder
	for i, name := range []string{"shift", "alt", "ctrl", "super", "hyper", "meta"} {
		if e.Key.Mod&(1<<i) != 0 {
			b.WriteString(name + "+")
		}
	}
	b.WriteString(e.Key.Name)
	if e.Key.Name == "" {
		fmt.Fprintf(&b, "%c", e.Key.Rune)
	}
	return b.String() + [...]string{"", " repeat", " release"}[e.Key.Action]
}

func describeAll(events []Event) string {
	var all []string
	for _, e := range events {
		all = append(all, describe(e))
	}
	return strings.Join(all, ", ")
}

var inputTests = []struct {
	name, in, want string
}{
	{"letters", "aA1 é世", "a, A, 1,  , é, 世"},
	{"enter, tab, backspace", "\r\t\x7f", "enter, tab, backspace"},
	{"control keys", "\x00\x01\x08\n\x1a\x1c\x1d\x1e\x1f", "ctrl+ , ctrl+a, ctrl+h, ctrl+j, ctrl+z, ctrl+\\, ctrl+], ctrl+^, ctrl+_"},
	{"malformed bytes", "\xffa\xe2\x82", "\ufffd, a, \ufffd, \ufffd"},
	{"escape", "\x1b", "esc"},
	{"escape twice", "\x1b\x1b", "esc, esc"},
	{"alt", "\x1ba\x1bé\x1b\r\x1b\x7f", "alt+a, alt+é, alt+enter, alt+backspace"},
	{"alt with what begins a sequence", "\x1b[", "alt+["},
	{"alt with what begins a string", "\x1b]", "alt+]"},
	{"alt with a capital O", "\x1bO", "alt+O"},
	{"alt with what begins a string, held down", "\x1bP\x1bP\x1bPx", "alt+P, alt+P, alt+P, x"},
	{"arrows", "\x1b[A\x1b[B\x1b[C\x1b[D", "up, down, right, left"},
	{"application arrows", "\x1bOA\x1bOB\x1bOH\x1bOF", "up, down, home, end"},
	{"arrow with modifiers", "\x1b[1;5A\x1b[1;2D\x1b[1;9C", "ctrl+up, shift+left, super+right"},
	{"old xterm modifiers", "\x1bO5P", "ctrl+f1"},
	{"keypad", "\x1bOM\x1bOp\x1bOy\x1bOk", "enter, 0, 9, +"},
	{"function keys", "\x1bOP\x1bOS\x1b[15~\x1b[17~\x1b[24~\x1b[1;2Q", "f1, f4, f5, f6, f12, shift+f2"},
	{"console function keys", "\x1b[[A\x1b[[E", "f1, f5"},
	{"editing keys", "\x1b[1~\x1b[2~\x1b[3~\x1b[4~\x1b[5~\x1b[6~\x1b[3;5~", "home, insert, delete, end, pageup, pagedown, ctrl+delete"},
	{"back tab", "\x1b[Z", "shift+tab"},
	{"kitty: named keys", "\x1b[27u\x1b[13;2u\x1b[9;5u\x1b[127;3u", "esc, shift+enter, ctrl+tab, alt+backspace"},
	{"kitty: repeat and release", "\x1b[97;1:2u\x1b[97;1:3u\x1b[1;1:3A\x1b[3;1:3~", "a repeat, a release, up release, delete release"},
	{"kitty: shifted and text", "\x1b[49:33;2u\x1b[97:65:97;2;65u\x1b[97;5u\x1b[97;;233u", "shift+!, shift+A, ctrl+a, é"},
	{"kitty: shifted counts with shift only", "\x1b[97:65;5u", "ctrl+a"},
	{"kitty: locks do not count", "\x1b[97;65u\x1b[97;133u", "a, ctrl+a"},
	{"kitty: keypad and others", "\x1b[57400u\x1b[57414u\x1b[57441;2u\x1b[57376u\x1b[57358u", "1, enter, shift+modifier, f13, lock"},
	{"kitty: emoji", "\x1b[128512u", "😀"},
	{"modifyOtherKeys", "\x1b[27;5;105~\x1b[27;2;13~\x1b[27;6;65~", "ctrl+i, shift+enter, shift+ctrl+A"},
	{"focus", "\x1b[I\x1b[O", "focus, focus"},
	{"mouse", "\x1b[<0;10;5M\x1b[<0;10;5m\x1b[M !!\x1b[32;10;5M", "mouse, mouse, mouse, mouse"},
	{"X10 mouse with control bytes", "\x1b[M\x1b[A1", "mouse, 1"},
	{"cursor position", "\x1b[1;2R\x1b[24;80R", "reply, reply"},
	{"f3", "\x1b[R\x1bOR\x1b[13~", "f3, f3, f3"},
	{"device attributes", "\x1b[?62;22c\x1b[>0;276;0c\x1b[=0c", "reply, reply, reply"},
	{"modes, keyboard flags, status", "\x1b[?1007;2$y\x1b[?0u\x1b[0n\x1b[?997;1n\x1b[8;24;80t\x1b[48;24;80;0;0t", "reply, reply, reply, reply, reply, reply"},
	{"colours", "\x1b]10;rgb:ffff/ffff/ffff\x1b\\\x1b]11;rgb:0000/0000/0000\x07x", "reply, reply, x"},
	{"device control and application strings", "\x1bP>|xterm(390)\x1b\\\x1b_Gi=1;OK\x1b\\\x1bP1$r0m\x1b\\", "reply, reply, reply"},
	{"string cut off by a key", "\x1b]11;rgb\rx\x1b]11;rgb\x1b[A", "reply, enter, x, reply, up"},
	{"sequence cut off by a key", "\x1b[1;5\rx", "reply, enter, x"},
	{"unknown sequence", "\x1b[5;6z", "reply"},
	{"paste", "a\x1b[200~one\r\ntwo \x1b[A 2\x1b[201~b", "a, paste, b"},
	{"paste with a false end", "\x1b[200~\x1b[20\x1b[201\x1b[201~b", "paste, b"},
	{"burst without brackets", "1\r", "1, enter"},
}

func TestInputTellsWhatTheTerminalSent(t *testing.T) {
	for _, tt := range inputTests {
		t.Run(tt.name, func(t *testing.T) {
			var in Input
			events := append(in.Write([]byte(tt.in)), in.Flush()...)
			if got := describeAll(events); got != tt.want {
				t.Errorf("%q is\n%s, want\n%s", tt.in, got, tt.want)
			}
			if in.Pending() {
				t.Error("bytes are held after Flush")
			}
		})
	}
}

func TestInputGivesTheSameEventsByteForByte(t *testing.T) {
	for _, tt := range inputTests {
		t.Run(tt.name, func(t *testing.T) {
			var in Input
			var events []Event
			for i := range len(tt.in) {
				events = append(events, in.Write([]byte(tt.in[i:i+1]))...)
			}
			events = append(events, in.Flush()...)
			if got := describeAll(events); got != tt.want {
				t.Errorf("%q is\n%s, want\n%s", tt.in, got, tt.want)
			}
		})
	}
}

func TestInputHoldsOnlyWhatIsUnfinished(t *testing.T) {
	for _, held := range []string{"\x1b", "\x1b[", "\x1b[1;5", "\x1bO", "\x1b]11;rgb", "\x1bP1$r", "\xe4\xb8", "\x1b[200~text", "\x1b[M!", "\x1b]11;x\x1b"} {
		var in Input
		if got := describeAll(in.Write([]byte("x" + held))); got != "x" {
			t.Errorf("before %q: %s", held, got)
		}
		if !in.Pending() {
			t.Errorf("%q is not held", held)
		}
		if got := raw(in.Flush()); string(got) != held {
			t.Errorf("flushed %q, want %q", got, held)
		}
	}
}

func raw(events []Event) []byte {
	var b []byte
	for _, e := range events {
		b = append(b, e.Raw...)
	}
	return b
}

func TestLateRestOfAReplyIsNoKey(t *testing.T) {
	tests := []struct{ first, rest, want string }{
		{"\x1b]11;rgb:00", "00/1111/2222\x1b\\1", "reply, 1"},
		{"\x1b]11;rgb:0000\x1b", "\\1", "reply, 1"}, // the pause fell inside ST
		{"\x1b[12;3", "4R1", "reply, 1"},
		{"\x1b[M", "1!11", "reply, 1"}, // a mouse report of X10
		{"\x1b[M !", "11", "reply, 1"},
		{"\x1b[M", "\x1b[A1", "up, 1"}, // of which no more came
		{"\x1b[200~12", "34\x1b[201~1", "paste, 1"},
		{"\x1b[200~12\x1b[2", "0", "paste"},
		{"\x1b[200~12\x1b[20", "1~1", "paste, 1"},
		{"\x1b[200~12\x1b[20", "0~\x1b[201~1", "paste, 1"},
	}
	for _, tt := range tests {
		var in Input
		in.Write([]byte(tt.first))
		in.Flush()
		events := append(in.Write([]byte(tt.rest)), in.Flush()...)
		if got := describeAll(events); got != tt.want {
			t.Errorf("%q after %q is %s, want %s", tt.rest, tt.first, got, tt.want)
		}
	}
}

func TestRawIsKept(t *testing.T) {
	var in Input
	b := []byte("a\x1b[1;")
	first := in.Write(b)
	copy(b, "zzzzzz")
	second := in.Write([]byte("5Ab\x1b"))
	third := append(in.Write([]byte("[Bcdefghijkl")), in.Flush()...)
	if got := string(raw(first)) + string(raw(second)) + string(raw(third)); got != "a\x1b[1;5Ab\x1b[Bcdefghijkl" {
		t.Errorf("kept %q", got)
	}
}

func TestLongPasteComesInPieces(t *testing.T) {
	paste := append(append([]byte("\x1b[200~"), bytes.Repeat([]byte("1\r"), 100<<10)...), "\x1b[201~"...)
	var in Input
	var events []Event
	for b := paste; len(b) > 0; {
		n := min(4096, len(b))
		events = append(events, in.Write(b[:n])...)
		b = b[n:]
	}
	for _, e := range events {
		if e.Kind != KindPaste || len(e.Raw) > maxHeld+4096 {
			t.Fatalf("kind %d with %d bytes", e.Kind, len(e.Raw))
		}
	}
	if len(events) < 2 || !bytes.Equal(raw(events), paste) {
		t.Errorf("%d events with %d bytes, want several with %d", len(events), len(raw(events)), len(paste))
	}
	if got := describeAll(in.Write([]byte("x"))); got != "x" {
		t.Errorf("after the paste: %s", got)
	}
}

func TestLongPasteMayEndAnywhere(t *testing.T) {
	for over := range 20 { // the end falls on every place around the limit
		paste := "\x1b[200~" + strings.Repeat("1", maxHeld-10+over) + "\x1b[201~"
		var in Input
		events := in.Write([]byte(paste[:maxHeld-40]))
		for i := maxHeld - 40; i < len(paste); i += 4 {
			events = append(events, in.Write([]byte(paste[i:min(i+4, len(paste))]))...)
		}
		events = append(events, in.Write([]byte("x"))...)
		if got := strings.ReplaceAll(describeAll(events), "paste, ", ""); got != "x" {
			t.Errorf("%d bytes: %.100s", len(paste), got)
		}
	}
}

func TestEndlessSequencesAreNotHeld(t *testing.T) {
	for _, begin := range []string{"\x1b[", "\x1b]1", "\x1bP1", "\x1b[200~"} {
		var in Input
		in.Write([]byte(begin))
		var events []Event
		for range 100 {
			events = append(events, in.Write([]byte(strings.Repeat("1", 1024)))...)
		}
		if len(in.held) > maxHeld || begin == "\x1b[" && len(in.held) > maxControl {
			t.Errorf("%q: %d bytes are held", begin, len(in.held))
		}
		for _, e := range events {
			if e.Kind == KindKey {
				t.Fatalf("%q: %s", begin, describe(e))
			}
		}
	}
}

func TestOnlyAPlainCharacterIsText(t *testing.T) {
	tests := []struct {
		in   string
		want bool
	}{
		{"1", true}, {" ", true}, {"世", true}, {"\x1b[49;2u", true}, {"\x1b[49;1:2u", true},
		{"\r", false}, {"\x1b[49;1:3u", false}, {"\x1b1", false}, {"\x1b[49;5u", false}, {"\xff", false}, {"\x11", false},
	}
	for _, tt := range tests {
		var in Input
		if k := append(in.Write([]byte(tt.in)), in.Flush()...)[0].Key; k.Text() != tt.want {
			t.Errorf("%q (%+v): %v", tt.in, k, k.Text())
		}
	}
}
