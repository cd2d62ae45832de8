package doctor

import (
	"fmt"
	"strings"

	"github.com/cxhook/cxhook/terminal"
)

// struck is how an overridden value is shown on a terminal with styles.
const (
	struck = "\x1b[9m"
	bold   = "\x1b[1m"
	plain  = "\x1b[0m"
)

// Text is the report for people. With styles, values that do not count are
// struck through; without, the words alone say so. Nothing from a file reaches
// a terminal as a control.
func (r Report) Text(styles bool) string {
	w := writer{styles: styles}
	w.value("model", r.Model)
	w.value("provider", r.Provider)
	w.value("effort", r.Effort)
	w.blank()
	project := r.Project.Root
	if r.Project.Trust == "" {
		project += " (not trusted)"
	} else {
		project += " (" + r.Project.Trust + ")"
	}
	w.row("project", project)
	for _, f := range r.Files {
		switch {
		case f.Reason != "":
			w.row("file", f.File+"  "+f.Origin+", ignored: "+words(f.Reason))
		case f.Exists:
			w.row("file", f.File+"  "+f.Origin)
		default:
			w.row("file", f.File+"  "+f.Origin+", not there")
		}
	}
	w.blank()
	w.hook(r.Hook)
	w.blank()
	for _, f := range r.Findings {
		w.finding(f)
	}
	w.summary(r)
	return w.String()
}

type writer struct {
	strings.Builder
	styles bool
}

func (w *writer) blank() { w.WriteByte('\n') }

func (w *writer) row(name, text string) {
	fmt.Fprintf(w, "%-9s %s\n", name, terminal.Sanitize(text))
}

// value writes a setting and, if more than one layer has a say in it, the ladder.
func (w *writer) value(name string, v Value) {
	head := terminal.Sanitize(v.Name)
	if v.Name == "" {
		head = "not known: nothing sets it"
	}
	fmt.Fprintf(w, "%-9s %s   %s\n", name, w.style(bold, head), terminal.Sanitize(origin(v.Origin, v.Place)))
	for _, r := range v.Ladder {
		if r.State == "in_force" {
			continue
		}
		state := words(r.State)
		if r.Reason != "" {
			state += ": " + words(r.Reason)
		}
		fmt.Fprintf(w, "%-9s   %s   %s, %s\n", "", w.style(struck, terminal.Sanitize(r.Value)), terminal.Sanitize(origin(r.Origin, r.Place)), state)
	}
}

func (w *writer) style(on, text string) string {
	if !w.styles {
		return text
	}
	return on + text + plain
}

func (w *writer) hook(h Hook) {
	state := map[string]string{"on": "on", "off": "off"}[h.State]
	if state == "" {
		state = "the shell does not say (cxhook status does)"
	}
	if h.Shell != "" {
		state += ", " + h.Shell
	}
	if h.Multiplexer != "" {
		state += ", in " + h.Multiplexer
	}
	if h.Nested {
		state += ", inside a codex"
	}
	w.row("hook", state)
	w.row("cxhook", h.Version+"  "+h.Self)
	if h.Codex != "" {
		w.row("codex", h.CodexVersion+"  "+h.Codex)
	}
	w.row("settings", h.Settings)
}

func (w *writer) finding(f Finding) {
	fmt.Fprintf(w, "%s  %s\n", w.style(bold, string(f.Severity)), terminal.Sanitize(f.Text))
	if f.File != "" {
		fmt.Fprintf(w, "    at  %s\n", terminal.Sanitize(f.Place.String()))
	}
	if f.Cure != "" {
		fmt.Fprintf(w, "    do  %s\n", terminal.Sanitize(f.Cure))
	}
}

func (w *writer) summary(r Report) {
	count := map[Severity]int{}
	for _, f := range r.Findings {
		count[f.Severity]++
	}
	if count[Problem]+count[Warning] == 0 {
		fmt.Fprintf(w, "nothing wrong (%s)\n", counted(count[Note], "note"))
		return
	}
	fmt.Fprintf(w, "%s, %s, %s\n", counted(count[Problem], "problem"), counted(count[Warning], "warning"), counted(count[Note], "note"))
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func origin(kind string, at Place) string {
	switch {
	case kind == "":
		return ""
	case at.File == "":
		return words(kind)
	}
	return words(kind) + " " + at.String()
}

// words makes prose of a name in snake_case.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }
