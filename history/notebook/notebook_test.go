package notebook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/history/pacing"
	"github.com/cxhook/cxhook/shellinit"
)

// noon is a Friday's.
var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// desk is a user's Codex home and state.
type desk struct {
	*testing.T
	Files
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	state := filepath.Join(t.TempDir(), "cxhook")
	in := func(name string) string { return filepath.Join(state, name) }
	return &desk{t, Files{t.TempDir(), in("history.db"), in("journal.jsonl"), in("pacing.jsonl"), in("summary.json"), in("notices")}}
}

// session writes one session of turns, each "model" or "model refused", with as
// many minutes between as gap.
func (d *desk) session(id, source string, start time.Time, gap time.Duration, turns ...string) {
	d.Helper()
	stamp := func(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }
	var b strings.Builder
	fmt.Fprintf(&b, `{"timestamp":%q,"type":"session_meta","payload":{"id":%q,"source":%s,"model_provider":"openai"}}`+"\n", stamp(start), id, source)
	for i, turn := range turns {
		at := start.Add(time.Duration(i) * gap)
		model, refused := strings.CutSuffix(turn, " refused")
		last := `"done"`
		if refused {
			last = `null,"error":{"message":"m","codex_error_info":"server_overloaded"}`
		}
		fmt.Fprintf(&b, `{"timestamp":%[1]q,"type":"event_msg","payload":{"type":"task_started","turn_id":"%[3]d"}}
{"timestamp":%[1]q,"type":"turn_context","payload":{"turn_id":"%[3]d","model":%[4]q}}
{"timestamp":%[2]q,"type":"event_msg","payload":{"type":"task_complete","turn_id":"%[3]d","last_agent_message":%[5]s}}
`, stamp(at), stamp(at.Add(time.Second)), i, model, last)
	}
	path := filepath.Join(d.Sessions, "sessions", start.Format("2006/01/02"), "rollout-"+start.Format("2006-01-02T15-04-05")+"-"+id+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) open(now time.Time, models ...string) *Notebook {
	d.Helper()
	n, err := Open(d.Context(), Options{Files: d.Files, Now: now, Tiers: models})
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { n.Close() })
	return n
}

func (d *desk) stats(n *Notebook, since time.Time, model string) Stats {
	d.Helper()
	s, err := n.Stats(since, model)
	if err != nil {
		d.Fatal(err)
	}
	return s
}

func (d *desk) note(records ...journal.Record) {
	d.Helper()
	for _, r := range records {
		if err := journal.Open(d.Journal).Append(r); err != nil {
			d.Fatal(err)
		}
	}
}

const user = `"cli"`

func TestStatsCountEachModelsTurns(t *testing.T) {
	d := newDesk(t)
	d.session("A", user, noon.Add(-3*time.Hour), 10*time.Minute, "sol", "sol refused", "luna", "sol refused", "sol refused", "terra refused", "luna")
	d.session("B", `{"subagent":"review"}`, noon.Add(-3*time.Hour), time.Minute, "sol refused", "sol")
	n := d.open(noon)
	s := d.stats(n, time.Time{}, "")
	var got []string
	for _, m := range s.Models {
		got = append(got, fmt.Sprintf("%s %d/%d hidden %d/%d few %v", m.Name, m.Refused, m.Turns, m.Hidden.Refused, m.Hidden.Turns, m.Few()))
	}
	if diff := cmp.Diff([]string{"sol 3/4 hidden 1/2 few true", "luna 0/2 hidden 0/0 few true", "terra 1/1 hidden 0/0 few true"}, got); diff != "" {
		t.Error(diff)
	}
	if c := s.Models[0].Hours[time.Friday][9]; c.Refused != 3 || c.Answered != 1 {
		t.Errorf("Friday at nine: %+v", c)
	}
	want := []Fallback{{"sol", "luna", 1, 1}, {"terra", "luna", 1, 1}, {"sol", "terra", 1, 0}}
	if diff := cmp.Diff(want, s.Fallbacks); diff != "" {
		t.Error(diff)
	}
	if s := d.stats(n, time.Time{}, "luna"); len(s.Models) != 1 || s.Models[0].Name != "luna" || len(s.Fallbacks) != 2 {
		t.Errorf("luna alone: %d models, %+v", len(s.Models), s.Fallbacks)
	}
	if s := d.stats(n, noon.Add(-150*time.Minute), ""); len(s.Models) != 3 || s.Models[0].Turns != 2 {
		t.Errorf("since half past nine: %d models, %d turns", len(s.Models), s.Models[0].Turns)
	}
}

