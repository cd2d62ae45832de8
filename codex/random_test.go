package codex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex/rollout"
)

// randomArgv makes a command line that Codex accepts, from the grammar: any
// level, every spelling, values that look like flags' names, "--" or not.
func randomArgv(r *rand.Rand) []string {
	paths := [][]string{{}, {"resume"}, {"fork"}, {"review"}, {"exec"}, {"e"}, {"exec", "resume"}, {"e", "fork"}, {"exec", "review"}}
	path := paths[r.IntN(len(paths))]
	argv := randomOptions(r, "", len(path) > 0)
	name := ""
	for i, word := range path {
		name = levels[name].commands[word]
		argv = append(argv, word)
		argv = append(argv, randomOptions(r, name, i+1 < len(path))...)
	}
	return append(argv, randomPositionals(r, name)...)
}

// randomOptions gives options of a level. closed is true if a word follows
// that a greedy option must not eat.
func randomOptions(r *rand.Rand, name string, closed bool) []string {
	var all []Option
	for _, set := range levels[name].options {
		all = append(all, set...)
	}
	var argv []string
	seen := map[string]bool{}
	greedy := false
	for range r.IntN(6) {
		o := all[r.IntN(len(all))]
		if o.Long == "help" || o.Long == "version" || seen[o.Long] && !o.Repeats {
			continue
		}
		seen[o.Long] = true
		words, open := spell(r, o)
		argv, greedy = append(argv, words...), open
	}
	if greedy && closed {
		argv = append(argv, "--enable", "x")
	}
	return argv
}

func spell(r *rand.Rand, o Option) (words []string, greedy bool) {
	long := "--" + o.Long
	if o.Takes == TakesNone {
		return []string{long}, false
	}
	values := []string{"x", "exec", "-", "a=b", "m=-m", "", "ünï", "a b", "'", "model"}
	value := values[r.IntN(len(values))]
	if o.Long == optConfig {
		value = []string{"model=x", "service_tier=fast", "model_reasoning_effort=high", "a.b=[1]", "approval_policy=never", "k"}[r.IntN(6)]
	}
	forms := 2
	if o.Short != 0 && value != "" {
		forms = 5
	}
	switch r.IntN(forms) {
	case 0:
		if o.Takes == TakesMany {
			return []string{long, value, "more"}, true
		}
		return []string{long, value}, false
	case 1:
		return []string{long + "=" + value}, false
	case 2:
		return []string{"-" + string(o.Short), value}, o.Takes == TakesMany
	case 3:
		return []string{"-" + string(o.Short) + "=" + value}, false
	default:
		return []string{"-" + string(o.Short) + value}, false
	}
}

func randomPositionals(r *rand.Rand, name string) []string {
	n := r.IntN(levels[name].positionals + 1)
	if n == 0 {
		return nil
	}
	words := []string{"--"} // also ends a greedy option
	for i := range n {
		words = append(words, []string{"-m", "hi there", "exec", "--model=x", "", "fix 'it'"}[r.IntN(6)]+fmt.Sprint(i))
	}
	return words
}

// rest is what a command line says besides the model.
func rest(a Args) []string {
	var words []string
	for _, it := range a.items {
		if it.word == wordEscape || it.word == wordOption && it.name == optModel {
			continue
		}
		words = append(words, fmt.Sprint(it.level, it.word, it.name, it.values))
	}
	return words
}

const rounds = 5000 // random command lines per property: a fraction of a second

func TestWithModelKeepsEverythingElseOfAnyCommandLine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		argv := randomArgv(r)
		before, err := ParseArgs(argv)
		if err != nil {
			t.Fatalf("%q: %v", argv, err)
		}
		if !slices.Equal(before.Argv(), argv) {
			t.Fatalf("%q: Argv gives %q", argv, before.Argv())
		}
		words := before.WithModel("gpt-new")
		after, err := ParseArgs(words)
		if err != nil {
			t.Fatalf("%q became %q: %v", argv, words, err)
		}
		if after.Model() != "gpt-new" {
			t.Fatalf("%q became %q: model %q", argv, words, after.Model())
		}
		if diff := cmp.Diff(rest(before), rest(after)); diff != "" {
			t.Fatalf("%q became %q: -before +after\n%s", argv, words, diff)
		}
	}
}

