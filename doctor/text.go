package doctor

import (
	"fmt"
	"strings"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// struck is how an overridden value is shown on a terminal with styles.
const (
	struck = "\x1b[9m"
	bold   = "\x1b[1m"
	plain  = "\x1b[0m"
)

// Text is the report for people, in the language in force. With styles, values that do not count are
// struck through; without, the words alone say so. Nothing from a file reaches
// a terminal as a control.
func (r Report) Text(styles bool) string {
	w := writer{styles: styles}
	w.value(lang.Text("doctor.model"), r.Model)
	w.value(lang.Text("doctor.provider"), r.Provider)
	w.value(lang.Text("doctor.effort"), r.Effort)
	if r.BaseURL.Name == "" {
		w.row(lang.Text("doctor.base_url"), lang.Text("doctor.by_login"))
	} else {
		w.value(lang.Text("doctor.base_url"), r.BaseURL)
	}
	if r.Instead != "" {
		w.row(lang.Text("doctor.instead"), lang.Text("doctor.instead_told", r.Instead))
	}
	w.blank()
	trust := r.Project.Trust
	if trust == "" {
		trust = "unset"
	}
	w.row(lang.Text("doctor.project"), r.Project.Root+" ("+lang.Text("doctor.trust."+trust)+")")
	for _, f := range r.Files {
		said := []string{f.File + "  " + lang.Text("doctor.origin."+f.Origin)}
		switch {
		case f.Reason != "":
			said = append(said, lang.Text("doctor.ignored", lang.Text("doctor.reason."+f.Reason)))
		case !f.Exists:
			said = append(said, lang.Text("doctor.not_there"))
		}
		w.row(lang.Text("doctor.file"), list(said...))
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
	fmt.Fprintf(w, "%s %s\n", terminal.Pad(name, 9), terminal.Sanitize(text))
}

// value writes a setting and, if more than one layer has a say in it, the ladder.
func (w *writer) value(name string, v Value) {
	head := terminal.Sanitize(v.Name)
	if v.Name == "" {
		head = lang.Text("doctor.unknown")
	}
	fmt.Fprintf(w, "%s %s   %s\n", terminal.Pad(name, 9), w.style(bold, head), terminal.Sanitize(origin(v.Origin, v.Place)))
	for _, r := range v.Ladder {
		if r.State == "in_force" {
			continue
		}
		state := lang.Text("doctor.state." + r.State)
		if r.Reason != "" {
			state = lang.Text("doctor.ignored", lang.Text("doctor.reason."+r.Reason))
		}
		fmt.Fprintf(w, "%-9s   %s   %s\n", "", w.style(struck, terminal.Sanitize(r.Value)), list(terminal.Sanitize(origin(r.Origin, r.Place)), state))
	}
}

func (w *writer) style(on, text string) string {
	if !w.styles {
		return text
	}
	return on + text + plain
}

func (w *writer) hook(h Hook) {
	said := []string{lang.Text("doctor.silent")}
	if h.State == "on" || h.State == "off" {
		said[0] = lang.Text("doctor.hook_state." + h.State)
	}
	if h.Shell != "" {
		said = append(said, h.Shell)
	}
	if h.Multiplexer != "" {
		said = append(said, lang.Text("doctor.inside", h.Multiplexer))
	}
	if h.Nested {
		said = append(said, lang.Text("doctor.nested"))
	}
	w.row(lang.Text("doctor.hook"), list(said...))
	w.row("cxhook", h.Version+"  "+h.Self)
	if h.Codex != "" {
		w.row("codex", h.CodexVersion+"  "+h.Codex)
	}
	w.row(lang.Text("doctor.settings"), h.Settings)
}

func (w *writer) finding(f Finding) {
	fmt.Fprintf(w, "%s  %s\n", w.style(bold, lang.Text("doctor.severity."+string(f.Severity))), terminal.Sanitize(f.Text.Text()))
	if f.File != "" {
		fmt.Fprintf(w, "    %s  %s\n", lang.Text("doctor.at"), terminal.Sanitize(f.Place.String()))
	}
	if !f.Cure.IsZero() {
		fmt.Fprintf(w, "    %s  %s\n", lang.Text("doctor.cure"), terminal.Sanitize(f.Cure.Text()))
	}
}

func (w *writer) summary(r Report) {
	count := map[Severity]int{}
	for _, f := range r.Findings {
		count[f.Severity]++
	}
	if count[Problem]+count[Warning] == 0 {
		w.WriteString(lang.Text("doctor.well", counted(count[Note], "note")) + "\n")
		return
	}
	w.WriteString(lang.Text("doctor.summary", counted(count[Problem], "problem"), counted(count[Warning], "warning"), counted(count[Note], "note")) + "\n")
}

func counted(n int, what string) string {
	if n == 1 {
		return lang.Text("doctor.one." + what)
	}
	return lang.Text("doctor.several."+what, n)
}

func origin(kind string, at Place) string {
	switch {
	case kind == "":
		return ""
	case at.File == "":
		return lang.Text("doctor.origin." + kind)
	}
	return lang.Text("doctor.origin."+kind) + " " + at.String()
}

// list puts short texts behind each other.
func list(said ...string) string { return strings.Join(said, lang.Text("separator.comma")) }
