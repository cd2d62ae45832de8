package matcher_test

import (
	"fmt"
	"testing"

	"github.com/cxhook/cxhook/matcher"
)

// What 0.98 and 0.87 print where a compaction is refused.
const (
	oldCompact = "Error running remote compact task: unexpected status 503 Service Unavailable: Our servers are currently overloaded. " +
		"Please try again later."
	oldBody = `Error running remote compact task: unexpected status 503 Service Unavailable: ` +
		`{"error":{"code":"server_is_overloaded","message":"Our servers are currently overloaded. Please try again later."}}`
)

func TestALiveFailureIsFoundAtEveryWidth(t *testing.T) {
	texts := map[string]matcher.Task{
		sentence:        matcher.Turn,
		compactSentence: matcher.RemoteCompact,
		"stream disconnected before completion: Our servers are currently overloaded. Please try again later.": matcher.Turn,
		"Model gpt-5.2-codex is at capacity. Please try a different model. Try again in 2m.":                   matcher.Turn,
		"Model gpt-5.2-codex is at capacity. Please try a different model. Try again later.":                   matcher.Turn,
		"Codex is currently experiencing high load.":                                                           matcher.Turn,
		oldCompact: matcher.RemoteCompact,
		oldCompact + ", url: http://127.0.0.1:41234/v1/responses/compact":                                          matcher.RemoteCompact,
		oldCompact + ", url: https://chatgpt.com/backend-api/codex/responses/compact, cf-ray: 9a, request id: 1-2": matcher.RemoteCompact,
		oldBody: matcher.RemoteCompact,
		oldBody + ", url: http://127.0.0.1:41234/v1/responses/compact": matcher.RemoteCompact,
	}
	// Every glyph and indent of the releases, in the shades a terminal may give red and yellow.
	looks := []cell{
		{glyph: "■ ", indent: 0, style: "38;5;1"},
		{glyph: "■ ", indent: 0, style: "31"},
		{glyph: "■ ", indent: 0, style: "91"},
		{glyph: "⚠ ", indent: 2, style: "38;5;3"},
		{glyph: "⚠ ", indent: 2, style: "1;33"},
		{glyph: "⚠ ", indent: 2, style: "38;5;11"},
		{glyph: "⚠\ufe0f ", indent: 2, style: "33"},
		{glyph: "🖐  ", indent: 2, style: "31"},
	}
	for text, task := range texts {
		for _, look := range looks {
			// Every width for the looks of 0.171 and 0.106; for the others some, since a width takes a whole session.
			step := 7
			if text == sentence && look.style == "38;5;1" || text == compactSentence && look.style == "38;5;3" {
				step = 1
			}
			for cols := 20; cols <= 200; cols += step {
				failed := look
				failed.text = text
				found := show(size(cols, 30), working(userPrompt("hello")), resting(userPrompt("hello"), failed))
				if len(found) != 1 || found[0].Task != task || found[0].Surface != matcher.Inline {
					t.Fatalf("%d columns, %q %q: %+v, want one incident of %s", cols, look.glyph, text, found, task)
				}
			}
		}
	}
}

func TestAFailureCountsOnceForEachTurn(t *testing.T) {
	hello, failed := userPrompt("hello"), errorCell(sentence)
	for name, c := range map[string]struct {
		scenes []scene
		want   int
	}{
		"it stays on the screen": {
			[]scene{working(hello), resting(hello, failed), resting(hello, failed), resting(hello, failed)}, 1,
		},
		"the same prompt again": {
			[]scene{working(hello), resting(hello, failed), working(hello, failed, hello), resting(hello, failed, hello, failed)}, 2,
		},
		"a good turn in between": {
			[]scene{
				working(hello), resting(hello, failed), working(hello, failed, hello), resting(hello, failed, hello, prose("Done.")),
				working(hello, failed, hello, prose("Done."), userPrompt("more")),
				resting(hello, failed, hello, prose("Done."), userPrompt("more"), failed),
			}, 2,
		},
		"after part of an answer": {
			[]scene{working(hello), working(hello, prose("part")), resting(hello, prose("part of an answer"), failed)}, 1,
		},
		"a compaction without a prompt of its own": {
			[]scene{working(hello), resting(hello, failed), working(hello, failed), resting(hello, failed, failed)}, 2,
		},
		"drawn before the status row goes": {
			[]scene{working(hello), working(hello, failed), resting(hello, failed)}, 1,
		},
		"while another text is being typed": {
			[]scene{working(hello), {cells: []cell{hello, failed}, draft: "and then", footer: "x"}}, 1,
		},
		"at the ultra effort": {
			[]scene{
				{cells: []cell{hello}, status: "Working (1s • esc to interrupt)", composer: "\x1b[38;5;141m»"},
				{cells: []cell{hello, failed}, composer: "\x1b[38;5;141m»"},
			}, 1,
		},
		"at the max effort": {
			[]scene{
				{cells: []cell{hello}, status: "Working (1s • esc to interrupt)", composer: "\x1b[1;38;2;255;178;66m›"},
				{cells: []cell{hello, failed}, composer: "\x1b[1;38;2;255;178;66m›"},
			}, 1,
		},
		"at the max effort in 256 colours, with a draft": {
			[]scene{
				{cells: []cell{hello}, status: "Working (1s • esc to interrupt)", composer: "\x1b[1;38;5;215m›"},
				{cells: []cell{hello, failed}, composer: "\x1b[1;38;5;215m›", draft: "and then"},
			}, 1,
		},
		"while an overlay covers it": {
			[]scene{working(hello), {cells: []cell{hello, failed}, overlay: true}, resting(hello, failed)}, 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if found := show(size(80, 40), c.scenes...); len(found) != c.want {
				t.Errorf("%d incidents, want %d: %+v", len(found), c.want, found)
			}
		})
	}
}

func TestAnAutomaticCompactionIsOneIncident(t *testing.T) {
	hello := userPrompt("hello")
	for name, scenes := range map[string][]scene{
		"both in one frame": {working(hello), resting(hello, errorCell(compactSentence), errorCell(sentence))},
		"one after the other": {
			working(hello), resting(hello, errorCell(compactSentence)), resting(hello, errorCell(compactSentence), errorCell(sentence)),
		},
	} {
		t.Run(name, func(t *testing.T) {
			found := show(size(80, 30), scenes...)
			if len(found) != 1 || found[0].Task != matcher.RemoteCompact {
				t.Errorf("%+v, want one incident of %s", found, matcher.RemoteCompact)
			}
		})
	}
}

func TestALongAnswerMayDriveThePromptOutOfSight(t *testing.T) {
	long := ""
	for i := range 60 {
		long += fmt.Sprintf("line %d of the answer\n", i)
	}
	hello, failed := userPrompt("hello"), errorCell(sentence)
	found := show(size(80, 24), working(hello), working(hello, prose(long)), resting(hello, prose(long+"and its end"), failed))
	if len(found) != 1 {
		t.Errorf("%d incidents, want 1: %+v", len(found), found)
	}
}
