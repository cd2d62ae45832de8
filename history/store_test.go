package history

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/history/journal"
)

var ten = time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T) (*Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a folder?#", "history.db")
	s, err := Open(path)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s, path
}

// fill puts turns in, as if read from one file.
func fill(t *testing.T, s *Store, turns ...Turn) {
	t.Helper()
	before, err := s.File("/f")
	must(t, err)
	taken, err := s.Save([]Import{{File: File{Path: "/f", Offset: before.Offset + 1}, From: before.Offset, Turns: turns}})
	if err != nil || taken != len(turns) {
		t.Fatalf("%d of %d turns taken: %v", taken, len(turns), err)
	}
}

// note writes a journal and reads it.
func note(t *testing.T, s *Store, records ...journal.Record) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	for _, r := range records {
		must(t, journal.Open(path).Append(r))
	}
	added, err := s.ReadJournal(path)
	if err != nil || added != len(records) {
		t.Fatalf("%d of %d records: %v", added, len(records), err)
	}
	must(t, s.Witness())
}

func refusals(t *testing.T, s *Store) map[string]int {
	t.Helper()
	slots, err := s.Slots(time.Time{})
	must(t, err)
	counts := map[string]int{}
	for _, slot := range slots {
		counts[slot.Model] += slot.Refused
	}
	return counts
}

func turnsOf(t *testing.T, s *Store) (n int) {
	t.Helper()
	slots, err := s.Slots(time.Time{})
	must(t, err)
	for _, slot := range slots {
		n += slot.Turns
	}
	return n
}

func turn(id string, at time.Time, model string, o Outcome) Turn {
	return Turn{ID: id, Session: "S", Started: at, Duration: time.Second, Model: model, Provider: "openai", Outcome: o}
}

func TestTheDatabaseIsTheUsersAlone(t *testing.T) {
	s, path := open(t)
	fill(t, s, turn("a", ten, "sol", Answered))
	files, err := filepath.Glob(filepath.Dir(path) + "/*")
	must(t, err)
	if len(files) < 2 {
		t.Errorf("no write-ahead log: %q", files)
	}
	for _, file := range append(files, filepath.Dir(path)) {
		info, err := os.Stat(file)
		must(t, err)
		if want := os.FileMode(0o600); info.Mode().Perm() != want && !info.IsDir() || info.IsDir() && info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v", file, info.Mode())
		}
	}
}

func TestADatabaseThatCannotBeUsedSaysWhatToDo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	must(t, os.WriteFile(path, []byte(strings.Repeat("not a database ", 100)), 0o600))
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "cxhook history --forget") {
		t.Errorf("%v", err)
	}
	s, later := open(t)
	_, err := s.db.Exec("PRAGMA user_version = 99")
	must(t, err)
	must(t, s.Close())
	if _, err := Open(later); err == nil || !strings.Contains(err.Error(), "later cxhook") {
		t.Errorf("%v", err)
	}
}

// The file was made by the release before classes, of three sessions and a journal of two incidents. What it counts stays;
// session files are read anew, the journal is not.
func TestADatabaseWithoutClassesCountsAsItDid(t *testing.T) {
	text, err := os.ReadFile("testdata/version1.db")
	must(t, err)
	path := filepath.Join(t.TempDir(), "history.db")
	must(t, os.WriteFile(path, text, 0o600))
	s, err := Open(path)
	must(t, err)
	defer s.Close()
	must(t, s.Witness())
	if diff := cmp.Diff(map[string]int{"gpt-5.6-sol": 2, "gpt-5.6-terra": 0, "gpt-6-luna": 1}, refusals(t, s)); diff != "" {
		t.Error(diff)
	}
	turns, err := s.Turns(time.Time{})
	must(t, err)
	for _, turn := range turns {
		if turn.Outcome == Refused && turn.Class != journal.Capacity || turn.Outcome == Answered && turn.Class != "" {
			t.Errorf("%+v", turn)
		}
	}
	stamps, _, err := s.Stamps()
	must(t, err)
	delete(stamps, "/home/dev/.local/state/cxhook/journal.jsonl")
	for file, stamp := range stamps {
		if known, err := s.File(file); stamp.Size >= 0 || known.State != nil || err != nil {
			t.Errorf("%s is not read anew: %+v, %v", file, known, err)
		}
	}
	notes, err := s.File("/home/dev/.local/state/cxhook/journal.jsonl")
	if err != nil || notes.Offset == 0 || len(stamps) != 3 {
		t.Errorf("%d files; the journal %+v, %v", len(stamps), notes, err)
	}
}

