package terminal

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
)

// frameEnd ends a synchronized update.
const frameEnd = "\x1b[?2026l"

// queries make x/vt wait for somebody to read its replies.
var queries = regexp.MustCompile(`\x1b\[[?>=]?[0-9]*(c|n|\$p)|\x1b\[\?u|\x1b\][0-9]+;\?(\x07|\x1b\\)`)

func oracleText(e *vt.Emulator) []string {
	rows := strings.Split(e.String(), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return rows
}

// compareWithOracle reports how the screen differs from x/vt, "" if it does not.
func compareWithOracle(s *Screen, e *vt.Emulator) string {
	var b strings.Builder
	want := oracleText(e)
	for y, got := range s.Text() {
		if y >= len(want) || got != want[y] {
			fmt.Fprintf(&b, "row %d is %q, the oracle has %q\n", y, got, want[min(y, len(want)-1)])
		}
	}
	row, col, _ := s.Cursor()
	if p := e.CursorPosition(); p.Y != row || p.X != col {
		fmt.Fprintf(&b, "cursor %d,%d, the oracle has %d,%d\n", row, col, p.Y, p.X)
	}
	return b.String()
}

func TestScreenAgreesWithAnotherEmulatorOnEveryRecordedFrame(t *testing.T) {
	frames := 0
	for _, r := range recordings(t) {
		t.Run(r.name, func(t *testing.T) {
			s := NewScreen(r.cols, r.rows)
			e := vt.NewEmulator(r.cols, r.rows)
			for i, part := range strings.SplitAfter(r.output(), frameEnd) {
				s.Write([]byte(part))
				if _, err := e.WriteString(queries.ReplaceAllString(part, "")); err != nil {
					t.Fatal(err)
				}
				if diff := compareWithOracle(s, e); diff != "" {
					t.Fatalf("frame %d:\n%s", i, diff)
				}
				frames++
			}
		})
	}
	if frames < 1000 {
		t.Errorf("only %d frames were compared", frames)
	}
}

// operations are the sequences the differential fuzz test draws from; each %d is a
// small number taken from the fuzz input. Queries are left out, because x/vt blocks
// on them, and so is what the table below says of whole sequences.
var operations = []string{
	"a", "bc", "hello ", "世", "é", "─", "e\u0301", "\r", "\n", "\r\n", "\b", "\t",
	"\x1b[%d;%dH", "\x1b[A", "\x1b[B", "\x1b[%dC", "\x1b[%dD", "\x1b[%dG", "\x1b[%dd",
	"\x1b[K", "\x1b[1K", "\x1b[2K", "\x1b[J", "\x1b[2J", "\x1b[%dX", "\x1b[%d@", "\x1b[%dP",
	"\x1b[L", "\x1b[M", "\x1b[%dS", "\x1b[%dT", "\x1b[%d;%dr", "\x1b[r", "\x1bM", "\x1bD",
	"\x1b[1;31m", "\x1b[0m", "\x1b[48;2;1;2;3m", "\x1b7", "\x1b8", "\x1b[?7l", "\x1b[?7h", "\x1b[?25l", "\x1b[?25h",
	enterAlternate, leaveAlternate, "\x1b[%dZ", "\x1b[%dI",
}

const (
	enterAlternate = "\x1b[r\x1b[?1049h\x1b[H"
	leaveAlternate = "\x1b[r\x1b[?1049l"
)

// differences are the places where x/vt v0.1.0 differs from xterm, or from the VT500
// manuals, and the Screen follows those. skip tells whether an operation would run
// into one. Whole sequences with a difference are not among the operations:
//   - CSI ? 6 h/l: x/vt does not home the cursor when the mode is reset;
//   - ESC E, CSI 4 h: not implemented;
//   - CSI n b: repeats the last ASCII character, whatever was printed since;
//   - CSI 1 J: erases the cursor's whole row;
//   - CSI n A/B/E/F: a move over several rows does not stop at a margin it meets.
var differences = []struct {
	why  string
	skip func(s *Screen, op string) bool
}{
	{"a wide character in the last two columns is lost", func(s *Screen, op string) bool {
		return op == "世" && s.x >= s.cols-2
	}},
	{"a wide character over the left half of another leaves its right half behind", func(s *Screen, op string) bool {
		return op == "世" && s.Row(s.y).Cells[s.x+1].Width == 2
	}},
	{"few operations reset the pending wrap", func(s *Screen, op string) bool {
		return s.pending && (op[0] == 0x1b && !strings.HasSuffix(op, "H") || op == "\t")
	}},
	{"IL and DL add the upper margin to the cursor's row", func(s *Screen, op string) bool {
		return s.top > 0 && (op == "\x1b[L" || op == "\x1b[M")
	}},
	{"ICH and DCH break wide characters, and do nothing outside the margins", func(s *Screen, op string) bool {
		return (strings.HasSuffix(op, "@") || strings.HasSuffix(op, "P")) &&
			(strings.Contains(s.Row(s.y).Text(), "世") || s.y < s.top || s.y > s.bottom)
	}},
	{"each screen has its own margins and cursor, and the alternate one is entered twice", func(s *Screen, op string) bool {
		return op == enterAlternate && s.Alternate() || op == leaveAlternate && !s.Alternate()
	}},
}

func differs(s *Screen, op string) bool {
	for _, d := range differences {
		if d.skip(s, op) {
			return true
		}
	}
	return false
}

// program turns fuzz input into operations on a screen of the given size.
func program(data []byte, cols, rows int) []string {
	var ops []string
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		n := int(data[0])
		data = data[1:]
		return n
	}
	for len(data) > 0 && len(ops) < 200 {
		op := operations[next()%len(operations)]
		switch strings.Count(op, "%d") {
		case 1:
			op = fmt.Sprintf(op, 1+next()%max(cols, rows))
		case 2:
			a, b := 1+next()%rows, 1+next()%rows
			if strings.HasSuffix(op, "r") { // margins on the screen: x/vt panics on others
				a, b = min(a, b, rows-1), max(a, b, 2)
				b = max(b, a+1)
			}
			op = fmt.Sprintf(op, a, b)
		}
		ops = append(ops, op)
	}
	return ops
}

