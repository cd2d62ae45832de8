package forecast

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/lang"
)

// noon is a Friday's, in a zone whose hours are not UTC's.
var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.FixedZone("", 5*3600+30*60))

// month fills a table with four turns an hour for four weeks before now; crowded
// says which are refused.
func month(now time.Time, crowded map[string]func(time.Time) bool) *Table {
	t := New(now)
	for model, is := range crowded {
		for at := now.Add(-28 * 24 * time.Hour); at.Before(now.Add(-2 * time.Hour)); at = at.Add(time.Hour) {
			refused := 0
			if is(at.In(t.Zone)) {
				refused = 3
			}
			t.Add(model, at, 4, refused)
		}
	}
	return t
}

func never(time.Time) bool { return false }

// office is ten to four on working days.
func office(at time.Time) bool {
	return !weekend(at.Weekday()) && at.Hour() >= 10 && at.Hour() < 16
}

// nightly is over midnight, every day.
func nightly(at time.Time) bool { return at.Hour() >= 22 || at.Hour() < 2 }

func models(a Advice) (list []string) {
	for _, e := range a.Ranking {
		list = append(list, e.Model)
	}
	return list
}

func TestTheMainModelIsAdvisedUnlessItIsCrowded(t *testing.T) {
	table := month(noon, map[string]func(time.Time) bool{"sol": office, "luna": never, "terra": nightly})
	candidates := []string{"sol", "luna", "terra"}
	for at, want := range map[time.Time]string{
		noon:                      "luna",
		noon.Add(-3 * time.Hour):  "sol", // nine o'clock
		noon.Add(8 * time.Hour):   "sol",
		noon.Add(24 * time.Hour):  "sol", // Saturday
		noon.Add(72 * time.Hour):  "luna",
		noon.Add(-96 * time.Hour): "luna",
	} {
		if a := table.Advise(Question{Models: candidates, At: at}); a.Model != want || !a.Enough {
			t.Errorf("%v: %+v, want %s", at, a, want)
		}
	}
	a := table.Advise(Question{Models: candidates, At: noon})
	if a.Reason.String() != "refused 0 of 80 turns at this hour, against sol: refused 60 of 80 turns at this hour" {
		t.Errorf("reason %q", a.Reason)
	}
	var next []string
	for _, h := range a.Next {
		next = append(next, h.At.Format("15:04 ")+h.Model)
	}
	if diff := cmp.Diff([]string{"13:00 luna", "14:00 luna", "15:00 luna", "16:00 sol", "17:00 sol", "18:00 sol"}, next); diff != "" {
		t.Error(diff)
	}
}

func TestAModelRefusedAMomentAgoComesLast(t *testing.T) {
	table := month(noon, map[string]func(time.Time) bool{"sol": never, "luna": never})
	a := table.Advise(Question{Models: []string{"sol", "luna", "terra"}, Refused: map[string]bool{"sol": true}, At: noon})
	if diff := cmp.Diff([]string{"luna", "terra", "sol"}, models(a)); diff != "" || a.Reason.String() != "sol was refused within the last ten minutes" {
		t.Errorf("%q %s", a.Reason, diff)
	}
	if a := table.Advise(Question{Models: []string{"sol"}, Refused: map[string]bool{"sol": true}, At: noon}); a.Model != "sol" || !strings.HasPrefix(a.Reason.String(), "every model was refused") {
		t.Errorf("%+v", a)
	}
}

func TestFewTurnsKeepTheUsersOrder(t *testing.T) {
	table := New(noon)
	table.Add("sol", noon.Add(-24*time.Hour), 10, 10)
	a := table.Advise(Question{Models: []string{"sol", "luna"}, At: noon})
	if a.Enough || a.Model != "sol" || !strings.HasPrefix(a.Reason.String(), "not enough data: 10 turns") || a.Next != nil {
		t.Errorf("%+v", a)
	}
	if a := table.Advise(Question{Models: []string{"sol", "luna"}, Refused: map[string]bool{"sol": true}, At: noon}); a.Model != "luna" {
		t.Errorf("refused a moment ago: %+v", a)
	}
	if a := table.Advise(Question{Models: nil, At: noon}); a.Model != "" || a.Reason.IsZero() || a.Next != nil {
		t.Errorf("nothing to choose from: %+v", a)
	}
}

