package terminal

import (
	"strings"
	"testing"
)

func TestUndoUndoesWhatWasSet(t *testing.T) {
	const full = "\x1b[?2004h\x1b[>4;0m\x1b[>7u\x1b[?1004h\x1b[?u\x1b[?1007$p\x1b[c\x1b[6n\x1b]10;?\x1b\\\x1b]11;?\x1b\\" +
		"\x1b[?2026h\x1b[?25l\x1b[?1049h\x1b[>4;0m\x1b[>7u\x1b[?1007l\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h"
	tests := []struct{ name, in, want string }{
		{"nothing", "plain text\r\n\x1b[1;5H\x1b[K", ""},
		{"codex 0.171 on the alternate screen", full, "\x1b[?2026l\x1b[<1u\x1b[?1049l\x1b[<1u" +
			"\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?25h\x1b[?2004l"},
		{"codex 0.171 after its own end", full + "\x1b[?2026l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[<1u\x1b[?1007l\x1b[?1049l" +
			"\x1b[<1u\x1b[<u\x1b[>4;0m\x1b[?2004l\x1b[?1004l\x1b[c\x1b[0 q\x1b[?25h", ""},
		{"keyboard flags pushed twice", "\x1b[>1u\x1b[>7u", "\x1b[<2u"},
		{"keyboard flags set without a push", "\x1b[=5;1u", "\x1b[=0;1u"},
		{"keyboard flags set after a push", "\x1b[>1u\x1b[=5;2u", "\x1b[<1u"},
		{"keyboard flags left on the alternate screen", "\x1b[?1049h\x1b[>1u\x1b[?1049l", "\x1b[?1049h\x1b[<1u\x1b[?1049l"},
		{"alternate screen 47", "\x1b[?47h", "\x1b[?47l"},
		{"modifyOtherKeys", "\x1b[>4;2m", "\x1b[>4;0m"},
		{"margins", "\x1b[2;10r", "\x1b7\x1b[r\x1b8"},
		{"margins of the whole screen", "\x1b[2;10r\x1b[r", ""},
		{"pen", "\x1b[1;38;5;9m", "\x1b[0m"},
		{"pen put back", "\x1b[1;31m\x1b[22;39m", ""},
		{"character set", "\x1b(0", "\x1b(B"},
		{"keys, keypad, wrap, insert, origin", "\x1b[?1h\x1b=\x1b[?7l\x1b[4h\x1b[?6h", "\x1b>\x1b[4l\x1b[?1l\x1b[?7h\x1b[?6l"},
		{"cursor style", "\x1b[5 q", "\x1b[0 q"},
		{"title", "\x1b]0;codex\x07", "\x1b]0;\x1b\\"},
		{"title emptied", "\x1b]0;codex\x07\x1b]0;\x07", ""},
		{"title pushed", "\x1b[22;2t\x1b]2;codex\x1b\\", "\x1b[23;0t"},
		{"activity", "\x1b]7501;state=working:app=codex\x1b\\", "\x1b]7501;state=clear:app=codex\x1b\\"},
		{"activity cleared", "\x1b]7501;state=working:app=codex\x1b\\\x1b]7501;state=clear\x1b\\", ""},
		{"colours", "\x1b]11;#000000\x1b\\\x1b]4;1;red\x1b\\", "\x1b]104\x1b\\\x1b]111\x1b\\"},
		{"colours put back", "\x1b]11;#000000\x1b\\\x1b]4;1;red\x1b\\\x1b]111\x1b\\\x1b]104\x1b\\", ""},
		{"several colours at once, not all of them ours", "\x1b]18;red;green;blue\x1b\\", "\x1b]118\x1b\\\x1b]119\x1b\\"},
		{"one palette colour put back", "\x1b]4;1;red;2;green\x1b\\\x1b]104;1\x1b\\", "\x1b]104\x1b\\"},
		{"keyboard flags popped too often", "\x1b[=5u\x1b[<u", ""},
		{"title pushed and popped", "\x1b[22;0t\x1b]2;codex\x1b\\\x1b[23;0t", ""},
		{"link", "\x1b]8;;http://localhost\x1b\\text", "\x1b]8;;\x1b\\"},
		{"progress", "\x1b]9;4;3\x1b\\", "\x1b]9;4;0\x1b\\"},
		{"unfinished sequence", "\x1b[?20", "\x18"},
		{"unfinished string", "\x1b]0;tit", "\x18\x1b\\"},
		{"full reset", full + "\x1bc", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m Modes
			m.Write([]byte(tt.in))
			if got := string(m.Undo()); got != tt.want {
				t.Errorf("undo\n%q, want\n%q", got, tt.want)
			}
			m.Write(m.Undo())
			if got := m.Undo(); got != nil {
				t.Errorf("after undo %q is left", got)
			}
		})
	}
}

func TestModesAtRest(t *testing.T) {
	tests := []struct {
		in   string
		want bool
	}{
		{"", true}, {"text", true}, {"\x1b", false}, {"\x1b[1", false}, {"\x1b[1m", true}, {"\x1b]0;x", false},
		{"\x1b]0;x\x07", true}, {"\xe4\xb8", false}, {"\xe4\xb8\x96", true}, {"x\xe4", false}, {"\xe4x", true},
		{"\x1b[?2026h", false}, {"\x1b[?2026h\x1b[?2026l", true}, {"\xff", true}, {"\xe4\x1b[m", true},
	}
	for _, tt := range tests {
		var whole, bytewise Modes
		whole.Write([]byte(tt.in))
		for i := range len(tt.in) {
			bytewise.Write([]byte(tt.in[i : i+1]))
		}
		if whole.AtRest() != tt.want || bytewise.AtRest() != tt.want {
			t.Errorf("%q: at rest %v, byte by byte %v, want %v", tt.in, whole.AtRest(), bytewise.AtRest(), tt.want)
		}
	}
}

