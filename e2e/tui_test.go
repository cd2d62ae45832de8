//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/google/go-cmp/cmp"
)

// servedOnce answers one turn of the crowded model and refuses it from then on.
var servedOnce = map[string]fakeapi.Script{crowded: {{Kind: fakeapi.OK}, {Kind: fakeapi.Capacity}}}

// The three beginnings of a conversation: how codex is started and what has to be typed until a turn is refused.
func TestOneKeyGoesOnWithAnotherModel(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      options
		start  string
		typed  []string
		says   []string // by the user, in the request to the new model
		answer string   // by the model, in that request
	}{
		{"a typed prompt", options{}, "codex", []string{"hello"}, []string{"hello"}, ""},
		{"a prompt on the command line", options{}, "codex hello", nil, []string{"hello"}, ""},
		{"a second turn", options{models: servedOnce}, "codex hello", []string{"and now"}, []string{"hello", "and now"}, "Done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, c.o)
			s := l.wrapped()
			s.line(c.start)
			if c.answer != "" {
				s.see("• " + c.answer)
			}
			for _, text := range c.typed {
				s.ask(text)
			}
			s.refusal()
			s.answer("1", crowded, firstAlt, otherAlt)
			r := l.turnOn(firstAlt)
			for _, text := range c.says {
				if !r.Says("user", text) {
					t.Errorf("the request to %s lost %q: %+v", firstAlt, text, r.Input)
				}
			}
			if c.answer != "" && !r.Says("assistant", c.answer) {
				t.Errorf("the request to %s lost the earlier answer: %+v", firstAlt, r.Input)
			}
			s.see("• Done")
			s.idle()
			s.settle()
			if n := l.turns(firstAlt); n != 1 {
				t.Errorf("%d turns on %s, want 1: %s", n, firstAlt, l.wire())
			}
			s.quit()
			if status := s.status(); status != "0" {
				t.Errorf("status %s", status)
			}
			s.endsClean()
		})
	}
}

func TestARefusedCompactionGoesOnWithAnotherModel(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{models: servedOnce, builtIn: true})
	s := l.wrapped()
	s.line("codex hello")
	s.see("• Done")
	s.ask("/compact")
	s.see(glyph + " Error running remote compact task: " + capacity)
	s.answer("1", crowded, firstAlt)
	s.wait("footer with "+firstAlt, func(rows []string) bool {
		return slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(strings.ToLower(row), "  "+firstAlt+" ") })
	})
	s.ask("/compact")
	r := l.request("a compaction by "+firstAlt, func(r fakeapi.Request) bool {
		return r.Model == firstAlt && r.Purpose == fakeapi.Compaction
	})
	if !r.Says("user", "hello") {
		t.Errorf("the request to %s lost the conversation: %+v", firstAlt, r.Input)
	}
}

func TestARefusalBySecondModelOffersTheRest(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: refused, firstAlt: refused}})
	s := l.wrapped()
	s.line("codex hello")
	s.answer("1", crowded, firstAlt, otherAlt)
	l.turnOn(firstAlt)
	s.bar(firstAlt, otherAlt)
	for _, row := range s.rows() {
		if isBar(row, firstAlt) && (strings.Contains(row, "2 ") || strings.Contains(row, " "+crowded+"   ")) {
			t.Errorf("a refused model is offered again: %s", row)
		}
	}
	s.answer("1", firstAlt, otherAlt)
	if r := l.turnOn(otherAlt); !r.Says("user", "hello") {
		t.Errorf("the request to %s lost the prompt: %+v", otherAlt, r.Input)
	}
	s.see("• Done")
}

func TestEscapeLeavesTheScreenAsABareCodexDrewIt(t *testing.T) {
	t.Parallel()
	refusedScreen := func(open func(*lab) *screen, wrapped bool) (*lab, *screen, []string) {
		l := newLab(t, options{})
		s := open(l)
		s.line("codex hello")
		s.refusal()
		s.idle()
		if wrapped {
			s.answer("Escape", crowded, firstAlt, otherAlt)
			s.wait("screen without a bar", func([]string) bool { return !s.barred() })
		}
		return l, s, alike(s.settle())
	}
	_, _, bare := refusedScreen((*lab).open, false)
	l, s, wrapped := refusedScreen((*lab).wrapped, true)
	if diff := cmp.Diff(bare, wrapped); diff != "" {
		t.Errorf("bare -, wrapped +:\n%s", diff)
	}
	l.api.Script(nil) // no model is refused any more
	s.ask("go on")
	s.see("• Done")
	if n := l.turns(crowded); n != 2 {
		t.Errorf("%d turns on %s, want 2: %s", n, crowded, l.wire())
	}
	s.quit()
	s.endsClean()
}

func TestAPasteIsNeverAChoice(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{})
	s := l.wrapped()
	s.line("codex hello")
	s.bar(crowded, firstAlt)
	s.paste("1 apple\nand a pear")
	s.see("› 1 apple")
	s.settle()
	if n := l.turns(firstAlt); n != 0 {
		t.Errorf("the paste chose: %s", l.wire())
	}
}

func TestCodexStopsAndGoesOnInTheShell(t *testing.T) {
	t.Parallel()
	var statuses []string
	for _, open := range []func(*lab) *screen{(*lab).open, (*lab).wrapped} {
		l := newLab(t, options{models: map[string]fakeapi.Script{}})
		s := open(l)
		s.line("codex hello")
		s.see("• Done")
		s.idle()
		s.settle()
		s.key("C-z")
		s.see("[1]+  Stopped") // 0.106 leaves its footer beside the shell's prompt
		s.line("echo in the shell; fg")
		s.see("in the shell")
		s.ask("again")
		l.request("the second turn", func(r fakeapi.Request) bool { return r.Purpose == fakeapi.Turn && r.Says("user", "again") })
		s.quit()
		statuses = append(statuses, s.status())
		s.endsClean()
	}
	if statuses[0] != statuses[1] {
		t.Errorf("status %s bare, %s wrapped", statuses[0], statuses[1])
	}
}