// A number is a count of turns that were, at that hour: neither the hours beside it nor a guess have a part in it.
func TestWhatIsSaidOfAnHourIsWhatWas(t *testing.T) {
	table := New(noon)
	for week := range 8 {
		at := noon.Add(-time.Duration(week*7*24+24) * time.Hour) // Thursdays
		table.Add("sol", at, 10, 0)
		table.Add("sol", at.Add(time.Hour), 10, 9)
		table.Add("sol", at.Add(-5*time.Hour), 1, 1)
	}
	table.Add("luna", noon.Add(-8*time.Hour), 40, 1)
	said := func(model string, at time.Time) string {
		return table.Advise(Question{Models: []string{model}, At: at}).Ranking[0].Record().String()
	}
	for _, tt := range []struct {
		model, want string
		at          time.Time
	}{
		{"sol", "refused 0 of 80 turns at this hour", noon},
		{"sol", "refused 72 of 80 turns at this hour", noon.Add(time.Hour)},
		{"sol", "refused 8 of 8 turns at this hour", noon.Add(-5 * time.Hour)},
		{"sol", "no turns at this hour yet (refused 80 of 168 in all)", noon.Add(5 * time.Hour)},
		{"sol", "no turns at this hour yet (refused 80 of 168 in all)", noon.Add(24 * time.Hour)}, // Saturday
		{"luna", "no turns at this hour yet (refused 1 of 40 in all)", noon},
		{"never", "no turns yet", noon},
	} {
		if got := said(tt.model, tt.at); got != tt.want {
			t.Errorf("%s at %v: %q, want %q", tt.model, tt.at, got, tt.want)
		}
	}
}

// What proved good stands before what was never used, wherever in the list it was, and that before what is crowded.
func TestAModelNeverUsedStandsBehindThoseThatProvedGood(t *testing.T) {
	table := New(noon)
	table.Add("proved", noon.Add(-24*time.Hour), 823, 33)
	table.Add("crowded", noon.Add(-24*time.Hour), 20, 12)
	candidates := []string{"crowded", "new", "newer", "newest", "proved"}
	want := []string{"proved", "new", "newer", "newest", "crowded"}
	if diff := cmp.Diff(want, models(table.Advise(Question{Models: candidates, At: noon}))); diff != "" {
		t.Error(diff)
	}
	// One bad hour of one day takes nothing away from it.
	table.Add("proved", noon.Add(-48*time.Hour-3*time.Hour), 2, 2)
	if diff := cmp.Diff(want, models(table.Advise(Question{Models: candidates, At: noon.Add(-3 * time.Hour)}))); diff != "" {
		t.Error(diff)
	}
	// The user's own order gives way to a crowd alone.
	table.Add("crowded", noon.Add(-48*time.Hour), 20, 12)
	want = []string{"new", "newer", "newest", "proved", "crowded"}
	if diff := cmp.Diff(want, models(table.Advise(Question{Models: candidates, Own: true, At: noon}))); diff != "" {
		t.Error(diff)
	}
}

// What the bar offers instead of a model stands in the order of the advice among all.
func TestLeavingAModelOutChangesNothingBetweenTheOthers(t *testing.T) {
	table := month(noon, map[string]func(time.Time) bool{"sol": office, "luna": never, "terra": nightly})
	table.Add("astra", noon.Add(-time.Hour), 20, 2)
	table.Add("vega", noon.Add(-2*time.Hour), 20, 4)
	all := []string{"vega", "sol", "new", "astra", "luna", "terra"}
	for at := noon; at.Before(noon.Add(48 * time.Hour)); at = at.Add(time.Hour) {
		ranked := models(table.Advise(Question{Models: all, At: at}))
		for _, out := range all {
			without := func(list []string) []string {
				return slices.DeleteFunc(slices.Clone(list), func(m string) bool { return m == out })
			}
			if diff := cmp.Diff(without(ranked), models(table.Advise(Question{Models: without(all), At: at}))); diff != "" {
				t.Fatalf("%v without %s: %s", at, out, diff)
			}
		}
	}
}

