//go:build e2e

package e2e

import (
	"os"
	"slices"
	"strings"
	"syscall"
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
		{"a narrow screen", options{cols: 40, rows: 24}, "codex hello", nil, []string{"hello"}, ""},
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
			s.answer("1", crowded, firstAlt)
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
	starts := []string{"codex hello"}
	if release == "0.171.0" { // the others have no other view
		starts = append(starts, "codex --no-alt-screen hello")
	}
	for _, start := range starts {
		t.Run(start, func(t *testing.T) {
			t.Parallel()
			bare := newLab(t, options{}).open()
			bare.line(start)
			bare.refusal()
			bare.idle()
			want := alike(bare.settle())

			l := newLab(t, options{})
			s := l.wrapped()
			s.line(start)
			s.refusal()
			s.answer("Escape", crowded, firstAlt, otherAlt)
			s.wait("screen without a bar", func([]string) bool { return !s.barred() })
			if diff := cmp.Diff(want, alike(s.settle())); diff != "" {
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
		})
	}
}

// pictureFile is where the painted screen goes, for scripts/picture; empty in a run of the tests.
var pictureFile = os.Getenv("CXHOOK_E2E_PICTURE")

func TestTheBarIsOneRowAtTheBottom(t *testing.T) {
	t.Parallel()
	cols := 96 // as the picture is to be
	if release != "0.171.0" {
		cols = 140 // they do not list the models, and the bar says so
	}
	l := newLab(t, options{cols: cols, rows: 20})
	s := l.wrapped()
	s.line(`codex "make the parser accept empty input"`)
	s.refusal()
	s.bar(crowded, firstAlt, otherAlt)
	painted := s.settle()
	var barred []int
	for y, row := range s.rows() {
		if isBar(row, crowded) {
			barred = append(barred, y)
		}
	}
	if last := l.rows - 1; len(barred) != 1 || barred[0] != last {
		t.Errorf("the bar is on rows %v, want %d alone:\n%s", barred, last, strings.Join(s.rows(), "\n"))
	}
	if pictureFile != "" {
		screen, _, _ := strings.Cut(painted, "\x1b[0mcursor")
		if err := os.WriteFile(pictureFile, []byte(screen), 0o644); err != nil {
			t.Fatal(err)
		}
	}
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

// What the session used last goes on with it, whatever the new model's own defaults are, and even if Codex's catalogue,
// which tells them, is slow to come.
func TestASwitchChangesTheModelAlone(t *testing.T) {
	for _, c := range []struct {
		name, catalogue string
	}{
		{"as it is", "0"},
		{"with a slow catalogue", "4"}, // seconds
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.catalogue != "0" && release != newest {
				t.Skip("no matter of the release")
			}
			l := newLab(t, options{})
			l.slowCatalogue(c.catalogue)
			s := l.wrapped()
			s.line(`codex -s read-only -c 'model_reasoning_effort="high"' hello`)
			before := l.turnOn(crowded)
			s.answer("1", crowded, firstAlt)
			after := l.turnOn(firstAlt)
			// Releases that do not know the new model send it no effort at all.
			if before.Effort != "high" || after.Effort != "high" && release == "0.171.0" {
				t.Errorf("effort %q, then %q, want high", before.Effort, after.Effort)
			}
			if before.ServiceTier != after.ServiceTier {
				t.Errorf("service tier %q, then %q", before.ServiceTier, after.ServiceTier)
			}
			readOnly := func(r fakeapi.Request) bool {
				return r.Sandbox == "read-only" || r.Says("developer", "`sandbox_mode` is `read-only`")
			}
			if !readOnly(before) || !readOnly(after) {
				t.Errorf("sandbox %q, then %q, want read-only", before.Sandbox, after.Sandbox)
			}
		})
	}
}

func TestADraftOutlivesTheRefusal(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {{Kind: fakeapi.Hold}, {Kind: fakeapi.Capacity}}}})
	s := l.wrapped()
	s.line("codex hello")
	l.turnOn(crowded)
	s.see("• Working")
	l.api.Release()
	s.see("• Done")
	s.ask("again")
	s.typed("1 half a thought") // goes into the composer: no bar was there to read
	s.see("› 1 half a thought")
	s.refusal()
	s.settle()
	s.see("› 1 half a thought")
	if n := l.turns(firstAlt); n != 0 {
		t.Errorf("typing chose: %s", l.wire())
	}
}

// However cxhook ends, the terminal is the shell's again and nothing of it or of codex's front end is left.
func TestTheTerminalComesBackWhenCxhookIsKilled(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{})
	s := l.wrapped()
	s.line("codex hello")
	s.bar(crowded, firstAlt)
	front := 0
	for _, p := range l.processes(false) {
		if p.parentIs("bash") && strings.Contains(p.command, "cxhook run") {
			front = p.pid
		}
	}
	if front == 0 {
		t.Fatalf("no cxhook runs: %v", l.processes(false))
	}
	if err := syscall.Kill(front, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	s.wait("prompt of the shell", func(rows []string) bool {
		return slices.ContainsFunc(rows, func(row string) bool { return strings.HasSuffix(row, prompt) })
	})
	s.line("clear")
	s.wait("a clear screen", func(rows []string) bool { return rows[0] == prompt })
	const modes = "alternate #{alternate_on} mouse #{mouse_any_flag} cursor #{cursor_flag} keypad #{keypad_flag}"
	if got, want := s.tmux("display-message", "-p", modes), "alternate 0 mouse 0 cursor 1 keypad 0\n"; got != want {
		t.Errorf("modes %q, want %q", got, want)
	}
	s.endsClean()
}

func TestEveryShellHasTheKey(t *testing.T) {
	if release != newest {
		t.Skip("no matter of the release")
	}
	for _, shell := range []string{"zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{})
			s := l.wrappedShell(shell)
			s.line("codex hello")
			s.answer("1", crowded, firstAlt)
			l.turnOn(firstAlt)
			s.see("• Done")
			s.quit()
			s.endsClean()
		})
	}
}

func TestCodexStopsAndGoesOnInTheShell(t *testing.T) {
	t.Parallel()
	var statuses []string
	for _, wrapped := range []bool{false, true} {
		l := newLab(t, options{models: map[string]fakeapi.Script{}})
		open := l.open
		if wrapped {
			open = l.wrapped
		}
		s := open()
		s.line("codex hello")
		s.see("• Done")
		s.idle()
		if hooked := slices.ContainsFunc(l.processes(false), func(p process) bool { return strings.Contains(p.command, "cxhook run") }); hooked != wrapped {
			t.Fatalf("cxhook runs: %v, want %v", hooked, wrapped)
		}
		s.settle()
		s.key("C-z")
		s.see("[1]+  Stopped") // 0.106 leaves its footer beside the shell's prompt
		s.line("clear; echo in the shell")
		s.see("in the shell")
		s.line("fg")
		s.ask("again")
		s.wait("second answer", func(rows []string) bool {
			_, after, _ := strings.Cut(strings.Join(rows, "\n"), "\n› again")
			return strings.Contains(after, "\n• Done")
		})
		s.quit()
		statuses = append(statuses, s.status())
		s.endsClean()
	}
	if statuses[0] != statuses[1] {
		t.Errorf("status %s bare, %s wrapped", statuses[0], statuses[1])
	}
}
