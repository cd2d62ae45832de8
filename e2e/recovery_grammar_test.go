//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/internal/fakeapi"
)

// plansVariable is how many random command lines are planned for and given to codex.
const plansVariable = "CXHOOK_E2E_PLANS"

// usualPlans of them run each time.
const usualPlans = 8

// values are some that the release's own parser takes, by option. One without values here is not drawn.
var values = map[string][]string{
	"model": {"gpt-5.6-sol", "gpt-5.5"}, "config": {"model=x", "service_tier=fast", "model_reasoning_effort=high", "a.b=[1]", "k=v w"},
	"sandbox": {"read-only", "workspace-write", "danger-full-access"}, "ask-for-approval": {"on-request", "never"},
	"color": {"always", "never", "auto"}, "cd": {"."}, "add-dir": {"sub"}, "profile": {"work"},
	"output-last-message": {"out.txt"}, "image": {"a.png"}, "title": {"exec"}, "commit": {"HEAD"}, "base": {"main"},
}

// left are options with which a run shows nothing: no turn, another provider, nothing kept.
var left = []string{"help", "version", "oss", "ephemeral", "ignore-user-config", "worktree", "strict-config", "trust"}

// drawn makes a command line from the options that the release's help names.
func drawn(t *testing.T, r *rand.Rand, bin codex.Binary, cache string) []string {
	t.Helper()
	paths := [][]string{{""}, {"", "exec"}, {"", "e"}, {"", "exec", "resume"}, {"", "resume"}, {"", "fork"}, {"", "exec"}}
	path := paths[r.IntN(len(paths))]
	var argv []string
	level := ""
	for i, word := range path {
		if i > 0 {
			argv = append(argv, word)
			level = strings.TrimSpace(level + " " + strings.Replace(word, "e", "exec", btoi(word == "e")))
		}
		known, err := codex.LearnOptions(context.Background(), bin, level, cache)
		if err != nil {
			t.Fatal(err)
		}
		argv = append(argv, someOptions(r, known)...)
	}
	switch level {
	case "exec":
		argv = append(argv, "--", "say hello")
	case "exec resume", "resume", "fork":
		argv = append(argv, "--", "SESSION", "-m is no option here")
	default:
		argv = append(argv, "--", "hi there")
	}
	return argv
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func someOptions(r *rand.Rand, known []codex.Option) (argv []string) {
	var seen []string
	for range r.IntN(5) {
		o := known[r.IntN(len(known))]
		given := values[o.Long]
		if slices.Contains(left, o.Long) || slices.Contains(seen, o.Long) || o.Takes != codex.TakesNone && given == nil {
			continue
		}
		if o.Long != "config" && o.Long != "add-dir" {
			seen = append(seen, o.Long)
		}
		if o.Takes == codex.TakesNone {
			argv = append(argv, "--"+o.Long)
			continue
		}
		v := given[r.IntN(len(given))]
		long, short := "--"+o.Long, "-"+string(o.Short)
		forms := [][]string{{long, v}, {long + "=" + v}, {short, v}, {short + "=" + v}, {short + v}}
		if o.Short == 0 {
			forms = forms[:2]
		}
		if o.Takes == codex.TakesMany {
			forms = forms[1:2] // the others would take the next word too
		}
		argv = append(argv, forms[r.IntN(len(forms))]...)
	}
	return argv
}

// TestCodexTakesEveryPlan plans for random command lines and gives the plan to codex: its parser takes it (its refusal is
// status 2), and where a turn can run without a terminal the wire names the new model.
func TestCodexTakesEveryPlan(t *testing.T) {
	t.Parallel()
	count := usualPlans
	if n, err := strconv.Atoi(os.Getenv(plansVariable)); err == nil {
		count = n
	}
	l := newLab(t, options{models: map[string]fakeapi.Script{}})
	l.withoutLauncher()
	l.write("h/project/sub/x", "")
	l.write("h/project/a.png", "no image")
	if out, err := l.command("git", "init", "-q").CombinedOutput(); err != nil { // codex exec works in a repository only
		t.Fatalf("git init: %v\n%s", err, out)
	}
	if out, err := l.command("codex", "exec", "--skip-git-repo-check", "hello").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	id := l.turnOn(crowded).Thread
	path, err := rollout.Find(l.codex, id)
	if err != nil {
		t.Fatal(err)
	}
	session, err := rollout.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	bin, err := codex.Find(codex.FindOptions{Codex: codexPath})
	if err != nil {
		t.Fatal(err)
	}
	run := func(argv []string) (status int, said string) {
		c := l.command("codex", argv...)
		var b bytes.Buffer
		c.Stdout, c.Stderr = &b, &b
		_ = c.Run() // the status says it
		return c.ProcessState.ExitCode(), b.String()
	}
	r := rand.New(rand.NewPCG(7, uint64(minor())))
	cache := t.TempDir()
	done, asked := 0, 0
	modes := map[codex.Mode]int{}
	for done < count {
		argv := drawn(t, r, bin, cache)
		args, err := codex.ParseArgsOf(context.Background(), bin, argv, cache)
		if err != nil {
			t.Errorf("%q: %v", argv, err)
		}
		request := codex.Request{Args: args, Model: firstAlt, Session: &session, Fresh: r.IntN(3) == 0, Configured: codex.Configured{}}
		if request.Fresh && args.Session() != "" {
			continue // the session named is none
		}
		plan := codex.MakePlan(request)
		if plan.Mode == codex.ModeManual {
			t.Errorf("%q: %s", argv, plan.Reason)
			done++
			continue
		}
		before := len(l.asked())
		status, said := run(plan.Argv)
		if status == 2 {
			if was, _ := run(argv); was == 2 {
				continue // codex does not take the command line itself
			}
			t.Errorf("%q became %q: %s", argv, plan.Argv, said)
		}
		done++
		modes[plan.Mode]++
		if args.Exec() && len(l.asked()) == before {
			t.Logf("%q came to no turn: %.200s", plan.Argv, said)
		}
		for _, q := range l.asked()[before:] {
			if asked++; q.Model != firstAlt {
				t.Errorf("%q became %q, which asked %s", argv, plan.Argv, q.Model)
			}
		}
		if t.Failed() && done > 20 {
			break
		}
	}
	t.Logf("%d command lines, %d turns on the wire, plans %v", done, asked, modes)
	if asked < done/5 {
		t.Errorf("only %d of %d plans came to a turn", asked, done)
	}
}