func TestModesCountQueries(t *testing.T) {
	tests := []struct {
		in   string
		want int
	}{
		{"\x1b[c", 1}, {"\x1b[>c\x1b[=c\x1b[0c", 3}, {"\x1b[6n\x1b[5n\x1b[?996n", 3}, {"\x1b[?1007$p", 1}, {"\x1b[?u", 1},
		{"\x1b]10;?\x1b\\\x1b]11;?\x07", 2}, {"\x1b]4;1;?;2;?\x07", 2}, {"\x1b[>q\x1b[>0q", 2}, {"\x1bP+q544e\x1b\\\x1bP$qm\x1b\\", 2},
		{"\x1b[14t\x1b[18t\x1b[22;0t", 2}, {"\x1b[u\x1b[>1u\x1b[<u\x1b[m\x1b]0;?\x07text", 0},
	}
	for _, tt := range tests {
		var m Modes
		m.Write([]byte(tt.in))
		if m.Asked() != tt.want {
			t.Errorf("%q: %d queries, want %d", tt.in, m.Asked(), tt.want)
		}
	}
}

func TestReassertSetsItAgain(t *testing.T) {
	for _, in := range []string{
		"\x1b[?2004h\x1b[>7u\x1b[?1004h\x1b[?25l\x1b[?1049h\x1b[>5u\x1b[>4;2m\x1b[?1000h\x1b[?1006h\x1b[?7l\x1b[2;10r\x1b[1;38;2;1;2;3m",
		"\x1b(0\x1b)0\x1b=\x1b[4h\x1b[20h\x1b[5 q\x1b[22;0t\x1b]2;title\x1b\\\x1b[=5;1u\x1b[>1u\x1b[>2u\x1b[?6h",
	} {
		var before, after Modes
		before.Write([]byte(in))
		after.Write(before.Reassert())
		if got, want := string(after.Undo()), string(before.Undo()); got != want {
			t.Errorf("%q: set again would be undone by\n%q, want\n%q", in, got, want)
		}
	}
}

func TestReassertDoesNotBeginAnUpdate(t *testing.T) {
	var m Modes
	m.Write([]byte("\x1b[?2026h"))
	if got := m.Reassert(); got != nil {
		t.Errorf("reasserted %q", got)
	}
}

func TestLongTitleIsCutBetweenCharacters(t *testing.T) {
	var m Modes
	m.Write([]byte("\x1b]2;a" + strings.Repeat("é", maxTitle) + "\x07"))
	if got, want := string(m.Reassert()), "\x1b]2;a"+strings.Repeat("é", maxTitle/2-1)+"\x1b\\"; got != want {
		t.Errorf("title of %d bytes, want %d", len(got), len(want))
	}
}

func TestOnlyAReportThatWasAskedForCounts(t *testing.T) {
	for _, in := range []string{"\x1b[?1007l", "\x1b[?1007l\x1b[?1007$p"} {
		var m Modes
		m.Write([]byte(in))
		m.Answer([]byte("\x1b[?1007;1$y"))
		if got := m.Undo(); got != nil {
			t.Errorf("after %q undo is %q", in, got)
		}
	}
}

func TestReportedModeIsPutBack(t *testing.T) {
	tests := []struct{ name, reply, want string }{
		{"it was on", "\x1b[?1007;1$y", "\x1b[?1007h"},
		{"it was off", "\x1b[?1007;2$y", ""},
		{"not known to the terminal", "\x1b[?1007;0$y", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m Modes
			m.Write([]byte("\x1b[?1007$p"))
			m.Write([]byte("\x1b[?1007l"))
			m.Answer([]byte(tt.reply))
			if got := string(m.Undo()); got != tt.want {
				t.Errorf("undo %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRescueUndoesWhatTheLastWriteMayHaveSetInPassing(t *testing.T) {
	var m Modes
	m.Write([]byte("\x1b[>7u\x1b[?1049h\x1b[?1049l\x1b[<u\x1b[?2026h\x1b[?25l\x1b[1mframe\x1b[0m\x1b[?25h\x1b[?2026l"))
	if undo := m.Undo(); undo != nil {
		t.Errorf("undo %q of nothing", undo)
	}
	if got, want := string(m.Rescue()), "\x18\x1b\\\x1b[?2026l\x1b[0m\x1b[?25h"; got != want {
		t.Errorf("rescue %q, want %q", got, want)
	}
}

func TestVersionChangesWithRescue(t *testing.T) {
	var m Modes
	start := m.Version()
	m.Write([]byte("text"))
	if m.Version() != start {
		t.Error("text changed the version")
	}
	m.Write([]byte("\x1b[?2004h"))
	set := m.Version()
	if set == start {
		t.Error("setting a mode did not change the version")
	}
	m.Write([]byte("\x1b[?2004l"))
	if m.Version() != set {
		t.Error("resetting a mode that is to be reset anyhow changed the version")
	}
	m.Write([]byte("\x1b[1mbold"))
	styled := m.Version()
	if styled == set {
		t.Error("the first style did not change the version")
	}
	for _, piece := range []string{"\x1b[3", "1m red", "\x1b[0", "m", "\x1b]2", "0;a string that is no title", "\x07"} {
		m.Write([]byte(piece))
		if m.Version() != styled {
			t.Errorf("%q changed the version: a sequence that is cut, or a colour, is nothing to tell anybody", piece)
		}
	}
	set = styled
	m.Write([]byte("\x1b[>7u"))
	if m.Version() == set {
		t.Error("keyboard flags did not change the version")
	}
	m.Write([]byte("\x1b[<u"))
	if m.Version() != set {
		t.Error("their end did not bring the version back")
	}
}
