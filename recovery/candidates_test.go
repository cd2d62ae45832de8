package recovery

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/history/forecast"
)

var catalogue = []codex.Model{
	{Slug: "gpt-6.2-sol", Visible: true, ContextWindow: 500_000, Efforts: []string{"low", "high", "ultra"}},
	{Slug: "gpt-6.2-astra", Visible: true, ContextWindow: 500_000},
	{Slug: "gpt-6-sol", Visible: true, ContextWindow: 272_000, Efforts: []string{"low", "high", "ultra"}},
	{Slug: "gpt-6-luna", Visible: true, ContextWindow: 500_000, Efforts: []string{"low", "high"}},
	{Slug: "gpt-5.6-sol", Visible: true, ContextWindow: 500_000},
	{Slug: "codex-auto-review"},
}

var tiers = []config.Entry{{Model: "gpt-6-luna"}, {Model: "deepseek-v4", Provider: "deepseek"}, {Model: "gpt-6-luna"}}

func names(s ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range s {
		m[n] = true
	}
	return m
}

// offered are the candidates with their notes in parentheses.
func offered(s Situation) (list []string) {
	for _, c := range Candidates(s) {
		name := c.Model
		if c.Note != "" {
			name += " (" + c.Note + ")"
		}
		list = append(list, name)
	}
	return list
}

func TestTheOrderOfTheCandidates(t *testing.T) {
	long := rollout.Session{Tokens: 300_000, Turns: make([]rollout.Turn, 1)}
	ultra := rollout.Session{}
	ultra.Now.Effort = "ultra"
	tests := []struct {
		name string
		in   Situation
		want []string
	}{
		{"tiers keep their order and come once",
			Situation{Tiers: tiers, Catalogue: catalogue, Model: "gpt-5.6-sol"},
			[]string{"gpt-6-luna", "deepseek-v4 (provider deepseek)"}},
		{"a tier refused in this run is not offered",
			Situation{Tiers: tiers, Refused: names("gpt-6-luna")},
			[]string{"deepseek-v4 (provider deepseek)"}},
		{"a tier refused elsewhere a moment ago comes last",
			Situation{Tiers: tiers, Crowded: names("gpt-6-luna")},
			[]string{"deepseek-v4 (provider deepseek)", "gpt-6-luna (refused a moment ago)"}},
		{"without tiers the family first, the nearest generation before the others",
			Situation{Catalogue: catalogue, Model: "gpt-5.6-sol"},
			[]string{"gpt-6-sol", "gpt-6.2-sol", "gpt-6.2-astra", "gpt-6-luna"}},
		{"a model refused elsewhere a moment ago is not offered",
			Situation{Catalogue: catalogue, Model: "gpt-5.6-sol", Crowded: names("gpt-6-sol", "gpt-6-luna")},
			[]string{"gpt-6.2-sol", "gpt-6.2-astra"}},
		{"a model that the conversation does not fit comes last, and says so",
			Situation{Catalogue: catalogue, Model: "gpt-5.6-sol", Session: long},
			[]string{"gpt-6.2-sol", "gpt-6.2-astra", "gpt-6-luna", "gpt-6-sol (will compact first)"}},
		{"an effort that a model lacks is said",
			Situation{Tiers: []config.Entry{{Model: "gpt-6-sol"}, {Model: "gpt-6-luna"}}, Catalogue: catalogue, Session: ultra},
			[]string{"gpt-6-sol", "gpt-6-luna (effort high)"}},
		{"a model that is not for this account is not offered",
			Situation{Tiers: tiers[:2], Barred: names("gpt-6-luna")},
			[]string{"deepseek-v4 (provider deepseek)"}},
		{"a name that codex does not list is doubted",
			Situation{Tiers: []config.Entry{{Model: "GPT-6-SOL"}, {Model: "gpt-6-lunna"}, {Model: "other"}}, Catalogue: catalogue},
			[]string{"GPT-6-SOL (did you mean gpt-6-sol?)", "gpt-6-lunna (did you mean gpt-6-luna?)", "other (unknown to codex)"}},
		{"but the refused model is not what was meant",
			Situation{Tiers: []config.Entry{{Model: "gpt-6-so"}}, Catalogue: catalogue, Model: "gpt-6-sol"}, []string{"gpt-6-so (unknown to codex)"}},
		{"a release without a catalogue offers the tiers", Situation{Tiers: tiers[:1]}, []string{"gpt-6-luna"}},
		{"neither tiers nor catalogue", Situation{Model: "gpt-5.6-sol"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, offered(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// learned is a history in which a model was refused as often as told, of 20 turns each.
func learned(now time.Time, refused map[string]int) func([]string, bool) forecast.Advice {
	table := forecast.New(now)
	for model, n := range refused {
		table.Add(model, now.Add(-2*time.Hour), 20, n)
	}
	return func(models []string, own bool) forecast.Advice {
		return table.Advise(forecast.Question{Models: models, Own: own, At: now})
	}
}

func TestWithoutTiersTheHistoryOrdersTheCandidates(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	known := map[string]int{"gpt-6-sol": 18, "gpt-6.2-sol": 16, "gpt-6.2-astra": 0, "gpt-6-luna": 1}
	long := rollout.Session{Tokens: 300_000, Turns: make([]rollout.Turn, 1)}
	tests := []struct {
		name string
		in   Situation
		want []string
	}{
		{"those that refuse least come first, about equal ones in the usual order",
			Situation{Catalogue: catalogue, Model: "gpt-5.6-sol", Advise: learned(now, known)},
			[]string{"gpt-6.2-astra", "gpt-6-luna", "gpt-6.2-sol", "gpt-6-sol"}},
		{"without enough data the usual order stays",
			Situation{Catalogue: catalogue, Model: "gpt-5.6-sol", Advise: learned(now, nil)},
			[]string{"gpt-6-sol", "gpt-6.2-sol", "gpt-6.2-astra", "gpt-6-luna"}},
		{"tiers are the user's own order",
			Situation{Tiers: []config.Entry{{Model: "gpt-6-sol"}, {Model: "gpt-6-luna"}}, Advise: learned(now, known)},
			[]string{"gpt-6-sol", "gpt-6-luna"}},
		{"a model that the conversation does not fit stays last, however free",
			Situation{Catalogue: catalogue, Model: "gpt-5.6-sol", Session: long,
				Advise: learned(now, map[string]int{"gpt-6-sol": 0, "gpt-6.2-sol": 16, "gpt-6.2-astra": 16, "gpt-6-luna": 1})},
			[]string{"gpt-6-luna", "gpt-6.2-sol", "gpt-6.2-astra", "gpt-6-sol (will compact first)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, offered(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
	best := Candidates(tests[0].in)[0]
	if want := "in Codex's catalogue, no turns at this hour yet (refused 0 of 20 in all)"; best.Reason.String() != want {
		t.Errorf("reason %q, want %q", best.Reason, want)
	}
}

func TestNotesAdviseByTheSummaryOfTheLastImport(t *testing.T) {
	notes := NotesIn(t.TempDir())
	models := []string{"gpt-6-sol", "gpt-6-luna"}
	if notes.Advise(models, false).Enough {
		t.Error("advice from nothing")
	}
	now := time.Now()
	table := forecast.New(now)
	table.Add("gpt-6-sol", now.Add(-time.Minute), 20, 18)
	table.Add("gpt-6-luna", now.Add(-time.Minute), 20, 0)
	if err := table.Save(notes.Summary); err != nil {
		t.Fatal(err)
	}
	if a := notes.Advise(models, false); !a.Enough || a.Model != "gpt-6-luna" {
		t.Errorf("%+v", a)
	}
}

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