func TestHoursAreThoseOfTheZone(t *testing.T) {
	d := newDesk(t)
	d.session("A", user, noon, time.Minute, "sol refused")
	kathmandu := time.FixedZone("", 5*3600+45*60)
	s := d.stats(d.open(noon.Add(time.Hour).In(kathmandu)), time.Time{}, "")
	if c := s.Models[0].Hours[time.Friday][17]; c.Refused != 1 {
		t.Error("it is not counted at 17:45")
	}
}

func TestTheLongestOutageEndsWithAnAnswerOrAPause(t *testing.T) {
	d := newDesk(t)
	start := noon.Add(-48 * time.Hour)
	d.session("A", user, start, 30*time.Minute, "sol refused", "sol refused", "sol", "sol refused", "sol refused", "sol refused", "sol", "luna refused")
	d.session("B", user, start.Add(24*time.Hour), 3*time.Hour, "sol refused", "sol refused", "sol refused")
	s := d.stats(d.open(noon), time.Time{}, "")
	o := s.Models[0].Outage
	if o == nil || !o.From.Equal(start.Add(90*time.Minute)) || o.To.Sub(o.From) != time.Hour || o.Refusals != 3 {
		t.Errorf("%+v", o)
	}
	if s.Models[1].Outage != nil {
		t.Errorf("one refusal is no outage: %+v", s.Models[1].Outage)
	}
}

func TestASwitchToAForkIsAFallbackThatTheJournalTells(t *testing.T) {
	d := newDesk(t)
	for i, mode := range []string{"fork", "in_place", "fresh"} {
		id := fmt.Sprint(i)
		d.note(
			journal.Record{Kind: journal.KindIncident, At: noon.Add(-time.Hour), Incident: id, Model: "sol", Surface: "tui", Task: "turn"},
			journal.Record{Kind: journal.KindChoice, At: noon.Add(-time.Hour), Incident: id, Model: "luna", Action: journal.Switch, Mode: mode, By: journal.Key},
			journal.Record{Kind: journal.KindResult, At: noon.Add(-time.Hour), Incident: id, Model: "luna", Outcome: journal.Worked},
		)
	}
	s := d.stats(d.open(noon), time.Time{}, "")
	// In place the session's own turns tell it.
	if diff := cmp.Diff([]Fallback{{"sol", "luna", 2, 2}}, s.Fallbacks); diff != "" {
		t.Error(diff)
	}
	if s.Models[0].Name != "sol" || s.Models[0].Refused != 3 {
		t.Errorf("incidents without a session file count by themselves: %+v", s.Models[0].Counts)
	}
}

// crowdedMornings are four weeks in which sol is refused from nine to eleven.
func (d *desk) crowdedMornings() {
	d.Helper()
	for day := 1; day <= 28; day++ {
		morning := noon.Add(-time.Duration(day)*24*time.Hour - 3*time.Hour)
		d.session(fmt.Sprintf("m%d", day), user, morning, 10*time.Minute, strings.Split(strings.Repeat("sol refused,luna,", 6), ",")[:12]...)
		d.session(fmt.Sprintf("e%d", day), user, morning.Add(8*time.Hour), 10*time.Minute, strings.Split(strings.Repeat("sol,luna,", 6), ",")[:12]...)
	}
}

