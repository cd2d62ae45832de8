package terminal

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// snippets seed the fuzz tests with every construct the package reads.
var snippets = []string{
	"plain text\r\n", "\x1b[1;31mred\x1b[0m", "\x1b[38;2;1;2;3;48:5:7mx", "\x1b[4:3;58:2::1:2:3mx", "世界e\u0301👩\u200d👩\u200d👧🇩🇪", "\xe4\xb8",
	"\x1b]0;title\x07", "\x1b]8;;http://localhost\x1b\\link", "\x1bP1$r0m\x1b\\", "\x1b_Gi=1\x1b\\", "\x1b[?2026hframe\x1b[?2026l",
	"\x1b[?1049h\x1b[>7u\x1b[?1049l", "\x1b[2;3r\x1bM\x1bD\x1b[5L\x1b[5M\x1b[9S\x1b[9T", "\x1b7\x1b[9;9H\x1b8", "\x1b[3@\x1b[3P\x1b[3X\x1b[3b",
	"\x1b(0lqk\x1b(B", "\x1b#8", "\x1bc", "\x1b[?6h\x1b[?7l\x1b[4h", "\x1b[6n\x1b[c", "\x1b[99999999999;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27;28;29;30;31;32;33;34m",
	"\x1b]7501;state=working:app=codex\x1b\\", "\x1b[22;0t\x1b]2;x\x07\x1b[=5;1u\x1b[<9u", "\x18\x1a\x1b\x1b[\x1b]", "\x1b[ $q", "\x1b[1;?m",
}

// calls records what a Parser calls, with runs of text joined.
type calls struct{ log []string }

func (c *calls) Print(r rune)      { c.text(string(r)) }
func (c *calls) ascii(run []byte)  { c.text(string(run)) }
func (c *calls) Control(b byte)    { c.log = append(c.log, fmt.Sprintf("control %#x", b)) }
func (c *calls) OSC(data []byte)   { c.log = append(c.log, "osc "+string(data)) }
func (c *calls) Escape(s Sequence) { c.log = append(c.log, fmt.Sprintf("escape %+v", s)) }
func (c *calls) CSI(s Sequence)    { c.log = append(c.log, fmt.Sprintf("csi %+v", s)) }
func (c *calls) dcs(s Sequence)    { c.log = append(c.log, fmt.Sprintf("dcs %+v", s)) }

func (c *calls) text(s string) {
	if n := len(c.log) - 1; n >= 0 && strings.HasPrefix(c.log[n], "text ") {
		c.log[n] += s
		return
	}
	c.log = append(c.log, "text "+s)
}

// pieces cuts data into writes whose sizes are taken from cuts, over and over.
func pieces(data, cuts []byte) [][]byte {
	var out [][]byte
	for i := 0; len(data) > 0; i++ {
		n := 1
		if len(cuts) > 0 {
			n = 1 + int(cuts[i%len(cuts)])%16
		}
		n = min(n, len(data))
		out = append(out, data[:n])
		data = data[n:]
	}
	return out
}

func seedWithCuts(f *testing.F) {
	for _, s := range snippets {
		f.Add([]byte(s), []byte{0})
		f.Add([]byte(s+s), []byte{1, 6, 2})
	}
}

func FuzzParserGivesTheSameCallsHoweverBytesAreCut(f *testing.F) {
	seedWithCuts(f)
	f.Fuzz(func(t *testing.T, data, cuts []byte) {
		var whole, cut calls
		var p, q Parser
		p.Write(data, &whole)
		for _, piece := range pieces(data, cuts) {
			q.Write(piece, &cut)
		}
		if !reflect.DeepEqual(whole, cut) {
			t.Errorf("whole %q\ncut %q", whole, cut)
		}
		if p.Ground() != q.Ground() {
			t.Errorf("ground: whole %v, cut %v", p.Ground(), q.Ground())
		}
	})
}

