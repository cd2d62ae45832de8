package matcher_test

import (
	"fmt"
	"regexp"
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

// quotedAs are the forms in which people, models and files quote the message.
var quotedAs = []string{
	sentence, "■ " + sentence, "⚠ " + sentence, "ERROR: " + sentence, compactSentence, "■ " + compactSentence, "⚠\ufe0f " + sentence,
}

// negatives gives screens and texts that hold the message, or look like it, and are no live failure.
func negatives(cols int) []negative {
	hello := userPrompt("why does it stop?")
	var all []negative
	add := func(n ...negative) { all = append(all, n...) }
	for _, q := range quotedAs {
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
		add(
			settles("more words after it", c(sentence+" Ask your administrator.")),
			settles("words before it", c("Codex says: "+sentence)),
			settles("cut short", c("Selected model is at capacity.")),
			settles("approval reviewer", c("Automatic approval review failed: "+sentence)),
			settles("websocket fallback", c("Falling back from WebSockets to HTTPS transport. "+sentence)),
			settles("a proxy's", c("stream disconnected before completion: "+sentence)),
			settles("a proxy's status", c("unexpected status 503 Service Unavailable: "+sentence+", url: http://localhost/v1/responses")),
			settles("a raw body", c(`{"error":{"message":"`+sentence+`"}}`)),
			settles("another prefix", c("Error running local compact task: "+sentence)),
			settles("policy", c("Policy-restricted capacity is unavailable. Please try again later.")),
			settles("flex", c("Flex capacity unavailable.")),
			settles("high demand", c("We’re currently experiencing high demand, which may cause temporary errors.")),
			settles("compaction of another kind", c("Error running remote compact task: We’re currently experiencing high demand, which may cause temporary errors.")),
			settles("usage limit", c("You’ve hit your usage limit for gpt-5.3-codex-spark. Switch to another model now, or try again at 6:44 PM.")),
			settles("rate limit", c("exceeded retry limit, last status: 429 Too Many Requests")),
			settles("context", c("Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.")),
			settles("interrupted", c("Conversation interrupted - tell the model what to do differently.")),
			settles("an answer goes on below the same words", prose(sentence), c("This session was recorded with model `a` but is resuming with `b`.")),
			settles("colour ends inside it", cell{c("").glyph, "Selected model \x1b[0mis at capacity. Please try a different model.", c("").indent, c("").style}),
			negative{name: "above a newer prompt", scenes: []scene{
				working(hello), resting(hello, c(sentence), userPrompt("go on")),
			}},
			negative{name: "above a turn that runs", scenes: []scene{working(hello), working(hello, c(sentence))}},
			negative{name: "replay of a resumed session", scenes: []scene{resting(), resting(hello, c(sentence)), resting(hello, c(sentence))}},
			negative{name: "replay before a good turn", scenes: []scene{
				resting(), resting(hello, c(sentence), userPrompt("go on")), working(hello, c(sentence), userPrompt("go on")),
				resting(hello, c(sentence), userPrompt("go on"), prose("Done.")),
			}},
			negative{name: "another session drawn while none runs", scenes: []scene{
				resting(userPrompt("one"), prose("Done.")), resting(userPrompt("two"), c(sentence)),
			}},
			negative{name: "another session drawn after a turn", scenes: []scene{
				working(userPrompt("one")), resting(userPrompt("one"), prose("Done.")), resting(userPrompt("two"), c(sentence)),
			}},
			negative{name: "gone and back", scenes: []scene{
				resting(hello, c(sentence)), resting(), resting(hello, c(sentence)), working(hello, c(sentence), userPrompt("go on")),
				resting(hello, c(sentence), userPrompt("go on"), prose("Done.")), resting(hello, c(sentence)),
			}},
		)
	}
	// A screen too narrow for a quotation wraps it; indented text never reaches column 0 for that.
	for i := range all {
		all[i].name = fmt.Sprintf("%s, %d columns", all[i].name, cols)
	}
	return all
}

var escape = regexp.MustCompile(`\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x07]*\x07`)

// substring is what a plain search would do: strip the escapes, join the rows, look for the words.
func substring(drawn string) bool {
	text := strings.Join(strings.Fields(escape.ReplaceAllString(drawn, " ")), " ")
	return strings.Contains(text, "at capacity")
}

func TestNothingElseIsAnIncident(t *testing.T) {
	screens, fooled := 0, 0
	for _, cols := range []int{44, 80, 100, 200} {
		for _, n := range negatives(cols) {
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
				t.Errorf("%s: %+v", n.name, found)
			}
			screens++
			if substring(drawn) {
				fooled++
			}
		}
	}
	if screens < 300 || fooled < 250 {
		t.Errorf("%d screens, a substring search is wrong on %d; want at least 300 and 250", screens, fooled)
	}
	t.Logf("%d screens, a substring search is wrong on %d", screens, fooled)
}
