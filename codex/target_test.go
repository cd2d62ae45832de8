package codex

import (
	"strings"
	"testing"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/lang"
)

func TestTheCommandOfARefusedPlanGoesToTheTierToo(t *testing.T) {
	a, err := ParseArgs([]string{"exec", "--ephemeral", "hi"})
	if err != nil {
		t.Fatal(err)
	}
	plan := MakePlan(Request{Args: a, Model: "deepseek-v4", Provider: "deepseek", Session: &rollout.Session{ID: "x", Turns: []rollout.Turn{{ID: "1", Answered: true}}}})
	if plan.Mode != ModeManual || plan.Argv != nil || !strings.Contains(plan.Command, "deepseek-v4") || !strings.Contains(plan.Command, "model_provider") {
		t.Errorf("%+v", plan)
	}
}

func TestAPlanGoesToTheProviderProfileAndEffortOfTheTier(t *testing.T) {
	session := &rollout.Session{ID: "01a227e5-e6d4-7323-a864-2a24ccc98c33", Cwd: "/p", Turns: []rollout.Turn{{ID: "1", Answered: true}, {ID: "2"}}}
	session.Now = rollout.Settings{Model: "gpt-5.6-sol", Cwd: "/p", Approval: "on-request", Sandbox: rollout.Sandbox{Mode: "read-only"}}
	tests := []struct {
		name    string
		argv    []string
		request Request
		want    []string // words that stand beside each other
		warned  string
	}{
		{"provider of a fork", nil, Request{Provider: "deepseek"}, []string{"-c", `model_provider="deepseek"`}, "the whole conversation goes to another provider: deepseek"},
		{"profile of a fork, in place of another", []string{"-p", "home"}, Request{Profile: "work"}, []string{"-p", "work", "fork"}, ""},
		{"profile of an exec run", []string{"exec", "hi"}, Request{Profile: "work"}, []string{"exec", "-p", "work"}, ""},
		{"profile of an exec run that has one in front", []string{"-p", "home", "exec", "resume", "--last", "hi"}, Request{Profile: "work", Fresh: true}, []string{"exec", "-p", "work", "resume"}, ""},
		{"profile of a review", []string{"review"}, Request{Profile: "work", Fresh: true}, []string{"-p", "work", "-m"}, ""},
		{"effort", nil, Request{Effort: "high"}, []string{"-c", `model_reasoning_effort="high"`}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := ParseArgs(tt.argv)
			if err != nil {
				t.Fatal(err)
			}
			r := tt.request
			r.Args, r.Model, r.Session = a, "deepseek-v4", session
			plan := MakePlan(r)
			if got := strings.Join(plan.Argv, "\n"); !strings.Contains(got, strings.Join(tt.want, "\n")) || strings.Contains(got, "home") {
				t.Errorf("%s: %q does not hold %q (%s)", plan.Mode, plan.Argv, tt.want, plan.Reason)
			}
			if got := warned(plan); tt.warned != "" && !strings.Contains(got, tt.warned) {
				t.Errorf("warnings %q", got)
			}
			if _, err := ParseArgs(plan.Argv); err != nil {
				t.Errorf("codex would not accept it: %v", err)
			}
		})
	}
}

// warned is what a plan says will differ, one warning on each line.
func warned(p Plan) string { return lang.Join("separator.nothing", p.Warnings...).String() }
