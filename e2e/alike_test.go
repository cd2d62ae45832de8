//go:build e2e

package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	id          = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	clock       = regexp.MustCompile(`\d\d:\d\d`)
	titleColour = regexp.MustCompile(`\x1b\[38;2;\d+;\d+;\d+m(hello)`) // of the thread's title, in 0.171
	placeholder = regexp.MustCompile(`(›[^\n]*?\x1b\[(?:0;)?2m(?:\x1b\[[0-9;]*m)*)[^\x1b\n]*`)
	sgr         = regexp.MustCompile(`^\x1b\[([0-9;]*)m`)
)

// steady takes out of an output what differs from one run of the same codex to the next: ids and times.
func steady(text string) string {
	return clock.ReplaceAllString(id.ReplaceAllString(text, "ID"), "HH:MM")
}

// alike turns a painted screen into rows that are equal when the screens look the same: the codes in front of each run
// say all of its look, blank cells at the end of a row are no difference, and what codex picks at random (the title's
// colour; the placeholder, up to 0.155) is taken out.
func alike(painted string) (rows []string) {
	painted = placeholder.ReplaceAllString(titleColour.ReplaceAllString(steady(painted), "$1"), "$1…")
	var look []string // the codes in force, which capture-pane carries from row to row
	for row := range strings.SplitSeq(painted, "\n") {
		var b strings.Builder
		for last := ""; row != ""; {
			if code := sgr.FindStringSubmatch(row); code != nil {
				look, row = apply(look, strings.Split(code[1], ";")), row[len(code[0]):]
				continue
			}
			end := strings.IndexByte(row, 0x1b)
			if end < 0 {
				end = len(row)
			}
			if now := strings.Join(look, " "); now != last {
				b.WriteString("<" + now + ">")
				last = now
			}
			b.WriteString(row[:end])
			row = row[end:]
		}
		rows = append(rows, strings.TrimRight(strings.TrimSuffix(strings.TrimRight(b.String(), " "), "<>"), " "))
	}
	return rows
}

// apply gives the codes in force after an SGR sequence of tmux's, sorted: foreground, background and attributes.
func apply(look, codes []string) []string {
	drop := func(prefixes ...string) {
		look = slices.DeleteFunc(slices.Clone(look), func(code string) bool {
			return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(code, p) })
		})
	}
	for len(codes) > 0 {
		n := 1
		switch code := codes[0]; {
		case code == "" || code == "0":
			look = nil
		case code == "38" || code == "48": // 38;5;N or 38;2;R;G;B
			if n = 3; codes[1] == "2" {
				n = 5
			}
			drop(map[string]string{"38": "fg", "48": "bg"}[code])
			look = append(look, map[string]string{"38": "fg", "48": "bg"}[code]+strings.Join(codes[1:n], ";"))
		case len(code) == 2 && code[0] == '3' || len(code) == 2 && code[0] == '9':
			if drop("fg"); code != "39" {
				look = append(look, "fg"+code)
			}
		case len(code) == 2 && code[0] == '4' || len(code) == 3:
			if drop("bg"); code != "49" {
				look = append(look, "bg"+code)
			}
		default:
			drop("attribute" + code)
			look = append(look, "attribute"+code)
		}
		codes = codes[n:]
	}
	slices.Sort(look)
	return look
}

func TestAlikeSeesLooksAndNotCodes(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"a colour set again", "\x1b[31mab", "\x1b[31ma\x1b[31mb", true},
		{"blanks at the end", "ab", "ab\x1b[39m   ", true},
		{"a reset at the end of the row or in the next", "\x1b[1ma\x1b[0m\nb", "\x1b[1ma\n\x1b[0mb", true},
		{"another colour", "\x1b[31mab", "\x1b[32mab", false},
		{"a filled end", "ab", "ab\x1b[48;2;30;30;30m   ", false},
		{"bold", "ab", "\x1b[1mab", false},
		{"a placeholder", "\x1b[1m›\x1b[0m \x1b[2mWrite tests", "\x1b[1m›\x1b[0m \x1b[2mFind a bug", true},
		{"a draft", "\x1b[1m›\x1b[0m one", "\x1b[1m›\x1b[0m two", false},
	} {
		if diff := cmp.Diff(alike(c.a), alike(c.b)); (diff == "") != c.same {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