func TestAdviceFollowsTheHabits(t *testing.T) {
	d := newDesk(t)
	d.crowdedMornings()
	for at, want := range map[time.Time]string{noon.Add(-150 * time.Minute): "luna", noon.Add(5 * time.Hour): "sol", noon.Add(29 * time.Hour): "sol"} {
		for _, own := range []bool{false, true} {
			q := forecast.Question{Models: []string{"sol", "luna"}, Own: own, At: at}
			if a := d.open(noon).Table.Advise(q); a.Model != want || !a.Enough {
				t.Errorf("%v: %+v, want %s", at, a, want)
			}
		}
	}
}

func TestAnUpdateLeavesTheSummaryAndTheNotices(t *testing.T) {
	d := newDesk(t)
	d.crowdedMornings()
	d.open(noon, "sol", "luna")
	table, err := forecast.Load(d.Summary, noon)
	if err != nil || table.Advise(forecast.Question{Models: []string{"sol", "luna"}, At: noon.Add(-150 * time.Minute)}).Model != "luna" {
		t.Errorf("summary: %v", err)
	}
	notices, err := os.ReadFile(d.Notices)
	if err != nil || !strings.Contains(string(notices), "sol is usually crowded 09:00–11:00; cxhook use luna\n") {
		t.Errorf("%q, %v", notices, err)
	}
	before, err := os.Stat(d.Summary)
	if err != nil {
		t.Fatal(err)
	}
	d.open(noon, "sol", "luna")
	if after, err := os.Stat(d.Summary); err != nil || !os.SameFile(before, after) {
		t.Errorf("written again although nothing was new: %v", err)
	}
}

func TestQuietLeavesNoNotices(t *testing.T) {
	d := newDesk(t)
	d.crowdedMornings()
	n, err := Open(d.Context(), Options{Files: d.Files, Now: noon, Quiet: true})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	if text, err := os.ReadFile(d.Notices); err != nil || len(text) != 0 {
		t.Errorf("%q, %v", text, err)
	}
}

// The setting is obeyed by the next update, whether or not there is anything new.
func TestSwitchingNoticesOffAndOnIsSeenAtOnce(t *testing.T) {
	d := newDesk(t)
	d.crowdedMornings()
	for i, quiet := range []bool{false, true, false} {
		n, err := Open(d.Context(), Options{Files: d.Files, Now: noon, Tiers: []string{"sol", "luna"}, Quiet: quiet})
		if err != nil {
			t.Fatal(err)
		}
		n.Close()
		if text, err := os.ReadFile(d.Notices); err != nil || (len(text) == 0) != quiet {
			t.Errorf("update %d, quiet %v: %q, %v", i, quiet, text, err)
		}
	}
}

func TestWithoutConfigurationTheMostUsedModelIsTheMainOne(t *testing.T) {
	d := newDesk(t)
	d.session("A", user, noon.Add(-time.Hour), time.Minute, "luna", "sol", "sol", "astra")
	if diff := cmp.Diff([]string{"sol", "astra", "luna"}, d.open(noon).Used()); diff != "" {
		t.Error(diff)
	}
}

func TestForgetErasesAllButCodexsFiles(t *testing.T) {
	d := newDesk(t)
	d.crowdedMornings()
	d.note(journal.Record{Kind: journal.KindIncident, At: noon, Incident: "i", Model: "sol"})
	if err := pacing.Open(d.Pacing).Refused("sol", journal.Capacity, noon); err != nil {
		t.Fatal(err)
	}
	n := d.open(noon)
	if err := os.WriteFile(d.Notices+shellinit.Told, []byte("1\n"), 0o600); err != nil { // as a shell does
		t.Fatal(err)
	}
	if err := Forget(d.Files); err != nil {
		t.Fatal(err)
	}
	n.Close()
	left, err := os.ReadDir(filepath.Dir(d.Database))
	if err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if err := Forget(d.Files); err != nil {
		t.Errorf("twice: %v", err)
	}
	if n := d.open(noon); n.Imported.Files != 56 {
		t.Errorf("%d session files", n.Imported.Files)
	}
}
