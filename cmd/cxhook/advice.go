package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/pacing"
	"github.com/cxhook/cxhook/lang"
)

// advisor answers which model to use at a time. Without a table it knows nothing.
type advisor struct {
	table *forecast.Table
	at    time.Time
}

// openAdvisor brings the history up to date and learns from it. After an error the advisor
// knows nothing and may be asked all the same.
func openAdvisor(c *cobra.Command, at time.Time) (advisor, error) {
	n, _, err := openNotebook(c, true)
	if err != nil {
		return advisor{at: at}, err
	}
	defer n.Close()
	return advisor{n.Table, at}, nil
}

// refused are the models refused a moment before that time, none for a later one.
func (a advisor) refused() map[string]bool {
	if time.Until(a.at).Abs() >= pacing.Recent {
		return nil
	}
	return pacing.Open(pacing.Path()).RecentlyRefused(a.at)
}

func (a advisor) advise(models []string) forecast.Advice {
	table := a.table
	if table == nil {
		table = forecast.New(time.Now())
	}
	return table.Advise(models, a.refused(), a.at)
}

// tell advises among the tiers, or without them the model in force and what would be
// offered instead of it.
func (a advisor) tell(tiers []config.Entry, list []offered, inForce string) forecast.Advice {
	var models []string
	add := func(model string) {
		if model != "" && !slices.Contains(models, model) {
			models = append(models, model)
		}
	}
	for _, e := range tiers {
		add(e.Model)
	}
	if len(tiers) == 0 {
		add(inForce)
		for _, o := range list {
			add(o.Model)
		}
	}
	return a.advise(models)
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
		return now, fmt.Errorf("--at %q: write 15:04, 2006-01-02 15:04 or a time of RFC 3339", s)
	}
	t := time.Date(now.Year(), now.Month(), now.Day(), clock.Hour(), clock.Minute(), 0, 0, now.Location())
	if t.Before(now.Truncate(time.Minute)) {
		t = time.Date(now.Year(), now.Month(), now.Day()+1, clock.Hour(), clock.Minute(), 0, 0, now.Location())
	}
	return t, nil
}
