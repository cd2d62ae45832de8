package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/importer"
	"github.com/cxhook/cxhook/history/notebook"
)

// Page is everything that the statistics show.
type Page struct {
	notebook.Stats
	Advice   forecast.Advice
	Imported importer.Report
	Now      time.Time // in the time zone that is shown
}

// nothing is said when there is no turn to count.
const nothing = "no turns of codex yet: this notebook fills itself from Codex's session files\n"

// Text draws a page for a terminal of 60 columns or more.
func Text(p Page, s Style) string {
	if len(p.Models) == 0 {
		return nothing + p.files()
	}
	main := mostRefusing(p.Models)
	text := fmt.Sprintf("%s, by hour and weekday, %s\n\n", main.Name, p.span())
	text += HeatMap(Week(main), s) + "\n"
	text += Table(p.rows()) + "\n"
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

// Week gives the heat of a model.
func Week(m notebook.Model) Heat {
	h := Heat{Model: m.Name}
	for day := range days {
		for hour := range hours {
			c := m.Hours[(day+1)%days][hour] // time.Weekday begins on Sunday
			h.Cells[day][hour] = Cell{c.Asked(), c.Refused}
		}
	}
	return h
}

func (p Page) span() string {
	if p.Since.IsZero() {
		return "all of the time"
	}
	return fmt.Sprintf("the last %.0f days", p.Now.Sub(p.Since).Hours()/24)
}

func (p Page) rows() [][]string {
	rows := [][]string{{"model", " turns", " answered", " refused", " rate"}}
	for _, m := range p.Models {
		rate := forecast.Percent(m.Rate())
		switch {
		case m.Asked() == 0:
			rate = "-"
		case m.Few():
			rate = "few"
		}
		rows = append(rows, []string{m.Name, fmt.Sprint(m.Turns), fmt.Sprint(m.Answered), fmt.Sprint(m.Refused), rate})
	}
	return rows
}

func (p Page) habits() (text string) {
	for _, m := range p.Models {
		text += habit("crowded", m.Name, m.Crowded) + habit("golden", m.Name, m.Golden)
		if o := m.Outage; o != nil {
			from, to := o.From.In(p.Now.Location()), o.To.In(p.Now.Location())
			text += fold(fmt.Sprintf("outage   %s: %s–%s, %d refused in a row", m.Name, from.Format("2 Jan 15:04"), to.Format("15:04"), o.Refusals))
		}
	}
	return text
}

func habit(word, model string, spans []forecast.Span) string {
	if len(spans) == 0 {
		return ""
	}
	text := fmt.Sprintf("%-8s %s:", word, model)
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
		kind := " working days "
		if weekends {
			kind = " weekends "
		}
		text += kind + strings.Join(list, ", ") + ";"
	}
	return fold(strings.TrimSuffix(text, ";"))
}

func clock(s forecast.Span) string {
	if s.From == 0 && s.To == hours {
		return "all day"
	}
	return s.Clock()
}

func (p Page) fallbacks() (text string) {
	for _, f := range p.Fallbacks {
		text += fold(fmt.Sprintf("instead  %s after %s: worked %d of %d times", f.To, f.From, f.Worked, f.Tried))
	}
	return text
}

func (p Page) advice() string { return Advice("now", p.Advice) }

// Advice writes which model to use, and why, behind a word of at most eight columns that
// says when, such as "now" or "15:00"; then what changes in the hours after that.
func Advice(when string, a forecast.Advice) string {
	text := fold(fmt.Sprintf("%-8s use %s: %s", when, a.Model, a.Reason))
	if len(a.Next) > 0 {
		hours := "next    "
		before := ""
		for _, h := range a.Next {
			if h.Model != before {
				hours += fmt.Sprintf(" from %s %s;", h.At.Format("15:04"), h.Model)
			}
			before = h.Model
		}
		text += fold(strings.TrimSuffix(hours, ";"))
	}
	return text
}

func (p Page) files() string {
	i := p.Imported
	text := fmt.Sprintf("files    %d", i.Files)
	for _, reason := range []string{importer.Compressed, importer.Foreign, importer.Unreadable} {
		if n := i.Skipped[reason]; n > 0 {
			text += fmt.Sprintf("; skipped as %s: %d", reason, n)
		}
	}
	if i.Lines > 0 {
		text += fmt.Sprintf("; lines that could not be read: %d", i.Lines)
	}
	text = fold(text)
	turns, refused := 0, 0
	for _, m := range p.Models {
		turns += m.Hidden.Turns
		refused += m.Hidden.Refused
	}
	if turns > 0 {
		text += fold(fmt.Sprintf("hidden   %d turns of titles, reviewers and sub-agents, %d refused, are not counted", turns, refused))
	}
	return text
}

// columns is the width that everything fits.
const columns = 60

// fold ends a line and breaks it at spaces; the rows after the first are indented as far as
// the text behind the first word.
func fold(text string) string {
	const indent = "         "
	var b strings.Builder
	width := 0
	for i, word := range strings.Split(text, " ") {
		n := len([]rune(word))
		switch {
		case i == 0:
		case width+1+n > columns:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	return b.String() + "\n"
}