func TestOnlyCapacityCountsAsRefused(t *testing.T) {
	s, _ := open(t)
	failed := turn("a", ten, "sol", Failed)
	failed.Error, failed.Class = "usage_limit_exceeded", "usage_limit"
	silent, answered, other := turn("b", ten.Add(time.Minute), "sol", Unanswered), turn("c", ten.Add(2*time.Minute), "sol", Answered), turn("d", ten.Add(3*time.Minute), "sol", Failed)
	fill(t, s, failed, silent, answered, other)
	incident := func(id, turn, model, class string, at time.Time) journal.Record {
		return journal.Record{Kind: journal.KindIncident, At: at, Incident: id, Model: model, Session: "S", Turn: turn, Class: class}
	}
	note(t, s, incident("1", "a", "sol", "usage_limit", ten), incident("2", "b", "sol", "network", ten.Add(time.Minute)),
		incident("3", "c", "sol", "high_demand", ten.Add(2*time.Minute)), // it was answered in the end
		incident("4", "gone", "luna", "network", ten.Add(time.Hour)), incident("5", "gone too", "luna", "capacity", ten.Add(time.Hour)), incident("6", "gone as well", "luna", "", ten.Add(time.Hour)))
	fill(t, s, silent) // read once more: what was seen stays
	must(t, s.Witness())
	slots, err := s.Slots(time.Time{})
	must(t, err)
	got := map[string]Slot{}
	for _, slot := range slots {
		sum := got[slot.Model]
		sum.Add(slot.Counts)
		for class, n := range slot.Errors {
			if sum.Errors == nil {
				sum.Errors = map[string]int{}
			}
			sum.Errors[class] += n
		}
		got[slot.Model] = sum
	}
	want := map[string]Slot{
		"sol":  {Counts: Counts{Turns: 4, Answered: 1, Failed: 3}, Errors: map[string]int{"usage_limit": 1, "network": 1, Unknown: 1}},
		"luna": {Counts: Counts{Turns: 3, Refused: 2, Failed: 1}, Errors: map[string]int{"network": 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	steps, err := s.Steps(time.Time{})
	must(t, err)
	for _, step := range steps {
		if step.Refused != (step.Model == "luna") {
			t.Errorf("%+v", step)
		}
	}
}

func TestAFaultThatPassesDoesNotAdviseToEraseTheHistory(t *testing.T) {
	s, path := open(t)
	fill(t, s, turn("a", ten, "sol", Answered))
	must(t, s.Close())
	must(t, os.Mkdir(path+"-wal", 0o700))
	_, err := Open(path)
	if err == nil || strings.Contains(err.Error(), "--forget") || !strings.Contains(err.Error(), path) {
		t.Errorf("%v", err)
	}
}

func TestTurnsComeBackAsTheyWere(t *testing.T) {
	s, path := open(t)
	want := []Turn{
		{ID: "a", Session: "S", Started: ten, Duration: 1500 * time.Millisecond, Model: "sol", Provider: "openai", Effort: "high", Outcome: Refused, Error: "server_overloaded", Class: "capacity"},
		{ID: "b", Session: "T", Started: ten.Add(time.Minute), Model: "luna", Provider: "mock", Outcome: Running, Hidden: true},
	}
	fill(t, s, want...)
	must(t, s.Close())
	s, err := Open(path)
	must(t, err)
	defer s.Close()
	got, err := s.Turns(ten)
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got, err := s.Turns(ten.Add(time.Second)); err != nil || len(got) != 1 {
		t.Errorf("%d turns since then, %v", len(got), err)
	}
}

func TestOfTwoReadingsTheTellingOneCounts(t *testing.T) {
	early, late := turn("a", ten, "sol", Unanswered), turn("a", ten.Add(time.Hour), "copy", Answered)
	late.Session = "fork"
	silent := early
	silent.Session, silent.Outcome = "fork", Running
	grown := early
	grown.Outcome, grown.Model = Answered, "luna"
	for name, tt := range map[string]struct {
		turns []Turn
		want  Turn
	}{
		"a fork's copy is later":         {[]Turn{early, late}, early},
		"whichever is read first":        {[]Turn{late, early}, early},
		"a copy that says less":          {[]Turn{early, silent}, early},
		"a copy that says less, first":   {[]Turn{silent, early}, early},
		"the session itself, read again": {[]Turn{early, grown}, grown},
	} {
		s, _ := open(t)
		for _, turn := range tt.turns {
			fill(t, s, turn)
		}
		got, err := s.Turns(time.Time{})
		must(t, err)
		if diff := cmp.Diff([]Turn{tt.want}, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestCountsAreExactByOutcome(t *testing.T) {
	s, _ := open(t)
	hidden := turn("h", ten, "sol", Refused)
	hidden.Hidden = true
	fill(t, s, turn("1", ten, "sol", Answered), turn("2", ten.Add(14*time.Minute), "sol", Refused), turn("3", ten.Add(time.Minute), "sol", Failed),
		turn("4", ten, "sol", Aborted), turn("5", ten, "sol", Unanswered), turn("6", ten, "sol", Running), turn("7", ten.Add(15*time.Minute), "sol", Refused),
		turn("8", ten, "", Refused), turn("9", ten.Add(-time.Hour), "sol", Refused), hidden)
	slots, err := s.Slots(ten)
	must(t, err)
	for i := range slots {
		slots[i].At = slots[i].At.UTC()
	}
	want := []Slot{
		{Model: "sol", At: ten, Counts: Counts{Turns: 6, Answered: 1, Refused: 1, Failed: 1, Aborted: 1, Unanswered: 1, Running: 1}, Errors: map[string]int{Unknown: 1}},
		{Model: "sol", Hidden: true, At: ten, Counts: Counts{Turns: 1, Refused: 1}},
		{Model: "sol", At: ten.Add(slotLength), Counts: Counts{Turns: 1, Refused: 1}},
	}
	if diff := cmp.Diff(want, slots); diff != "" {
		t.Error(diff)
	}
}

func TestAnIncidentMakesARefusalOfASilentTurnOnce(t *testing.T) {
	incident := journal.Record{Kind: journal.KindIncident, At: ten.Add(2 * time.Second), Incident: "i", Model: "sol"}
	with := func(session, turn string) journal.Record {
		r := incident
		r.Session, r.Turn = session, turn
		return r
	}
	early := with("S", "")
	early.At = ten.Add(-time.Second)
	for name, tt := range map[string]struct {
		outcome Outcome
		record  journal.Record
		want    int
	}{
		"known by its turn":                   {Unanswered, with("S", "a"), 1},
		"known by its turn, session mistaken": {Unanswered, with("X", "a"), 1},
		"known by session and time":           {Unanswered, with("S", ""), 1},
		"known by session, wrong turn":        {Unanswered, with("S", "before"), 1},
		"known by model and time alone":       {Unanswered, with("", ""), 1},
		"told by the file too":                {Refused, with("S", "a"), 1},
		"told by the file, session unknown":   {Refused, with("", ""), 1},
		"another session: counts by itself":   {Answered, with("T", ""), 1},
		"another time: counts by itself":      {Unanswered, early, 1},
		"the model answered after a refusal":  {Answered, with("S", "a"), 0},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t)
			fill(t, s, turn("a", ten, "sol", tt.outcome))
			note(t, s, tt.record)
			must(t, s.Witness())
			if got := refusals(t, s)["sol"]; got != tt.want {
				t.Errorf("%d refusals, want %d", got, tt.want)
			}
			turns := 1
			if strings.HasSuffix(name, "counts by itself") {
				turns = 2
			}
			if got := turnsOf(t, s); got != turns {
				t.Errorf("%d turns, want %d", got, turns)
			}
		})
	}
}

func TestAnIncidentFindsItsTurnWhenTheFileIsReadLater(t *testing.T) {
	s, _ := open(t)
	note(t, s, journal.Record{Kind: journal.KindIncident, At: ten.Add(time.Second), Incident: "i", Model: "sol", Session: "S"})
	if got := refusals(t, s)["sol"]; got != 1 {
		t.Errorf("%d refusals before", got)
	}
	fill(t, s, turn("a", ten, "sol", Refused))
	must(t, s.Witness())
	if got := refusals(t, s)["sol"]; got != 1 {
		t.Errorf("%d refusals after", got)
	}
}

func TestTheJournalIsReadOnceAndDamagePassedOver(t *testing.T) {
	s, _ := open(t)
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	if added, err := s.ReadJournal(path); added != 0 || err != nil {
		t.Errorf("no journal: %d, %v", added, err)
	}
	must(t, os.WriteFile(path, []byte("{\"broken\n{\"kind\":\"from the future\"}\n"), 0o600))
	j := journal.Open(path)
	must(t, j.Append(journal.Record{Kind: journal.KindIncident, At: ten, Incident: "old", Model: "so\x1b[31ml"}))
	must(t, j.Append(journal.Record{Kind: journal.KindIncident, At: ten.Add(time.Hour), Incident: "new", Model: "luna"}))
	for _, want := range []int{2, 0} {
		if added, err := s.ReadJournal(path); added != want || err != nil {
			t.Errorf("%d added, want %d: %v", added, want, err)
		}
	}
	must(t, j.Append(journal.Record{Kind: journal.KindChoice, At: ten.Add(time.Minute), Incident: "old", Model: "luna", Action: journal.Switch}))
	if added, err := s.ReadJournal(path); added != 1 || err != nil {
		t.Errorf("%d added, %v", added, err)
	}
	events, err := s.Events()
	must(t, err)
	var got []string
	for _, e := range events {
		got = append(got, e.Incident+" "+string(e.Kind))
	}
	if diff := cmp.Diff([]string{"new incident", "old incident", "old choice"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"luna": 1}, refusals(t, s)); diff != "" {
		t.Errorf("a name that a terminal would obey: %s", diff)
	}
}

func TestStepsTellOnlyOfModelsAndSessionsThatMetARefusal(t *testing.T) {
	s, _ := open(t)
	other := turn("4", ten.Add(3*time.Minute), "luna", Answered)
	other.Session = "T"
	fill(t, s, turn("1", ten, "sol", Answered), turn("2", ten.Add(time.Minute), "sol", Refused), turn("3", ten.Add(2*time.Minute), "luna", Answered), other,
		turn("5", ten.Add(4*time.Minute), "luna", Failed))
	steps, err := s.Steps(time.Time{})
	must(t, err)
	var got []string
	for _, step := range steps {
		word := step.Model
		if step.Refused {
			word += " refused"
		}
		got = append(got, word)
	}
	if diff := cmp.Diff([]string{"sol", "sol refused", "luna"}, got); diff != "" {
		t.Error(diff)
	}
}
