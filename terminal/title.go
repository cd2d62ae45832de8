package terminal

import (
	"bytes"
	"unicode/utf8"
)

// maxTitle bounds the title kept for Reassert.
const maxTitle = 1 << 10

// maxTitlePushes bounds the pops written; xterm keeps 10 titles.
const maxTitlePushes = 10

// title is the window's title as the program set it. What it was before cannot be
// known: unless the program pushed it first, undoing means emptying it, which is
// what Codex does itself at its end (OSC 0 ; BEL).
type title struct {
	text   string
	code   int // OSC 0 (with the icon's name), 1 (only that) or 2
	pushed int
}

func (t *title) set(code int, text []byte) {
	if len(text) > maxTitle {
		text = text[:maxTitle]
		for len(text) > 0 && !utf8.RuneStart(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
		text = text[:max(len(text)-1, 0)]
	}
	t.code, t.text = code, string(text)
}

// stack carries out CSI 22 ; … t (push) and CSI 23 ; … t (pop).
func (t *title) stack(q Sequence) {
	switch q.Param(0, 0) {
	case 22:
		t.pushed = min(t.pushed+1, maxTitlePushes)
	case 23:
		if t.pushed > 0 {
			*t = title{pushed: t.pushed - 1}
		}
	}
}

func (t *title) undo(b []byte) []byte {
	for range t.pushed {
		b = append(b, "\x1b[23;0t"...)
	}
	if t.pushed == 0 && t.text != "" {
		b = sequence(b, "\x1b]", t.code, ";\x1b\\")
	}
	return b
}

func (t *title) reassert(b []byte) []byte {
	for range t.pushed {
		b = append(b, "\x1b[22;0t"...)
	}
	if t.text != "" {
		b = sequence(b, "\x1b]", t.code, ";")
		b = append(append(b, t.text...), "\x1b\\"...)
	}
	return b
}

// maxApp bounds the name kept of the program that reports its state.
const maxApp = 64

// activity is what OSC 7501 said of the session: state=working:app=codex. Terminals
// show it on a tab, so it must not outlive the program.
type activity struct {
	open bool
	app  string
}

func (a *activity) set(body []byte) {
	for field := range bytes.SplitSeq(body, []byte{':'}) {
		if state, ok := bytes.CutPrefix(field, []byte("state=")); ok {
			a.open = string(state) != "clear"
		}
		if app, ok := bytes.CutPrefix(field, []byte("app=")); ok && len(app) <= maxApp {
			a.app = string(app)
		}
	}
}

func (a *activity) undo(b []byte) []byte {
	if !a.open {
		return b
	}
	b = append(b, "\x1b]7501;state=clear"...)
	if a.app != "" {
		b = append(append(b, ":app="...), a.app...)
	}
	return append(b, "\x1b\\"...)
}