// agree runs the operations on both emulators and reports the first difference.
func agree(ops []string, cols, rows int) error {
	s, e := NewScreen(cols, rows), vt.NewEmulator(cols, rows)
	var done []string
	for _, op := range ops {
		if differs(s, op) {
			continue
		}
		done = append(done, op)
		s.Write([]byte(op))
		if _, err := e.WriteString(op); err != nil {
			return err
		}
		if diff := compareWithOracle(s, e); diff != "" {
			return fmt.Errorf("after %q:\n%s", done, diff)
		}
	}
	return nil
}

func FuzzScreenAgreesWithAnotherEmulator(f *testing.F) {
	for i := range operations {
		f.Add([]byte{2, byte(i), 3, 4, 12, 2, 3, byte(i), 1, 2, 0, byte(i)})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const cols, rows = 9, 5
		if err := agree(program(data, cols, rows), cols, rows); err != nil {
			t.Fatal(err)
		}
	})
}

// A cut through a wide character is left out: x/vt keeps one that has no room.
func TestScreenAgreesWithAnotherEmulatorAfterAResize(t *testing.T) {
	const frame = "\x1b[?1049h\x1b[1;1H\x1b[Jone 世\x1b[2;1Htwo\x1b[4;8H■\x1b[5;1Hbottom\x1b[2;3H"
	for _, size := range [][2]int{{9, 5}, {12, 5}, {9, 8}, {7, 5}, {9, 3}, {6, 2}, {30, 20}, {3, 3}} {
		s, e := NewScreen(9, 5), vt.NewEmulator(9, 5)
		s.Write([]byte(frame))
		e.WriteString(frame)
		s.Resize(size[0], size[1])
		e.Resize(size[0], size[1])
		if diff := compareWithOracle(s, e); diff != "" {
			t.Errorf("cut to %v:\n%s", size, diff)
		}
		const next = "\x1b[2;1Hnext\x1b[1;3r\x1b[1;1H\x1bM\x1b[r\x1b[1;1H"
		s.Write([]byte(next))
		e.WriteString(strings.ReplaceAll(next, "1;3r", fmt.Sprintf("1;%dr", min(3, size[1]))))
		if diff := compareWithOracle(s, e); diff != "" {
			t.Errorf("drawn on after %v:\n%s", size, diff)
		}
	}
}
