package recovery

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/forecast"
)

// histories are tables of several shapes, by name, for a Friday noon.
func histories(now time.Time) map[string]*forecast.Table {
	list := map[string]*forecast.Table{"empty": forecast.New(now), "one model": forecast.New(now), "thin": forecast.New(now), "big": forecast.New(now)}
	list["one model"].Add("gpt-6-luna", now.Add(-24*time.Hour), 823, 33)
	for i, m := range catalogue {
		list["thin"].Add(m.Slug, now.Add(-time.Duration(i*5)*time.Hour), 7, i)
		for hour := 1; hour < 8*7*24; hour += 1 + i {
			refused := 0
			if at := now.Add(-time.Duration(hour) * time.Hour); at.Hour()/4 == i {
				refused = 3
			}
			list["big"].Add(m.Slug, now.Add(-time.Duration(hour)*time.Hour), 4, refused)
		}
	}
	return list
}

func TestTheBarOffersWhatIsRecommendedInThatOrder(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	own := []config.Entry{{Model: "gpt-6-luna"}, {Model: "gpt-6.2-sol"}, {Model: "gpt-5.6-sol"}, {Model: "gpt-6-sol"}}
	for name, table := range histories(now) {
		for _, tiers := range [][]config.Entry{nil, own} {
			for _, model := range []string{"gpt-5.6-sol", "gpt-6-luna", "gpt-6.2-sol", "other"} {
				for hour := range 24 {
					at := now.Add(time.Duration(hour) * time.Hour)
					s := Situation{Tiers: tiers, Catalogue: catalogue, Model: model, Advise: func(models []string, own bool) forecast.Advice {
						return table.Advise(forecast.Question{Models: models, Own: own, At: at})
					}}
					_, advice := Recommend(s)
					var want, got []string
					for _, e := range advice.Ranking {
						want = append(want, e.Model)
					}
					want = slices.DeleteFunc(want, func(m string) bool { return m == model })
					s.Refused = names(model) // as it is when the bar comes
					for _, c := range Candidates(s) {
						got = append(got, c.Model)
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%s, %d tiers, instead of %s at %v: %s", name, len(tiers), model, at, diff)
					}
				}
			}
		}
	}
}

func TestATierThatIsUsuallyCrowdedNowComesLast(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	table := forecast.New(now)
	for day := range 28 {
		table.Add("gpt-6-sol", now.Add(-time.Duration(day*24)*time.Hour), 4, 3)
	}
	s := Situation{Tiers: []config.Entry{{Model: "gpt-6-sol"}, {Model: "gpt-6-luna"}}, Catalogue: catalogue}
	for at, want := range map[time.Time]string{
		now:                    "gpt-6-luna: backup tier, no turns yet; gpt-6-sol: main tier, refused 60 of 80 turns at this hour; ",
		now.Add(3 * time.Hour): "gpt-6-sol: main tier, no turns at this hour yet (refused 84 of 112 in all); gpt-6-luna: backup tier, no turns yet; ",
	} {
		s.Advise = func(models []string, own bool) forecast.Advice {
			return table.Advise(forecast.Question{Models: models, Own: own, At: at})
		}
		got := ""
		for _, c := range Candidates(s) {
			got += fmt.Sprintf("%s: %s; ", c.Model, c.Reason)
		}
		if got != want {
			t.Errorf("%v: %s", at, got)
		}
	}
}