func TestAContinuedConversationKeepsWhatItMust(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sandboxes := []string{"read-only", "workspace-write", "danger-full-access"}
	for range rounds {
		argv := randomArgv(r)
		before, err := ParseArgs(argv)
		if err != nil {
			t.Fatalf("%q: %v", argv, err)
		}
		now := rollout.Settings{Cwd: "/home/dev/project", Approval: "on-request", Effort: "high", Model: "old",
			Sandbox: rollout.Sandbox{Mode: sandboxes[r.IntN(3)], Network: r.IntN(2) == 0}}
		s := &rollout.Session{ID: "ID", Now: now, Turns: []rollout.Turn{{Settings: now, Answered: true}}}
		plan := MakePlan(Request{Args: before, Model: "gpt-new", Session: s})
		if sub := before.Subcommand(); sub == "review" || sub == "exec review" || before.Has(optEphem) {
			continue // these never continue
		}
		if plan.Mode != ModeFork && plan.Mode != ModeResume && plan.Mode != ModeExecResume {
			t.Fatalf("%q: plan %+v", argv, plan)
		}
		after, err := ParseArgs(plan.Argv)
		if err != nil {
			t.Fatalf("%q became %q: %v", argv, plan.Argv, err)
		}
		prompt, _ := after.Prompt()
		if after.Model() != "gpt-new" || after.Session() != "ID" || prompt != ContinueMessage {
			t.Fatalf("%q became %q: model %q, session %q, prompt %q", argv, plan.Argv, after.Model(), after.Session(), prompt)
		}
		if mode, _ := after.Value(optSandbox); mode != now.Sandbox.Mode || after.Cwd("/elsewhere") != now.Cwd {
			t.Fatalf("%q became %q: sandbox %q in %q", argv, plan.Argv, mode, after.Cwd("/elsewhere"))
		}
		if after.Has(optBypass) || after.Has(optFullAuto) || after.Has(optReviewed) {
			t.Fatalf("%q became %q: wider than the session", argv, plan.Argv)
		}
		for _, name := range []string{optImage, optLast, optWorktree} {
			if after.Has(name) {
				t.Fatalf("%q became %q: --%s is used up", argv, plan.Argv, name)
			}
		}
		if e, _ := after.override(keyEffort); e != `"high"` {
			t.Fatalf("%q became %q: effort %s", argv, plan.Argv, e)
		}
		for _, it := range before.items {
			if it.word != wordOption || (&planner{Request: Request{Args: before}, now: now}).replaced(it) {
				continue
			}
			inner, _ := before.Value(it.name)
			if got, ok := after.Value(it.name); len(it.values) == 1 && !it.repeats && (!ok || got != inner) || !after.Has(it.name) {
				t.Fatalf("%q became %q: --%s is lost", argv, plan.Argv, it.name)
			}
		}
	}
}

func TestNoPlanGoesBeyondThePermissionsOfTheSession(t *testing.T) {
	wide := [][]string{{"--yolo"}, {"-s", "danger-full-access", "-a", "never"}, {"--full-auto"}, {"--approve-for-me"},
		{"-c", "sandbox_mode=danger-full-access"}, {"-c", "approval_policy=never"}, {"-c", "sandbox_workspace_write.network_access=true"},
		{"--add-dir", "/etc", "-s", "workspace-write"}}
	now := rollout.Settings{Cwd: "/p", Approval: "on-request", Reviewer: "user", Sandbox: rollout.Sandbox{Mode: "read-only"}}
	s := &rollout.Session{ID: "ID", Now: now, Turns: []rollout.Turn{{Settings: now, Answered: true}}}
	for _, argv := range wide {
		a, err := ParseArgs(append(argv, "hi"))
		if err != nil {
			t.Fatal(err)
		}
		plan := MakePlan(Request{Args: a, Model: "new", Session: s})
		want := `fork ID -m new -C /p -s read-only -a on-request -c approvals_reviewer="user" ` + ContinueMessage
		if got := strings.Join(plan.Argv, " "); got != want {
			t.Errorf("%q became\n%s, want\n%s", argv, got, want)
		}
	}
}

func FuzzParseArgs(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		f.Add(strings.Join(randomArgv(r), "\x00"))
	}
	for _, seed := range []string{"", "-", "--", "-=", "--=", "-m=", "-i\x00--\x00-i", "-hVm\x00\x00", "exec\x00resume\x00--last\x00a\x00b", "-\xff", "--c\x00-c\x00="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, joined string) {
		argv := strings.Split(joined, "\x00")
		a, err := ParseArgs(argv)
		if !slices.Equal(a.Argv(), argv) {
			t.Errorf("%q: Argv gives %q", argv, a.Argv())
		}
		a.Prompt()
		a.Session()
		if err == nil && a.Subcommand() != opaque {
			b, err := ParseArgs(a.WithModel("new"))
			if err != nil || b.Model() != "new" {
				t.Errorf("%q became %q: %v", argv, a.WithModel("new"), err)
			}
		}
		MakePlan(Request{Args: a, Model: "new", SessionID: "ID", Session: &rollout.Session{}})
		MakePlan(Request{Args: a, Model: "new", Fresh: true})
	})
}