func TestCrowdedAndGoldenHoursAreSpansOfLocalTime(t *testing.T) {
	table := month(noon, map[string]func(time.Time) bool{"office": office, "night": nightly, "free": never})
	spans := func(list []Span) (text []string) {
		for _, s := range list {
			day := "working days "
			if s.Weekend {
				day = "weekends "
			}
			text = append(text, day+s.Clock())
		}
		return text
	}
	for _, tt := range []struct {
		model           string
		crowded, golden []string
	}{
		{"office", []string{"working days 10:00–16:00"}, []string{"working days 16:00–10:00", "weekends 00:00–24:00"}},
		{"night", []string{"working days 22:00–02:00", "weekends 22:00–02:00"}, []string{"working days 02:00–22:00", "weekends 02:00–22:00"}},
		{"free", nil, nil},
		{"unknown", nil, nil},
	} {
		if diff := cmp.Diff(tt.crowded, spans(table.Crowded(tt.model))); diff != "" {
			t.Errorf("%s crowded: %s", tt.model, diff)
		}
		if diff := cmp.Diff(tt.golden, spans(table.Golden(tt.model))); diff != "" {
			t.Errorf("%s golden: %s", tt.model, diff)
		}
	}
}

// On two days of a kind chance leaves hours out: too few turns, or one of few refused.
func TestGoldenHoursAreRangesOnAWeekendToo(t *testing.T) {
	table := month(noon, map[string]func(time.Time) bool{"sol": func(at time.Time) bool { return weekend(at.Weekday()) && at.Hour() >= 20 }})
	w := table.Models["sol"]
	for _, h := range []int{3, 8, 9, 15} {
		w.Cells[time.Saturday][h] = Cell{} // one day alone is no habit
	}
	w.Cells[time.Sunday][12].Refused++
	w.Cells[time.Sunday][12].Weight.Refused++
	golden := func() (list []string) {
		for _, s := range table.Golden("sol") {
			if s.Weekend {
				list = append(list, s.Clock())
			}
		}
		return list
	}
	if diff := cmp.Diff([]string{"00:00–20:00"}, golden()); diff != "" {
		t.Error(diff)
	}
	w.Cells[time.Saturday][9] = Cell{Count{8, 8}, Weight{8, 8}}
	w.Cells[time.Sunday][9] = Cell{Count{8, 8}, Weight{8, 8}} // a crowded hour joins nothing
	if diff := cmp.Diff([]string{"00:00–08:00", "10:00–20:00"}, golden()); diff != "" {
		t.Error(diff)
	}
	for h := 8; h < 11; h++ {
		w.Cells[time.Saturday][h], w.Cells[time.Sunday][h] = Cell{}, Cell{} // of too long a gap nobody knows
	}
	if diff := cmp.Diff([]string{"00:00–08:00", "11:00–20:00"}, golden()); diff != "" {
		t.Error(diff)
	}
}

func TestOneBadDayMakesNoCrowdedHour(t *testing.T) {
	table := New(noon)
	table.Add("sol", noon.Add(-24*time.Hour), 50, 50)
	table.Add("sol", noon.Add(-48*time.Hour), 5, 0)
	if got := table.Crowded("sol"); got != nil {
		t.Errorf("%+v", got)
	}
	table.Add("sol", noon.Add(-72*time.Hour), 5, 5)
	if got := table.Crowded("sol"); len(got) != 1 || got[0].From != 12 || got[0].To != 13 {
		t.Errorf("two bad days: %+v", got)
	}
}

func TestOldAndFutureTurnsDoNotCount(t *testing.T) {
	table := New(noon)
	table.Add("sol", noon.Add(-Oldest-time.Hour), 50, 50)
	table.Add("sol", noon.Add(time.Hour), 50, 50)
	if len(table.Models) != 0 {
		t.Errorf("%+v", table.Models)
	}
}

