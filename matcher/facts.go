package matcher

import (
	"bytes"
	"strings"

	"github.com/cxhook/cxhook/internal/lazy"
)

// facts are things Codex says about itself.
type facts struct{ model, session string }

var (
	// footer is the status row under the composer: "  GPT-5.6-Sol default · ~/project" (0.171, the display name), and
	// "  gpt-5.6-sol default · 100% left · ~/project" (0.106).
	footer = lazy.Regexp(`^  (\S.*?)(?: (?:default|none|minimal|low|medium|high|xhigh|max|ultra|fast|flex|priority))+ · `)
	// banner is the row of the start box up to 0.158: "│ model:     gpt-5.6-sol   /model to change │".
	banner = lazy.Regexp(`^│ model: +(\S+) `)
	// hint is the exit hint with the id to resume, on one line or on two.
	hint = lazy.Regexp(`codex resume ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b`)
)

// Model is the slug of the model that the footer, the start box or exec's header shows, "" before one was seen. It is
// the one in force for the next turn, which need not be the one that refused the last. The footer since 0.157 has the
// display name; its slug is that in small letters with "-" for spaces.
func (w *Watcher) Model() string {
	if w.tui {
		w.readFooter()
		return w.model
	}
	return w.log.model
}

// SessionID is the id of the conversation as exec's header, thread.started or the hint at exit gives it, "" before
// that.
func (w *Watcher) SessionID() string {
	if w.tui {
		return w.session
	}
	return w.log.session
}

func (w *Watcher) readFooter() {
	_, rows := w.screen.Size()
	row := findComposer(w.screen)
	if row < 0 {
		return
	}
	below := ""
	for y := row + 1; y < rows; y++ {
		text := w.screen.Row(y).Text()
		found := footer().FindStringSubmatch(text)
		if found == nil {
			// On a narrow screen the effort stands on the next row.
			found = footer().FindStringSubmatch(below + " " + strings.TrimSpace(text))
		}
		if found != nil {
			w.model = strings.ReplaceAll(strings.ToLower(found[1]), " ", "-")
			return
		}
		below = text
	}
	for y := row - 1; y >= 0 && w.model == ""; y-- {
		if w.screen.Row(y).Cells[0].Text != "│" {
			continue
		}
		if found := banner().FindStringSubmatch(w.screen.Row(y).Text()); found != nil && found[1] != "loading" {
			w.model = found[1]
		}
	}
}

// readHint reads the session's id from what Codex prints when it ends.
func (w *Watcher) readHint() {
	_, rows := w.screen.Size()
	var text strings.Builder
	for y := range rows {
		row := w.screen.Row(y)
		text.WriteString(row.Text())
		if !row.Wrapped {
			text.WriteByte('\n')
		}
	}
	if all := hint().FindAllStringSubmatch(text.String(), -1); all != nil {
		w.session = all[len(all)-1][1]
	}
}

// osc takes an operating system command: OSC 7501 ; state=NAME:app=codex, since 0.163.
func (w *Watcher) osc(data []byte) {
	rest, found := bytes.CutPrefix(data, []byte("7501;state="))
	if !found {
		return
	}
	name, _, _ := bytes.Cut(rest, []byte(":"))
	w.turn.state(string(name))
}
