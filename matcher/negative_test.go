package matcher_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/matcher"
)

// negative is a case of the corpus. In most a turn runs in the first frame and not in the second, so that a careless
// rule takes whatever the second shows for the end of that turn.
type negative struct {
	name   string
	scenes []scene
	bytes  string // drawn after the scenes: titles, text outside of frames
}

// settles is the usual course of a case: a turn runs and ends with these cells.
func settles(name string, cells ...cell) negative {
	hello := userPrompt("why does it stop?")
	return negative{name: name, scenes: []scene{working(hello), resting(append([]cell{hello}, cells...)...)}}
}

// quotedAs are the forms in which people, models and files quote a message.
func quotedAs(text string) []string {
	return []string{text, "■ " + text, "⚠ " + text, "ERROR: " + text, "⚠\ufe0f " + text}
}

// negatives gives screens and texts that hold a message, or look like it, and are no live failure.
func negatives(message string, quoted []string) []negative {
	hello := userPrompt("why does it stop?")
	var all []negative
	add := func(n ...negative) { all = append(all, n...) }
	for _, q := range quoted {
		add(
			settles("prose", prose("Codex prints \""+q+"\" when it is busy.")),
			settles("prose that is nothing but it", prose(q)),
			settles("fence", prose("It says:"), fenced(q)),
			settles("fence in the error's colour", cell{"  ", q, 2, red}),
			settles("tool output", prose("Ran cat notes.txt"), toolOutput(q)),
			settles("later row of tool output", prose("Ran cat notes.txt"), toolOutput("first\n"+q)),
			settles("grep", prose("Ran rg capacity"), toolOutput("review.log:38: "+q)),
			settles("diff", prose("Edited notes.txt (+1 -0)"), cell{"    ", "64 +" + q, 4, "32"}),
			settles("removed line of a diff", cell{"    ", "64 -" + q, 4, red}),
			settles("quotation", prose("> "+q)),
			settles("list", prose("The texts:\n- "+q)),
			settles("shell output at the margin", cell{"", q, 0, normal}),
			settles("in blue", cell{"", q, 0, "34"}),
			negative{name: "prompt", scenes: []scene{working(userPrompt("what is " + q)), resting(userPrompt("what is "+q), prose("An error."))}},
			negative{name: "draft", scenes: []scene{working(hello), {cells: []cell{hello, prose("Done.")}, draft: q}}},
			negative{name: "thread name in the footer", scenes: []scene{working(hello), {cells: []cell{hello, prose("Done.")}, footer: q}}},
			negative{name: "window title", scenes: []scene{working(hello), resting(hello)}, bytes: "\x1b]0;" + q + "\x07"},
			negative{name: "exit hint", scenes: []scene{working(hello), resting(hello)}, bytes: "Or run codex resume and select " + q + ".\r\n"},
			negative{name: "overlay", scenes: []scene{working(hello), {cells: []cell{hello, {"■ ", q, 0, red}}, overlay: true}}},
			negative{name: "retry detail", scenes: []scene{working(hello), {
				cells: []cell{hello}, status: "Reconnecting... 2/4 (7s • esc to interrupt)", detail: q,
			}}},
		)
	}
	for _, c := range []func(string) cell{errorCell, warningCell} {
		failed := c(message)
		add(
			settles("websocket fallback", c("Falling back from WebSockets to HTTPS transport. "+message)),
			settles("interrupted", c("Conversation interrupted - tell the model what to do differently.")),
			settles("an answer goes on below the same words", prose(message), c("This session was recorded with model `a` but is resuming with `b`.")),
			settles("the turn goes on below it", failed, prose("Done.")),
			settles("colour ends inside it", cell{failed.glyph, message[:4] + "\x1b[0m" + message[4:], failed.indent, failed.style}),
			negative{name: "above a newer prompt", scenes: []scene{
				working(hello), resting(hello, failed, userPrompt("go on")),
			}},
			negative{name: "above a turn that runs", scenes: []scene{working(hello), working(hello, failed)}},
			negative{name: "interrupted after it", scenes: []scene{
				working(hello), working(hello, failed), resting(hello, failed, errorCell("Conversation interrupted - tell the model what to do differently.")),
			}},
			negative{name: "replay of a resumed session", scenes: []scene{resting(), resting(hello, failed), resting(hello, failed)}},
			negative{name: "replay before a good turn", scenes: []scene{
				resting(), resting(hello, failed, userPrompt("go on")), working(hello, failed, userPrompt("go on")),
				resting(hello, failed, userPrompt("go on"), prose("Done.")),
			}},
			negative{name: "another session drawn while none runs", scenes: []scene{
				resting(userPrompt("one"), prose("Done.")), resting(userPrompt("two"), failed),
			}},
			negative{name: "another session drawn after a turn", scenes: []scene{
				working(userPrompt("one")), resting(userPrompt("one"), prose("Done.")), resting(userPrompt("two"), failed),
			}},
			negative{name: "gone and back", scenes: []scene{
				resting(hello, failed), resting(), resting(hello, failed), working(hello, failed, userPrompt("go on")),
				resting(hello, failed, userPrompt("go on"), prose("Done.")), resting(hello, failed),
			}},
		)
	}
	return all
}

var escape = regexp.MustCompile(`\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x07]*\x07`)

// drawn is what a plain search would see: the escapes stripped, the rows joined, no blanks.
func plainly(drawn string) string {
	return strings.Join(strings.Fields(escape.ReplaceAllString(drawn, " ")), "")
}

func TestNothingElseIsAnIncident(t *testing.T) {
	screens, fooled := 0, 0
	widths := []int{44, 80, 100, 200}
	for i, message := range slices.Concat([]string{sentence, compactSentence}, texts()) {
		at, quoted := widths[i%len(widths):i%len(widths)+1], quotedAs(message)
		if i < 2 {
			at = widths // the message of most releases, on all
		} else {
			quoted = quoted[i%2 : i%2+3]
		}
		for _, cols := range at {
			for _, n := range negatives(message, quoted) {
				o := size(cols, 40)
				found := show(o, n.scenes...)
				drawn := n.bytes
				for _, s := range n.scenes {
					drawn += string(s.draw(o.Cols, o.Rows))
				}
				if n.bytes != "" {
					w := matcher.NewWatcher(o)
					w.Output(0, []byte(drawn))
					w.Idle(time.Second)
					w.Exit(time.Second, 0)
					found = append(found, w.Incidents()...)
				}
				if len(found) > 0 {
					t.Errorf("%s, %d columns, %q: %s", n.name, cols, message, told(found))
				}
				screens++
				if strings.Contains(plainly(drawn), plainly(message)) {
					fooled++
				}
			}
		}
	}
	if screens < 5000 || fooled < 4500 {
		t.Errorf("%d screens, a substring search is wrong on %d; want at least 5000 and 4500", screens, fooled)
	}
	t.Logf("%d screens, a substring search is wrong on %d", screens, fooled)
}

func texts() (all []string) {
	for _, live := range lives {
		all = append(all, live.text)
	}
	return all
}

// told is what a failed test says of incidents.
func told(found []matcher.Incident) string {
	var all []string
	for _, i := range found {
		all = append(all, fmt.Sprintf("%s %s %s, exact %v: %q", i.Surface, i.Task, i.Class, !i.Unconfirmed, i.Text))
	}
	return "[" + strings.Join(all, "; ") + "]"
}