func TestASummaryGivesTheSameAdvice(t *testing.T) {
	table := month(noon, map[string]func(time.Time) bool{"sol": office, "luna": never})
	path := filepath.Join(t.TempDir(), "state", "summary.json")
	if err := table.Save(path); err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(path, noon.Add(3*24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{noon, noon.Add(6 * time.Hour), noon.Add(24 * time.Hour)} {
		a, b := table.Advise(Question{Models: []string{"sol", "luna"}, At: at}), loaded.Advise(Question{Models: []string{"sol", "luna"}, At: at})
		if a.Model != b.Model || a.Enough != b.Enough {
			t.Errorf("%v: %+v and %+v", at, a, b)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || info.Size() > 12<<10 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestWithoutASummaryThereIsNotEnoughData(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"later": `{"version":99}`, "hours": `{"version":2,"models":{"sol":{"hours":[[999,1,1,1,1],[-4,1,1,1,1],[1,-50,1,1,1],[2,1e300,0,1,1]]}}}`} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if table, err := Load(path, noon); err != nil || table.Advise(Question{Models: []string{"sol"}, At: noon}).Enough {
			t.Errorf("%s: %v", name, err)
		}
	}
	if table, err := Load(filepath.Join(dir, "none"), noon); err != nil || table.Advise(Question{Models: []string{"sol"}, At: noon}).Enough {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "broken"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err) // whoever waits for its writer takes the keys from the user
	}
	for _, name := range []string{"broken", "pipe"} {
		if table, err := Load(filepath.Join(dir, name), noon); err == nil || table == nil {
			t.Errorf("%s: %v, %v", name, table, err)
		}
	}
}

func TestNoticesComeTenMinutesBeforeTheCrowdOfTheMainModel(t *testing.T) {
	table := month(noon, map[string]func(time.Time) bool{"sol": office, "luna": never})
	list := table.Notices([]string{"sol", "luna"}, true)
	if len(list) != 5 {
		t.Fatalf("%d notices in a week: %v", len(list), list)
	}
	first := list[0] // of the crowd that is there now
	if at := first.From.Format("Mon 15:04"); at != "Fri 09:50" || first.To.Format("15:04") != "16:00" {
		t.Errorf("from %s to %v", at, first.To)
	}
	if first.Text.String() != "sol is usually crowded 10:00–16:00; cxhook use luna" {
		t.Errorf("%q", first.Text)
	}
	if at := list[1].From.Format("Mon 15:04"); at != "Mon 09:50" {
		t.Errorf("the next one: %s", at)
	}
	for name, candidates := range map[string][]string{"free": {"luna", "sol"}, "none": nil, "unknown": {"x"}, "hostile": {"$(reboot)", "luna"}} {
		if got := table.Notices(candidates, true); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestANoticeNamesNoModelThatAShellWouldObey(t *testing.T) {
	table := month(noon, map[string]func(time.Time) bool{"sol": office, "a;reboot": never, "-x": never})
	if list := table.Notices([]string{"sol", "a;reboot", "-x"}, true); len(list) == 0 || list[0].Text.String() != "sol is usually crowded 10:00–16:00" {
		t.Errorf("%v", list)
	}
}

func TestNoticesAreLinesThatAShellCanRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notices")
	at := time.Unix(1796032200, 0)
	if err := SaveNotices(path, []Notice{{at, at.Add(time.Hour), lang.Verbatim("sol is usually crowded")}, {at.Add(2 * time.Hour), at.Add(3 * time.Hour), lang.Verbatim("again")}}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if want := "1796032200 1796035800 sol is usually crowded\n1796039400 1796043000 again\n"; err != nil || string(text) != want {
		t.Errorf("%q, %v", text, err)
	}
	if err := SaveNotices(path, nil); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if text, _ := os.ReadFile(path); err != nil || len(text) != 0 || len(entries) != 1 {
		t.Errorf("%q, %d files", text, len(entries))
	}
}

func TestNoticesAreWrittenInTheLanguageInForce(t *testing.T) {
	lang.Use(func() lang.Language { return lang.Chinese })
	t.Cleanup(func() { lang.Use(func() lang.Language { return lang.English }) })
	path := filepath.Join(t.TempDir(), "notices")
	notice := Notice{time.Unix(1, 0), time.Unix(2, 0), lang.Say("advice.crowded_other", "gpt-6-sol", "10:00–16:00", "gpt-6-luna")}
	if err := SaveNotices(path, []Notice{notice}); err != nil {
		t.Fatal(err)
	}
	const want = "1 2 gpt-6-sol 通常在 10:00–16:00 拥挤；可用 cxhook use gpt-6-luna\n"
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%v, %q, want %q", err, got, want)
	}
}
