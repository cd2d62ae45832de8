package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/history"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/importer"
	"github.com/cxhook/cxhook/history/notebook"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/terminal"
)

// Page is everything that the statistics show.
type Page struct {
	notebook.Stats
	Advice   forecast.Advice
	Imported importer.Report
	Now      time.Time // in the time zone that is shown
}

// Text draws a page for a terminal of 60 columns or more.
func Text(p Page, s Style) string {
	if len(p.Models) == 0 {
		return lang.Text("stats.nothing") + "\n" + p.files()
	}
	main := mostRefusing(p.Models)
	text := lang.Text("stats.title", terminal.Sanitize(main.Name), p.span()) + "\n\n"
	text += heatMap(weekOf(main), s) + "\n"
	text += table(p.rows()) + p.footnote() + "\n"
	text += p.habits() + p.fallbacks() + p.advice() + p.files()
	return text
}

// mostRefusing is the model whose hours are worth a picture: the one with the most
// refusals, else the most used one.
func mostRefusing(models []notebook.Model) notebook.Model {
	most := models[0]
	for _, m := range models {
		if m.Refused > most.Refused {
			most = m
		}
	}
	return most
}

// weekOf gives the heat of a model.
func weekOf(m notebook.Model) heat {
	h := heat{model: m.Name}
	for day := range days {
		for hour := range hours {
			c := m.Hours[(day+1)%days][hour] // time.Weekday begins on Sunday
			h.cells[day][hour] = cell{c.Asked(), c.Refused}
		}
	}
	return h
}

func (p Page) span() string {
	if p.Since.IsZero() {
		return lang.Text("stats.all_time")
	}
	return lang.Text("stats.last_days", p.Now.Sub(p.Since).Hours()/24)
}

func (p Page) rows() [][]string {
	rows := [][]string{{
		lang.Text("stats.model"), " " + lang.Text("stats.turns"), " " + lang.Text("stats.answered"), " " + lang.Text("stats.refused"), " " + lang.Text("stats.rate"), " " + lang.Text("stats.other"),
	}}
	for _, m := range p.Models {
		rate := percent(m.Rate())
		switch {
		case m.Asked() == 0:
			rate = "-"
		case m.Few():
			rate = lang.Text("stats.few")
		}
		refused := fmt.Sprint(m.Refused)
		if m.Unanswered > 0 {
			refused += "*"
		}
		rows = append(rows, []string{m.Name, fmt.Sprint(m.Turns), fmt.Sprint(m.Answered), refused, rate, fmt.Sprint(m.Turns - m.Asked())})
	}
	return rows
}

// footnote says what the number of refusals may leave out.
func (p Page) footnote() string {
	unanswered := 0
	for _, m := range p.Models {
		unanswered += m.Unanswered
	}
	if unanswered == 0 {
		return ""
	}
	return told("*", lang.Text("stats.footnote", unanswered))
}

// other says what became of the turns that were neither answered nor refused.
func other(m notebook.Model) string {
	var parts []string
	for _, class := range slices.SortedFunc(maps.Keys(m.Errors), func(a, b string) int { return cmp.Or(m.Errors[b]-m.Errors[a], cmp.Compare(a, b)) }) {
		if class != history.Unknown {
			parts = append(parts, lang.Text("stats.outcome.class", m.Errors[class], class))
		}
	}
	for _, kind := range []struct {
		key string
		n   int
	}{{"failed", m.Errors[history.Unknown]}, {"aborted", m.Aborted}, {"unanswered", m.Unanswered}, {"running", m.Running}} {
		if kind.n > 0 {
			parts = append(parts, lang.Text("stats.outcome."+kind.key, kind.n))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return told(lang.Text("stats.other"), m.Name+lang.Text("separator.colon")+strings.Join(parts, lang.Text("separator.comma")))
}

func (p Page) habits() (text string) {
	for _, m := range p.Models {
		text += other(m) + habit(lang.Text("stats.crowded"), m.Name, m.Crowded) + habit(lang.Text("stats.golden"), m.Name, m.Golden)
		if o := m.Outage; o != nil {
			from, to := o.From.In(p.Now.Location()), o.To.In(p.Now.Location())
			text += told(lang.Text("stats.outage"), lang.Text("stats.outage_told", m.Name, from.Format(lang.Text("stats.day_form")), to.Format("15:04"), o.Refusals))
		}
	}
	return text
}

func habit(word, model string, spans []forecast.Span) string {
	if len(spans) == 0 {
		return ""
	}
	var kinds []string
	for _, weekends := range []bool{false, true} {
		var list []string
		for _, s := range spans {
			if s.Weekend == weekends {
				list = append(list, clock(s))
			}
		}
		if len(list) == 0 {
			continue
		}
		kind := lang.Text("stats.working_days")
		if weekends {
			kind = lang.Text("stats.weekends")
		}
		kinds = append(kinds, kind+" "+strings.Join(list, lang.Text("separator.comma")))
	}
	return told(word, model+lang.Text("separator.colon")+strings.Join(kinds, lang.Text("separator.semicolon")))
}

func clock(s forecast.Span) string {
	if s.From == 0 && s.To == hours {
		return lang.Text("stats.all_day")
	}
	return s.Clock()
}

func (p Page) fallbacks() (text string) {
	for _, f := range p.Fallbacks {
		text += told(lang.Text("stats.instead"), lang.Text("stats.instead_told", f.To, f.From, f.Worked, f.Tried))
	}
	return text
}

func (p Page) advice() string { return Advice(lang.Text("stats.now"), p.Advice) }

// Advice writes which model to use, and why, behind a word of at most eight columns that
// says when, such as "now" or "15:00"; then what changes in the hours after that.
func Advice(when string, a forecast.Advice) string {
	if a.Model == "" {
		return told(when, lang.Text("stats.no_model", a.Reason.Text()))
	}
	text := told(when, lang.Text("stats.use", a.Model, a.Reason.Text()))
	if len(a.Next) > 0 {
		var hours []string
		before := ""
		for _, h := range a.Next {
			if h.Model != before {
				hours = append(hours, lang.Text("stats.from", h.At.Format("15:04"), h.Model))
			}
			before = h.Model
		}
		text += told(lang.Text("stats.next"), strings.Join(hours, lang.Text("separator.semicolon")))
	}
	return text
}

func (p Page) files() string {
	i := p.Imported
	parts := []string{fmt.Sprint(i.Files)}
	for _, reason := range []string{importer.Compressed, importer.Foreign, importer.Unreadable} {
		if n := i.Skipped[reason]; n > 0 {
			parts = append(parts, lang.Text("stats.skipped", lang.Text("stats.skip."+reason), n))
		}
	}
	if i.Lines > 0 {
		parts = append(parts, lang.Text("stats.unread_lines", i.Lines))
	}
	text := told(lang.Text("stats.files"), strings.Join(parts, lang.Text("separator.semicolon")))
	turns, refused := 0, 0
	for _, m := range p.Models {
		turns += m.Hidden.Turns
		refused += m.Hidden.Refused
	}
	if turns > 0 {
		text += told(lang.Text("stats.hidden"), lang.Text("stats.hidden_told", turns, refused))
	}
	return text
}

// columns is the width that everything fits.
const columns = 60

// told writes a text behind a word of at most eight columns and folds it; the rows after the first are indented as far
// as the text.
func told(word, text string) string {
	const indent = 9
	lines := terminal.Fold(terminal.Sanitize(text), columns-indent)
	return terminal.Pad(word, indent) + strings.Join(lines, "\n"+strings.Repeat(" ", indent)) + "\n"
}