// sameScreens reports the first difference of two screens.
func sameScreens(a, b *Screen) error {
	ay, ax, av := a.Cursor()
	by, bx, bv := b.Cursor()
	if ay != by || ax != bx || av != bv || a.pen != b.pen || a.Alternate() != b.Alternate() || a.placed != b.placed {
		return fmt.Errorf("cursor %d,%d %v against %d,%d %v; pens %v, %v", ay, ax, av, by, bx, bv, a.pen, b.pen)
	}
	for y := range a.rows {
		if a.Row(y).Wrapped != b.Row(y).Wrapped {
			return fmt.Errorf("row %d: wrapped %v against %v", y, a.Row(y).Wrapped, b.Row(y).Wrapped)
		}
		for x, c := range a.Row(y).Cells {
			if d := b.Row(y).Cells[x]; c != d {
				return fmt.Errorf("cell %d,%d: %+v against %+v", y, x, c, d)
			}
		}
	}
	return nil
}

// sound reports cells that cannot be.
func sound(s *Screen) error {
	for y := range s.rows {
		cells := s.Row(y).Cells
		if len(cells) != s.cols {
			return fmt.Errorf("row %d has %d cells", y, len(cells))
		}
		for x, c := range cells {
			switch {
			case c.Width < 0 || c.Width > 2 || len(c.Text) > maxCluster+utf8.UTFMax:
				return fmt.Errorf("cell %d,%d is %+v", y, x, c)
			case c.Width == 2 && (x+1 == s.cols || cells[x+1].Width != 0 || c.Text == ""):
				return fmt.Errorf("wide cell %d,%d has no right half", y, x)
			case c.Width == 0 && (x == 0 || cells[x-1].Width != 2 || c.Text != ""):
				return fmt.Errorf("right half %d,%d has no left one", y, x)
			}
		}
	}
	if s.x < 0 || s.x >= s.cols || s.y < 0 || s.y >= s.rows || s.top < 0 || s.top > s.bottom || s.bottom >= s.rows {
		return fmt.Errorf("cursor %d,%d, margins %d to %d", s.y, s.x, s.top, s.bottom)
	}
	return nil
}

func FuzzScreenIsTheSameHoweverBytesAreCut(f *testing.F) {
	seedWithCuts(f)
	f.Fuzz(func(t *testing.T, data, cuts []byte) {
		whole, cut := NewScreen(11, 5), NewScreen(11, 5)
		whole.Write(data)
		for _, piece := range pieces(data, cuts) {
			cut.Write(piece)
		}
		if err := sameScreens(whole, cut); err != nil {
			t.Error(err)
		}
		if err := sound(whole); err != nil {
			t.Error(err)
		}
	})
}

func FuzzScreenSurvivesEverything(f *testing.F) {
	seedWithCuts(f)
	f.Fuzz(func(t *testing.T, data, steps []byte) {
		s := NewScreen(11, 5)
		for i, piece := range pieces(data, steps) {
			s.Write(piece)
			if len(steps) == 0 {
				continue
			}
			switch n := int(steps[i%len(steps)]); n % 8 {
			case 1:
				s.Resize(n%14, n%9)
			case 2:
				s.Reset()
			case 3:
				s.Place(n%7-1, n%13-1)
			case 4:
				checkPaint(t, s)
			}
			if err := sound(s); err != nil {
				t.Fatalf("after %q: %v", piece, err)
			}
		}
	})
}

// checkPaint paints s, if it can be, over a screen full of something else, which must
// then look the same, with its own cursor and pen left alone.
func checkPaint(t *testing.T, s *Screen) (painted bool) {
	t.Helper()
	b, ok := s.Paint(0, s.rows)
	if !ok {
		return false
	}
	other := NewScreen(s.cols, s.rows)
	other.Write([]byte("\x1b[45m" + strings.Repeat("世x", s.cols*s.rows) + "\x1b[2;2H\x1b[3;32m"))
	before := other.cursor
	if s.pending { // painted with the cursor where the program has it, and the wrap comes back with the character
		other.Write(s.pen.append(position(nil, s.y, s.x)))
		before = s.cursor
	}
	other.Write(b)
	before.doubtful = other.doubtful // a doubt is the program's, not the terminal's
	if other.cursor != before {
		t.Fatalf("painting left the cursor %+v, was %+v", other.cursor, before)
	}
	for y := range s.rows {
		for x, want := range s.Row(y).Cells {
			got := other.Row(y).Cells[x]
			if got.Doubtful = want.Doubtful; got != want {
				t.Fatalf("painted cell %d,%d is %+v, want %+v\n%q", y, x, got, want, b)
			}
		}
	}
	return true
}

