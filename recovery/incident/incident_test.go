package incident

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/config"
)

var (
	due      = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	newly    = Remedy{To: config.Entry{Model: "other"}}
	inPlace  = Remedy{To: config.Entry{Model: "other"}, InPlace: true}
	again    = Remedy{To: config.Entry{Model: "same"}, Retry: true}
	stays    = Remedy{To: config.Entry{Model: "same"}, Retry: true, InPlace: true}
	shorter  = Remedy{To: config.Entry{Model: "same"}, Retry: true, Compact: true}
	within   = Remedy{To: config.Entry{Model: "same"}, Retry: true, Compact: true, InPlace: true}
	counting = Counting{ID: "a", Until: due, Retry: stays}
	tried    = Counting{ID: "a", Until: due, Retry: stays, Kept: true}
)

type sample[T any] struct {
	name  string
	value T
}

// states are all there are, each in the forms that differ.
var states = []sample[State]{
	{"idle", Idle{}},
	{"offered a", Offered{"a"}},
	{"counting a", Counting{ID: "a", Until: due, Retry: again}},
	{"counting a, in place", counting},
	{"counting a, in place, tried", tried},
	{"asking for a", Asking{ID: "a", Remedy: inPlace}},
	{"asking for a, b behind", Asking{ID: "a", Remedy: inPlace, Behind: "b"}},
	{"asking for a, a draft stands", Asking{ID: "a", Remedy: stays, From: counting}},
	{"asking for a, shorter", Asking{ID: "a", Remedy: within}},
	{"telling a", Telling{"a", shorter}},
	{"needing the catalogue for a", Needing{"a", newly}},
	{"planning a", Planning{"a", newly}},
	{"ending", Ending{}},
}

// events are all there are, each in the forms that differ.
var events = []sample[Event]{
	{"b refused", Refused{"b"}},
	{"chosen", Chosen{newly}},
	{"chosen in place", Chosen{inPlace}},
	{"chosen, shorter", Chosen{shorter}},
	{"wait", Wait{due, again}},
	{"stop waiting", StopWait{}},
	{"dismissed", Dismissed{}},
	{"clock, early", Clock{Now: due.Add(-1), Free: true}},
	{"clock, the user types", Clock{Now: due}},
	{"clock", Clock{Now: due, Free: true}},
	{"clock, a draft stands", Clock{Now: due, Draft: true}},
	{"answered: begun", Answered{Begun}},
	{"answered: moved", Answered{Moved}},
	{"answered: unclear", Answered{Unclear}},
	{"answered: impossible", Answered{Impossible}},
	{"typed", Typed{true}},
	{"not typed", Typed{false}},
	{"catalogue", Catalogue{}},
	{"plan for a", Planned{"a", true}},
	{"no plan for a", Planned{"a", false}},
	{"plan for another", Planned{"z", true}},
	{"queued turn began", TurnBegan{}},
	{"typed turn began", TurnBegan{Typed: true}},
	{"refuted", Refuted{}},
	{"exited", Exited{}},
}

// Every pair of a state and an event is a case in testdata/cases.txt, and a second one where the catalogue has not come
// and that matters. A pair that stands nowhere in the code or in the file fails.
func TestEveryPairOfAStateAndAnEventIsAWrittenCase(t *testing.T) {
	var cases []string
	for _, s := range states {
		cases = append(cases, s.name)
		for _, e := range events {
			with, without := what(s.value, e.value, true), what(s.value, e.value, false)
			cases = append(cases, fmt.Sprintf("    %-24s%s", e.name, with))
			if without != with {
				cases = append(cases, fmt.Sprintf("    %-24s%s", "  without catalogue", without))
			}
		}
	}
	want, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(string(want)), "\n"), cases); diff != "" {
		t.Error(diff)
		if file := os.Getenv("INCIDENT_CASES"); file != "" { // to be read before it becomes the new one
			_ = os.WriteFile(file, []byte(strings.Join(cases, "\n")+"\n"), 0o600)
		}
	}
}

// what is the state after an event, and what is to be carried out.
func what(s State, e Event, complete bool) string {
	m := Machine{state: s, complete: complete}
	effects := m.Handle(e)
	then := words(m.State())
	for _, known := range states {
		if reflect.DeepEqual(m.State(), known.value) {
			then = known.name
		}
	}
	if reflect.DeepEqual(m.State(), s) {
		then = "stays"
	}
	if len(effects) == 0 {
		return then
	}
	return then + ": " + words(effects...)
}

// words are values as a case has them.
func words[T any](values ...T) string {
	if len(values) == 0 {
		return "nothing"
	}
	var all []string
	for _, v := range values {
		s := strings.TrimPrefix(fmt.Sprintf("%T%v", v, v), "incident.")
		for remedy, name := range map[Remedy]string{newly: "newly", inPlace: "in place", again: "again", stays: "again in place", shorter: "shorter", within: "shorter in place"} {
			s = strings.ReplaceAll(s, fmt.Sprint(remedy), name)
		}
		s = strings.ReplaceAll(s, fmt.Sprint(due), "noon")
		all = append(all, strings.TrimSuffix(s, "{}"))
	}
	return strings.Join(all, ", ")
}

// The lists above hold every type that the package declares as a state or an event.
func TestNoStateAndNoEventIsLeftOut(t *testing.T) {
	listed := map[string]bool{}
	for _, s := range states {
		listed[reflect.TypeOf(s.value).Name()] = true
	}
	for _, e := range events {
		listed[reflect.TypeOf(e.value).Name()] = true
	}
	for _, file := range []string{"on.go", "incident.go"} {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "on" && f.Name.Name != "event" {
				continue
			}
			if name := f.Recv.List[0].Type.(*ast.Ident).Name; !listed[name] {
				t.Errorf("%s stands in no case", name)
			}
		}
	}
}

// What matters most, in words.

func TestAnAnswerBelongsToTheIncidentThatWasAsked(t *testing.T) {
	var m Machine
	m.Handle(Refused{"a"})
	m.Handle(Chosen{inPlace})
	m.Handle(Refused{"b"})
	if got := words(m.Handle(Answered{Begun})...); got != "Went{a in place}" {
		t.Errorf("carried out: %s", got)
	}
	if m.State() != (Offered{"b"}) {
		t.Errorf("now %s", words(m.State()))
	}
}

func TestCodexIsNotEndedBeforeThePlanIsComplete(t *testing.T) {
	var m Machine
	m.Handle(Refused{"a"})
	for _, step := range []struct {
		event Event
		want  string
	}{
		{Chosen{newly}, "NeedModels"},
		{Clock{Now: due, Free: true}, "nothing"},
		{Catalogue{}, "Plan{a newly}"},
		{Planned{"a", true}, "End{a newly}"},
		{Refused{"b"}, "nothing"},
	} {
		if got := words(m.Handle(step.event)...); got != step.want {
			t.Errorf("%s: %s, want %s", words(step.event), got, step.want)
		}
	}
}

func TestACountdownIsDueAtItsEnd(t *testing.T) {
	var m Machine
	if !m.Due().IsZero() {
		t.Error("something is due from the beginning")
	}
	m.Handle(Refused{"a"})
	m.Handle(Wait{due, again})
	if m.Due() != due {
		t.Errorf("due at %v", m.Due())
	}
}
