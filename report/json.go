package report

import (
	"time"

	"github.com/cxhook/cxhook/history"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/importer"
	"github.com/cxhook/cxhook/history/notebook"
)

// Document is a page as one JSON object. Times are RFC 3339 in UTC; hours and
// weekdays are those of local time, UTCOffset ahead of UTC now.
type Document struct {
	Since     string              `json:"since"` // "": all there is
	Until     time.Time           `json:"until"`
	UTCOffset string              `json:"utc_offset"` // such as "+01:00"
	Models    []ModelDocument     `json:"models"`
	Fallbacks []notebook.Fallback `json:"fallbacks"`
	Advice    AdviceDocument      `json:"advice"`
	Import    importer.Report     `json:"import"`
}

// ModelDocument is one model of a Document.
type ModelDocument struct {
	Model string `json:"model"`
	history.Counts
	Errors  map[string]int `json:"errors"` // the failed turns by the class of their error
	Rate    float64        `json:"rate"`   // refused / (answered + refused)
	Few     bool           `json:"few"`    // the rate rests on fewer than 20 turns
	Hidden  history.Counts `json:"hidden"` // turns of threads that no user talks to
	Hours   []HourDocument `json:"hours"`  // those with a turn
	Crowded []SpanDocument `json:"crowded"`
	Golden  []SpanDocument `json:"golden"`
	Outage  OutageDocument `json:"longest_outage"`
}

// HourDocument is one cell of the heat map.
type HourDocument struct {
	Weekday  string `json:"weekday"` // monday … sunday
	Hour     int    `json:"hour"`
	Answered int    `json:"answered"`
	Refused  int    `json:"refused"`
}

// SpanDocument is a range of hours on all days of a kind.
type SpanDocument struct {
	Days           string  `json:"days"` // working_days, weekends
	From           int     `json:"from"` // hour, 0 to 23
	To             int     `json:"to"`   // hour, 1 to 24; before from: over midnight
	Rate           float64 `json:"rate"`
	forecast.Count         // in these hours, in eight weeks
}

// OutageDocument is a time in which every turn was refused; without one both
// times are "".
type OutageDocument struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Refusals int    `json:"refusals"`
}

// AdviceDocument is the advice for a time.
type AdviceDocument struct {
	At      time.Time       `json:"at"`
	Model   string          `json:"model"` // "" if there is none
	Enough  bool            `json:"enough_data"`
	Reason  string          `json:"reason"`
	Ranking []RankDocument  `json:"ranking"`
	Next    []AheadDocument `json:"next"`
}

// RankDocument is one candidate, best first.
type RankDocument struct {
	Model        string  `json:"model"`
	Risk         float64 `json:"risk"` // turns_refused / turns; 0 without a turn
	Few          bool    `json:"few"`  // fewer than ten turns
	Refused      bool    `json:"refused_lately"`
	Turns        int     `json:"turns"`
	TurnsRefused int     `json:"refused"`
	All          int     `json:"turns_all"`   // at all hours
	AllRefused   int     `json:"refused_all"` // of them
}

// AheadDocument is the advice for one of the next hours.
type AheadDocument struct {
	At    time.Time `json:"at"`
	Model string    `json:"model"`
	Risk  float64   `json:"risk"` // as in RankDocument
	forecast.Count
}

// JSON gives a page as a document.
func JSON(p Page) Document {
	d := Document{
		Until: p.Now.UTC(), UTCOffset: p.Now.Format("-07:00"), Models: []ModelDocument{}, Fallbacks: append([]notebook.Fallback{}, p.Fallbacks...),
		Advice: AdviceJSON(p.Advice), Import: p.Imported,
	}
	if !p.Since.IsZero() {
		d.Since = stamp(p.Since)
	}
	for _, m := range p.Models {
		d.Models = append(d.Models, modelDocument(m))
	}
	return d
}

func modelDocument(m notebook.Model) ModelDocument {
	d := ModelDocument{
		Model: m.Name, Counts: m.Counts, Errors: m.Errors, Rate: round(m.Rate()), Few: m.Few(),
		Hidden: m.Hidden, Hours: hoursOf(m.Hours), Crowded: spansOf(m.Crowded), Golden: spansOf(m.Golden),
	}
	if d.Errors == nil {
		d.Errors = map[string]int{}
	}
	if o := m.Outage; o != nil {
		d.Outage = OutageDocument{stamp(o.From), stamp(o.To), o.Refusals}
	}
	return d
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func hoursOf(cells [7][24]history.Counts) []HourDocument {
	list := []HourDocument{}
	for day := range days {
		for hour := range hours {
			if c := cells[(day+1)%days][hour]; c.Asked() > 0 {
				list = append(list, HourDocument{weekdays[day], hour, c.Answered, c.Refused})
			}
		}
	}
	return list
}

func spansOf(spans []forecast.Span) []SpanDocument {
	list := []SpanDocument{}
	for _, s := range spans {
		kind := "working_days"
		if s.Weekend {
			kind = "weekends"
		}
		list = append(list, SpanDocument{kind, s.From, s.To, round(s.Share()), s.Count})
	}
	return list
}

// AdviceJSON gives advice as a document.
func AdviceJSON(a forecast.Advice) AdviceDocument {
	d := AdviceDocument{At: a.At.UTC(), Model: a.Model, Enough: a.Enough, Reason: a.Reason.String(), Ranking: []RankDocument{}, Next: []AheadDocument{}}
	for _, e := range a.Ranking {
		d.Ranking = append(d.Ranking, RankDocument{
			e.Model, round(e.Hour.Share()), e.Few(), e.Refused, e.Hour.Turns, e.Hour.Refused, e.All.Turns, e.All.Refused,
		})
	}
	for _, h := range a.Next {
		d.Next = append(d.Next, AheadDocument{h.At.UTC(), h.Model, round(h.Hour.Share()), h.Hour})
	}
	return d
}

// round keeps a tenth of a percent.
func round(share float64) float64 { return float64(int(share*1000+0.5)) / 1000 }
