package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/lang"
)

// Incident is an error that ended a turn and that cxhook saw, with what was done about it.
type Incident struct {
	ID      string    `json:"incident"`
	At      time.Time `json:"at"`
	Model   string    `json:"model"` // "" if unknown
	Surface string    `json:"surface"`
	Task    string    `json:"task"`
	Class   string    `json:"class"` // of the error, as cxhook explain names it
	Session string    `json:"session"`
	Turn    string    `json:"turn"`
	Choices []Choice  `json:"choices"`
}

// Choice is one answer to an incident, and its outcome, "" if it never came.
type Choice struct {
	At      time.Time `json:"at"`
	Action  string    `json:"action"`
	Model   string    `json:"model"`
	Mode    string    `json:"mode"`
	By      string    `json:"by"`
	Outcome string    `json:"outcome"`
	Class   string    `json:"class"` // of the error of a failed outcome
	Ran     string    `json:"ran"`   // the model that was really asked
}

// Incidents joins records, which stand together by incident, in their order.
func Incidents(records []journal.Record) (list []Incident) {
	for _, r := range records {
		if n := len(list); n == 0 || list[n-1].ID != r.Incident {
			list = append(list, Incident{ID: r.Incident, At: r.At, Choices: []Choice{}})
		}
		i := &list[len(list)-1]
		switch r.Kind {
		case journal.KindIncident:
			i.At, i.Model, i.Surface, i.Task, i.Class, i.Session, i.Turn = r.At, r.Model, r.Surface, r.Task, r.Ended(), r.Session, r.Turn
		case journal.KindChoice:
			i.Choices = append(i.Choices, Choice{At: r.At, Action: string(r.Action), Model: r.Model, Mode: r.Mode, By: string(r.By)})
		case journal.KindResult:
			if n := len(i.Choices); n > 0 {
				c := &i.Choices[n-1]
				c.Outcome, c.Class, c.Ran = string(r.Outcome), r.Class, r.Model
			}
		}
	}
	return list
}

// Lines tells an incident in words, in the time zone zone. Names, which were read
// off screens, go through clean.
func (i Incident) Lines(zone *time.Location, clean func(string) string) string {
	model := clean(i.Model)
	if model == "" {
		model = lang.Text("history.model")
	}
	what := lang.Text("history.at_capacity", model)
	switch compact := i.Task == "remote_compact"; {
	case i.Class != journal.Capacity && compact:
		what = lang.Text("history.compact_failed", model, clean(i.Class))
	case i.Class != journal.Capacity:
		what = lang.Text("history.turn_failed", model, clean(i.Class))
	case compact:
		what = lang.Text("history.compact", model)
	}
	text := fmt.Sprintf("%s  %s\n", i.At.In(zone).Format("2006-01-02 15:04"), what)
	if len(i.Choices) == 0 {
		text += "                  " + lang.Text("history.no_answer") + "\n"
	}
	for _, c := range i.Choices {
		text += "                  " + clean(c.words()) + "\n"
	}
	return text
}

func (c Choice) words() string {
	text := c.Action
	switch c.Action {
	case "dismiss", "overtaken":
		text = lang.Text("history." + c.Action)
	case "switch", "fresh", "retry", "compact":
		text = strings.TrimSpace(lang.Text("history."+c.Action, c.Model))
	}
	if c.By == "policy" {
		text += lang.Text("separator.comma") + lang.Text("history.by_policy")
	}
	outcome := ""
	switch c.Outcome {
	case "worked":
		outcome = lang.Text("history.worked")
	case "refused":
		outcome = lang.Text("history.refused")
	case "failed":
		outcome = lang.Text("history.failed", c.Class)
	case "wrong_model":
		outcome = lang.Text("history.wrong_model", c.Ran)
	default:
		return text
	}
	return text + lang.Text("separator.colon") + outcome
}