func FuzzUndoLeavesNothingSet(f *testing.F) {
	seedWithCuts(f)
	f.Fuzz(func(t *testing.T, data, cuts []byte) {
		var whole, cut Modes
		whole.Write(data)
		for _, piece := range pieces(data, cuts) {
			cut.Write(piece)
		}
		undo := whole.Undo()
		if got := cut.Undo(); !bytes.Equal(got, undo) || whole.AtRest() != cut.AtRest() || whole.Asked() != cut.Asked() || whole.Version() != cut.Version() {
			t.Errorf("whole undone by %q, cut by %q", undo, got)
		}
		if got := cut.Reassert(); !bytes.Equal(got, whole.Reassert()) {
			t.Errorf("whole reasserted by %q, cut by %q", whole.Reassert(), got)
		}
		var again Modes
		again.Write(append(bytes.Clone(data), undo...))
		if left := again.Undo(); left != nil {
			t.Errorf("after %q there is left %q", undo, left)
		}
		var rescued Modes
		rescued.Write(append(bytes.Clone(data), whole.Rescue()...))
		if left := rescued.Undo(); left != nil {
			t.Errorf("after the rescue %q there is left %q", whole.Rescue(), left)
		}
		if undo != nil && !again.AtRest() || again.Alternate() { // a cut character alone needs no undoing
			t.Errorf("after %q: at rest %v, alternate %v", undo, again.AtRest(), again.Alternate())
		}
		var set Modes
		set.Write(whole.Reassert())
		if !set.parser.Ground() {
			t.Errorf("%q does not end", whole.Reassert())
		}
	})
}

func FuzzInputLosesAndInventsNoByte(f *testing.F) {
	for _, tt := range inputTests {
		f.Add([]byte(tt.in), []byte{0})
		f.Add([]byte(tt.in+tt.in), []byte{1, 6, 18})
	}
	f.Fuzz(func(t *testing.T, data, cuts []byte) {
		var in Input
		var events []Event
		for i, piece := range pieces(data, cuts) {
			events = append(events, in.Write(piece)...)
			if len(cuts) > 0 && cuts[i%len(cuts)]&16 != 0 {
				events = append(events, in.Flush()...)
				if in.Pending() {
					t.Fatal("bytes are held after Flush")
				}
			}
		}
		events = append(events, in.Flush()...)
		if got := raw(events); !bytes.Equal(got, data) {
			t.Errorf("got %q, want %q", got, data)
		}
	})
}

func FuzzInputIsTheSameHoweverBytesAreCut(f *testing.F) {
	for _, tt := range inputTests {
		f.Add([]byte(tt.in), []byte{1, 6, 2})
	}
	f.Fuzz(func(t *testing.T, data, cuts []byte) {
		if len(data) > maxControl { // longer sequences and pastes come in pieces
			return
		}
		var whole, cut Input
		want := append(whole.Write(data), whole.Flush()...)
		var got []Event
		for _, piece := range pieces(data, cuts) {
			got = append(got, cut.Write(piece)...)
		}
		got = append(got, cut.Flush()...)
		if describeAll(got) != describeAll(want) {
			t.Errorf("%q is %s, cut %s", data, describeAll(want), describeAll(got))
		}
	})
}

func FuzzSanitizedTextIsHarmless(f *testing.F) {
	for _, s := range append(snippets, "\u202etxt.exe", "a\u200bb", "⚠\ufe0f") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		clean := Sanitize(s)
		screen := NewScreen(2000, 1)
		screen.Write([]byte(clean))
		if Sanitize(clean) != clean || !utf8.ValidString(clean) {
			t.Errorf("%q is cleaned to %q", s, clean)
		}
		if cut := Truncate(clean, 10); Width(cut) > 10 {
			t.Errorf("%q takes %d columns", cut, Width(cut))
		}
	})
}
