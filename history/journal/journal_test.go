package journal

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func read(t *testing.T, path string) (records []Record, damaged int) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var r Record
		if json.Unmarshal(line, &r) != nil {
			damaged++
			continue
		}
		records = append(records, r)
	}
	return records, damaged
}

var ten = time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)

func TestAnIncidentItsChoiceAndItsResultAreThreeLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "journal.jsonl")
	id := NewID()
	want := []Record{
		{Kind: KindIncident, At: ten, Incident: id, Model: "gpt-5.6-sol", Surface: "tui", Task: "turn", Session: "s", Turn: "t"},
		{Kind: KindChoice, At: ten.Add(time.Second), Incident: id, Model: "gpt-6-sol", Action: Switch, Mode: "fork", By: Key},
		{Kind: KindResult, At: ten.Add(time.Minute), Incident: id, Model: "gpt-6-sol", Outcome: Worked},
	}
	for _, r := range want {
		r.At = r.At.In(time.FixedZone("elsewhere", 3600))
		if err := Open(path).Append(r); err != nil {
			t.Fatal(err)
		}
	}
	got, damaged := read(t, path)
	if diff := cmp.Diff(want, got); diff != "" || damaged != 0 {
		t.Errorf("%d damaged, -want +got\n%s", damaged, diff)
	}
	for name, mode := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestARecordCutShortSpoilsNoOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	if err := os.WriteFile(path, []byte(`{"kind":"inci`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Open(path).Append(Record{Kind: KindIncident, At: ten, Incident: "a"}); err != nil {
		t.Fatal(err)
	}
	if got, damaged := read(t, path); len(got) != 1 || got[0].Incident != "a" || damaged != 1 {
		t.Errorf("%+v, %d damaged", got, damaged)
	}
}

func TestANameFromTheScreenIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	if err := Open(path).Append(Record{Kind: KindIncident, At: ten, Model: strings.Repeat("m", 1<<20)}); err != nil {
		t.Fatal(err)
	}
	if got, _ := read(t, path); len(got) != 1 || len(got[0].Model) != nameLimit {
		t.Errorf("%d records", len(got))
	}
}

func TestAJournalThatCannotBeWrittenIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Open(filepath.Join(path, "journal.jsonl")).Append(Record{At: ten}); err == nil {
		t.Error("no error")
	}
}

func TestIDsDiffer(t *testing.T) {
	if a, b := NewID(), NewID(); a == b || len(a) != 16 {
		t.Errorf("%q, %q", a, b)
	}
}
