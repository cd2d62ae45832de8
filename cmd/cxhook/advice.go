package main

import (
	"sync"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/pacing"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/recovery"
)

// advisor answers which model to use here at a time, and what the bar would offer instead of one, as a run does it: from
// the summary that the last import left. Whoever wants to know the newest turns opens the notebook first.
type advisor struct {
	tiers     []config.Entry
	catalogue func() []codex.Model // waits for it; nil if it cannot be had
	at        time.Time
	table     func() *forecast.Table
}

// newAdvisor makes one for a time.
func newAdvisor(tiers []config.Entry, catalogue func() []codex.Model, at time.Time) advisor {
	return advisor{tiers, catalogue, at, sync.OnceValue(func() *forecast.Table {
		table, err := forecast.Load(forecast.SummaryPath(), time.Now())
		if err != nil {
			complain(err)
		}
		return table
	})}
}

// refused are the models refused a moment before that time, none for a later one.
func (a advisor) refused() map[string]bool {
	if time.Until(a.at).Abs() >= pacing.Recent {
		return nil
	}
	return pacing.Open(pacing.Path()).RecentlyRefused(a.at)
}

func (a advisor) advise(models []string, own bool) forecast.Advice {
	return a.table().Advise(forecast.Question{Models: models, Own: own, Refused: a.refused(), At: a.at})
}

// recommend gives what would be offered instead of a model, best first, and which one to use. without are models that
// are refused besides.
func (a advisor) recommend(model string, without ...string) ([]recovery.Candidate, forecast.Advice) {
	refused := map[string]bool{}
	for _, m := range without {
		refused[m] = true
	}
	return recovery.Recommend(recovery.Situation{
		Tiers:     a.tiers,
		Catalogue: a.catalogue(),
		Model:     model,
		Refused:   refused,
		Crowded:   a.refused(),
		Barred:    pacing.Open(pacing.Path()).MayNotUse(a.at),
		Advise:    a.advise,
	})
}

// instead is the model to take in place of one, "" if there is none. What Codex itself would rather replace is none.
func (a advisor) instead(model string, without ...string) string {
	list, _ := a.recommend(model, append(without, model)...)
	for _, c := range list {
		entry, match := codex.Lookup(a.catalogue(), c.Model)
		if c.Provider == "" && (match != codex.MatchExact || entry.Upgrade == "") {
			return c.Model
		}
	}
	return ""
}

// word says when, in at most eight columns.
func (a advisor) word(asked string) string {
	if asked == "" {
		return lang.Text("stats.now")
	}
	return a.at.Format("15:04")
}

// parseTime reads a local time; one without a day is the next such time. "" is now.
func parseTime(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return now, nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.In(now.Location()), nil
	}
	if t, err := time.ParseInLocation("2006-01-02 15:04", s, now.Location()); err == nil {
		return t, nil
	}
	clock, err := time.Parse("15:04", s)
	if err != nil {
		return now, lang.Errorf("error.at", s)
	}
	t := time.Date(now.Year(), now.Month(), now.Day(), clock.Hour(), clock.Minute(), 0, 0, now.Location())
	if t.Before(now.Truncate(time.Minute)) {
		t = time.Date(now.Year(), now.Month(), now.Day()+1, clock.Hour(), clock.Minute(), 0, 0, now.Location())
	}
	return t, nil
}
