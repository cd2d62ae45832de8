package codex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex/rollout"
)

// usual are the settings of a session in a trusted project on 0.171.0.
var usual = rollout.Settings{
	Model: "gpt-5.6-sol", Cwd: "/home/dev/project", Approval: "on-request", Reviewer: "user", ServiceTier: "default",
	Mode: "default", Profile: ":workspace", CompHash: "3000", Sandbox: rollout.Sandbox{Mode: "workspace-write"},
}

// refused is a session whose only turn was refused at once; worked had work
// done in it before.
func refused(now rollout.Settings) *rollout.Session {
	return &rollout.Session{ID: "ID", Cwd: now.Cwd, Now: now, Turns: []rollout.Turn{{Settings: now, Error: rollout.Overloaded}}}
}

func worked(now rollout.Settings) *rollout.Session {
	s := refused(now)
	s.Turns = append([]rollout.Turn{{Settings: now, Answered: true, RanTool: true}}, s.Turns...)
	return s
}

var models = []Model{
	{Slug: "gpt-6-sol", Efforts: []string{"low", "medium", "high", "xhigh", "max", "ultra"}, ContextWindow: 272000, DefaultServiceTier: "priority", CompHash: "3000"},
	{Slug: "gpt-6.2-sol", Efforts: []string{"low", "medium", "high", "xhigh", "max", "ultra"}, ContextWindow: 500000, CompHash: "3000"},
	{Slug: "gpt-5.6-terra", Efforts: []string{"low", "medium", "high"}, ContextWindow: 272000, CompHash: "3000", Upgrade: "gpt-6-sol"},
	{Slug: "gpt-5.5", Efforts: []string{"low", "medium", "high", "xhigh"}, ContextWindow: 272000, CompHash: "2911"},
}

// noFiles is a configuration in which no file sets anything.
var noFiles = Configured{}

// shown writes a plan's words with the continue message cut short.
func shown(p Plan) string {
	return string(p.Mode) + ": " + strings.ReplaceAll(strings.Join(p.Argv, " "), ContinueMessage, "…")
}

func TestPlanChoosesHowTheWorkGoesOn(t *testing.T) {
	narrowed := usual
	narrowed.Sandbox, narrowed.Profile = rollout.Sandbox{Mode: "read-only"}, ":read-only"
	full := usual
	full.Sandbox, full.Approval, full.Profile = rollout.Sandbox{Mode: "danger-full-access", Network: true}, "never", ""
	changed := refused(usual)
	changed.Now = narrowed
	ran := refused(usual)
	ran.Turns[0].RanTool = true
	prompted := worked(usual)
	prompted.Turns[1].Prompted = true
	reviewed := worked(usual)
	reviewed.Turns[1].Review = `{"type":"uncommittedChanges"}`
	onFailure := usual
	onFailure.Approval = "on-failure"
	wider := usual
	wider.Sandbox = rollout.Sandbox{Mode: "workspace-write", WritableRoots: []string{"/srv/a b", "/data"}, Network: true, NoSlashTmp: true}
	own := usual
	own.Profile, own.Sandbox.Custom = "mine", true
	early := worked(usual)
	early.CLIVersion = "0.80.0"
	tests := []struct {
		name, argv string
		session    *rollout.Session
		change     func(*Request)
		want       string
	}{
		{"the first turn starts again", "-s read-only hi", refused(usual), nil, "fresh: -m gpt-6.2-sol -s read-only hi"},
		{"for exec too", "exec --json -m gpt-5.6-sol hi", refused(usual), nil, "fresh: exec --json -m gpt-6.2-sol hi"},
		{"exec with its prompt on stdin", "exec", refused(usual), nil, "fresh: exec -m gpt-6.2-sol"},
		{"but not after a tool ran", "hi", ran, nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"nor in exec", "exec hi", ran, nil, "exec_resume: exec -C /home/dev/project -s workspace-write resume ID -m gpt-6.2-sol …"},
		{"nor a typed prompt", "-s read-only", refused(usual), nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"nor after /permissions", "-s workspace-write hi", changed, nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s read-only -a on-request …"},
		{"nor in a conversation that was begun since", "hi", refused(usual), func(r *Request) { r.Another = true }, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"nor in a worktree", "--worktree hi", refused(usual), nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"nor a compaction", "hi", refused(usual), func(r *Request) { r.Compact = true }, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request"},
		{"an automatic compaction's turn goes on", "", prompted, func(r *Request) { r.Compact = true }, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"or with its prompt, where the conversation lacks it", "", worked(usual), func(r *Request) { r.Compact, r.Unwritten = true, "go on" },
			"fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request go on"},
		{"which may look like an option", "", worked(usual), func(r *Request) { r.Compact, r.Unwritten = true, "-x?" },
			"fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request -- -x?"},
		{"but not with the word for a paste", "", worked(usual), func(r *Request) { r.Compact, r.Unwritten = true, "see [Pasted Content 2000 chars]" },
			"fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request"},
		{"a review is not sent as words", "hi", reviewed, nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request"},
		{"work done is carried over", "-m old -i a.png --search -p work -- hi", worked(usual), nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request --search -p work …"},
		{"a resumed conversation", "-s read-only resume --last --all --include-non-interactive -C /else", worked(usual), nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"even if its first turn here was refused", "resume OLD hi", refused(usual), nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"the inner of two flags", "-p a --oss resume -p b OLD", worked(usual), nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request --oss -p b …"},
		{"off the daemon", "--no-daemon hi", worked(usual), nil, "resume: resume ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request --no-daemon …"},
		{"a release without fork", "hi", early, nil, "resume: resume ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"which its package tells", "resume OLD", worked(usual), func(r *Request) { r.Release = "0.80.0" },
			"resume: resume ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"a newer release may have resumed an early conversation", "resume OLD", early, nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"or is known to have", "hi", early, func(r *Request) { r.Release = "0.171.0" }, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …"},
		{"exec goes on", "-c a=b exec --json -o out -p work -C . tool", worked(usual), nil, "exec_resume: -c a=b exec -C /home/dev/project -s workspace-write --json -o out -p work resume ID -m gpt-6.2-sol …"},
		{"exec resume goes on", "exec -p work resume --last --json -i a.png hi", worked(usual), nil, "exec_resume: exec -C /home/dev/project -s workspace-write -p work resume ID -m gpt-6.2-sol --json …"},
		{"an automatic compaction ahead of the turn asks again", "exec resume OLD hi", worked(usual), func(r *Request) { r.Compact = true },
			"exec_resume: exec -C /home/dev/project -s workspace-write resume ID -m gpt-6.2-sol hi"},
		{"or reads its input again", "exec resume --last -", worked(usual), func(r *Request) { r.Compact = true },
			"exec_resume: exec -C /home/dev/project -s workspace-write resume ID -m gpt-6.2-sol"},
		{"one within the turn goes on", "exec resume OLD hi", prompted, func(r *Request) { r.Compact = true },
			"exec_resume: exec -C /home/dev/project -s workspace-write resume ID -m gpt-6.2-sol …"},
		{"a review starts over", "review --base main", worked(usual), nil, "fresh: -m gpt-6.2-sol review --base main"},
		{"when asked to", "--worktree hi", worked(usual), func(r *Request) { r.Fresh = true }, "fresh: -m gpt-6.2-sol --worktree hi"},
		{"full access stays as it was written", "--yolo hi", worked(full), nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project --dangerously-bypass-approvals-and-sandbox …"},
		{"full access by choice", "hi", worked(full), nil, "fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s danger-full-access -a never …"},
		{"-a has no on-failure any more", "hi", worked(onFailure), nil, `fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -c approval_policy="on-failure" …`},
		{"all of a workspace policy", "--add-dir /data --add-dir /gone hi", worked(wider), nil,
			`fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request --add-dir /data -c sandbox_workspace_write={writable_roots=["/srv/a b"],network_access=true,exclude_slash_tmp=true,exclude_tmpdir_env_var=false} …`},
		{"a permission profile of the user's own", "-s read-only hi", worked(own), nil,
			`fork: fork ID -m gpt-6.2-sol -C /home/dev/project -a on-request -c default_permissions="mine" …`},
		{"a model's default service tier is not taken", "hi", worked(usual), func(r *Request) { r.Model = "gpt-6-sol" },
			`fork: fork ID -m gpt-6-sol -C /home/dev/project -s workspace-write -a on-request -c service_tier="default" …`},
		{"nor when starting over", "-c service_tier=x hi", refused(usual), func(r *Request) { r.Model = "gpt-6-sol" },
			`fresh: -m gpt-6-sol -c service_tier="default" hi`},
		{"no question about a newer model", "hi", worked(usual), func(r *Request) { r.Model = "gpt-5.6-terra" },
			`fork: fork ID -m gpt-5.6-terra -C /home/dev/project -s workspace-write -a on-request -c notice.model_migrations={"gpt-5.6-terra"="gpt-6-sol"} …`},
		{"nor when starting over, where there is no daemon to leave", "hi", refused(usual), func(r *Request) { r.Model, r.Release = "gpt-5.6-terra", "0.155.1" },
			`fresh: -m gpt-5.6-terra -c notice.model_migrations={"gpt-5.6-terra"="gpt-6-sol"} hi`},
		{"nor where it is left already", "-c a=b hi", refused(usual), func(r *Request) { r.Model, r.Release = "gpt-5.6-terra", "0.171.0" },
			`fresh: -m gpt-5.6-terra -c notice.model_migrations={"gpt-5.6-terra"="gpt-6-sol"} -c a=b hi`},
		{"else only the model changes", "hi", refused(usual), func(r *Request) { r.Model, r.Release = "gpt-5.6-terra", "0.171.0" },
			"fresh: -m gpt-5.6-terra hi"},
		{"unless it was answered", "hi", worked(usual), func(r *Request) {
			r.Model, r.Configured = "gpt-5.6-terra", Configured{"notice.model_migrations.gpt-5.6-terra": {"gpt-6-sol"}}
		}, `fork: fork ID -m gpt-5.6-terra -C /home/dev/project -s workspace-write -a on-request …`},
		{"the same model resumes, and so keeps its goal", "hi", worked(usual), func(r *Request) {
			r.Model, r.Configured = "gpt-5.6-sol", Configured{"service_tier": {"default"}}
		}, `resume: resume ID -m gpt-5.6-sol -C /home/dev/project -s workspace-write -a on-request …`},
		{"unless a new -c would shut it out of the daemon's conversation", "hi", worked(usual), func(r *Request) {
			r.Model, r.Configured = "gpt-5.6-sol", Configured{"service_tier": {"fast"}}
		}, `fork: fork ID -m gpt-5.6-sol -C /home/dev/project -s workspace-write -a on-request -c service_tier="default" …`},
		{"of which an old release has none", "hi", worked(usual), func(r *Request) {
			r.Release, r.Model, r.Configured = "0.130.0", "gpt-5.6-sol", Configured{"service_tier": {"fast"}}
		}, `resume: resume ID -m gpt-5.6-sol -C /home/dev/project -s workspace-write -a on-request -c service_tier="default" …`},
		{"which a -c of the user's has kept codex off", "-c a.b=1 hi", worked(usual), func(r *Request) {
			r.Model, r.Configured = "gpt-5.6-sol", Configured{"service_tier": {"fast"}}
		}, `resume: resume ID -m gpt-5.6-sol -C /home/dev/project -s workspace-write -a on-request -c a.b=1 -c service_tier="default" …`},
		{"a resume that the daemon may hold starts over in a copy", "resume X hi", worked(usual), func(r *Request) { r.Fresh = true },
			`fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request …`},
		{"a resume beside the daemon starts over as it is", "resume --no-daemon X hi", worked(usual), func(r *Request) { r.Fresh = true },
			`fresh: resume -m gpt-6.2-sol --no-daemon X hi`},
		{"files that say otherwise are overruled", "hi", worked(usual), func(r *Request) {
			r.Configured = Configured{"sandbox_workspace_write.network_access": {"true"}, "service_tier": {"fast"}, "approvals_reviewer": {"auto_review"}}
		}, `fork: fork ID -m gpt-6.2-sol -C /home/dev/project -s workspace-write -a on-request -c sandbox_workspace_write={writable_roots=[],network_access=false,exclude_slash_tmp=false,exclude_tmpdir_env_var=false} -c approvals_reviewer="user" -c service_tier="default" …`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args, err := ParseArgs(strings.Fields(tt.argv))
			if err != nil {
				t.Fatal(err)
			}
			r := Request{Args: args, Model: "gpt-6.2-sol", Session: tt.session, Catalogue: models, Configured: noFiles}
			if tt.change != nil {
				tt.change(&r)
			}
			plan := MakePlan(r)
			if diff := cmp.Diff(tt.want, shown(plan)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if plan.Reason.IsZero() || plan.Command != Quote(append([]string{"codex"}, plan.Argv...)) {
				t.Errorf("reason %q, command %q", plan.Reason, plan.Command)
			}
		})
	}
}

func TestPlanKeepsTheEffortOrTheNearest(t *testing.T) {
	for _, tt := range []struct{ effort, model, want string }{
		{"", "gpt-5.5", ""},
		{"high", "gpt-5.5", `"high"`},
		{"ultra", "gpt-5.5", `"xhigh"`},
		{"minimal", "gpt-5.5", `"low"`},
		{"ultra", "unlisted", `"ultra"`},
	} {
		now := usual
		now.Effort = tt.effort
		plan := MakePlan(Request{Model: tt.model, Session: worked(now), Catalogue: models, Configured: noFiles})
		after, _ := ParseArgs(plan.Argv)
		if got, _ := after.override(keyEffort); got != tt.want {
			t.Errorf("effort %q on %s became %q, want %q", tt.effort, tt.model, got, tt.want)
		}
		warned := strings.Contains(warned(plan), "has no effort")
		if warned != (tt.want != "" && tt.want != `"`+tt.effort+`"`) {
			t.Errorf("effort %q on %s: warnings %q", tt.effort, tt.model, plan.Warnings)
		}
	}
	if got := nearestEffort("medium", []string{"high", "low"}); got != "low" {
		t.Errorf("of two equally near the dearer was taken: %s", got)
	}
}

func TestPlanWarnsOfWhatWillDiffer(t *testing.T) {
	big := worked(usual)
	big.Tokens = 300000
	goal := worked(usual)
	goal.Goal = true
	plain := worked(usual)
	moved := refused(usual)
	moved.Now.Cwd = "/else"
	for _, tt := range []struct {
		name, argv, model string
		session           *rollout.Session
		fresh             bool
		want              string
	}{
		{"nothing", "hi", "gpt-6.2-sol", plain, false, ""},
		{"a smaller window", "hi", "gpt-6-sol", big, false, "compact"},
		{"a window that holds it", "hi", "gpt-6.2-sol", big, false, ""},
		{"another form of history", "hi", "gpt-5.5", plain, false, "compact"},
		{"a goal", "hi", "gpt-6.2-sol", goal, false, "/goal"},
		{"a goal that stays", "--no-daemon hi", "gpt-6.2-sol", goal, false, ""},
		{"another worktree", "--worktree hi", "gpt-6.2-sol", plain, true, "another worktree"},
		{"changes given up", "hi", "gpt-6.2-sol", moved, true, "not kept"},
		{"a resume under the daemon, of a session unknown", "resume X", "gpt-6.2-sol", nil, true, "ignore the model"},
	} {
		args, _ := ParseArgs(strings.Fields(tt.argv))
		plan := MakePlan(Request{Args: args, Model: tt.model, Session: tt.session, Fresh: tt.fresh, Catalogue: models, Configured: noFiles})
		all := warned(plan)
		if tt.want == "" && all != "" || !strings.Contains(all, tt.want) {
			t.Errorf("%s: warnings %q, want one about %q", tt.name, plan.Warnings, tt.want)
		}
	}
}

func TestPlanIsRefusedWhenItCannotKeepTheSession(t *testing.T) {
	with := func(change func(*rollout.Settings)) *rollout.Session {
		now := usual
		change(&now)
		return worked(now)
	}
	for _, tt := range []struct {
		name, argv string
		session    *rollout.Session
		reason     string
		command    string
	}{
		{"an unknown option", "--shiny hi", worked(usual), "--shiny", "codex fork ID -m new"},
		{"no session file", "hi", nil, "cannot be read", "codex fork GIVEN -m new"},
		{"no sandbox told", "hi", with(func(s *rollout.Settings) { s.Sandbox.Mode = "" }), "sandbox", "codex fork ID -m new"},
		{"a strange sandbox", "hi", with(func(s *rollout.Settings) { s.Sandbox.Mode = "external-sandbox" }), "external-sandbox", "codex fork ID -m new -C /home/dev/project -a on-request"},
		{"permissions with more rules", "hi", with(func(s *rollout.Settings) { s.Sandbox.Custom = true }), "permissions", "codex fork ID -m new"},
		{"a granular approval", "hi", with(func(s *rollout.Settings) { s.Approval = "granular" }), "approval", "codex fork ID -m new"},
		{"plan mode", "hi", with(func(s *rollout.Settings) { s.Mode = "plan" }), "plan mode", "codex fork ID -m new"},
		{"nothing kept", "exec --ephemeral hi", worked(usual), "--ephemeral", "codex exec -m new --ephemeral hi"},
		{"two models", "-m a -m b", worked(usual), "multiple times", "codex -m new"},
		{"what cannot be mended", "-C a -C b hi", worked(usual), "multiple times", "codex fork ID -m new"},
		{"what cannot be mended, of exec", "exec hi there", worked(usual), "one word too many", "codex exec resume ID -m new"},
		{"an option of exec's that is not known", "exec --shiny hi", worked(usual), "--shiny", "codex exec resume ID -m new"},
		{"no conversation", "login", nil, "no conversation", ""},
	} {
		args, _ := ParseArgs(strings.Fields(tt.argv))
		r := Request{Args: args, Model: "new", Session: tt.session, Catalogue: models, Configured: noFiles}
		if tt.session == nil {
			r.SessionID = "GIVEN"
		}
		plan := MakePlan(r)
		if plan.Mode != ModeManual || plan.Argv != nil || !strings.Contains(plan.Reason.String(), tt.reason) || !strings.HasPrefix(plan.Command, tt.command) {
			t.Errorf("%s: %+v", tt.name, plan)
		}
	}
}

func TestPlanWithoutAnIDCanOnlyStartOver(t *testing.T) {
	args, _ := ParseArgs([]string{"hi"})
	if plan := MakePlan(Request{Args: args, Model: "new"}); plan.Mode != ModeManual || plan.Command != "codex fork -m new" {
		t.Errorf("%+v", plan)
	}
	exec, _ := ParseArgs([]string{"exec", "hi"})
	if plan := MakePlan(Request{Args: exec, Model: "new"}); plan.Mode != ModeManual || plan.Command != "codex exec -m new hi" {
		t.Errorf("%+v", plan)
	}
	if plan := MakePlan(Request{Args: args, Model: "new", Fresh: true}); plan.Mode != ModeFresh {
		t.Errorf("%+v", plan)
	}
}

func TestAnOptionThatForkDoesNotTakeIsNotDropped(t *testing.T) {
	shiny := []Option{{Level: "", Long: "shiny"}}
	args, _ := ParseArgs([]string{"--shiny", "hi"}, shiny...)
	r := Request{Args: args, Model: "new", Session: worked(usual), Configured: noFiles}
	if plan := MakePlan(r); plan.Mode != ModeManual || !strings.Contains(plan.Reason.String(), "--shiny") {
		t.Errorf("%+v", plan)
	}
	r.Args, _ = ParseArgs([]string{"--shiny", "hi"}, append(shiny, Option{Level: "fork", Long: "shiny"})...)
	if plan := MakePlan(r); plan.Mode != ModeFork || !strings.Contains(plan.Command, "--shiny") {
		t.Errorf("%+v", plan)
	}
}

func TestEveryValueOfALearnedOptionIsCarriedOver(t *testing.T) {
	learned := []Option{
		{Level: "", Long: "shiny", Takes: TakesOne, Repeats: true},
		{Level: "fork", Long: "shiny", Takes: TakesOne, Repeats: true},
	}
	args, err := ParseArgs([]string{"--shiny", "a", "--shiny=b", "hi"}, learned...)
	if err != nil {
		t.Fatal(err)
	}
	plan := MakePlan(Request{Args: args, Model: "new", Session: worked(usual), Configured: noFiles})
	if plan.Mode != ModeFork || !strings.Contains(plan.Command, "--shiny a --shiny=b") {
		t.Errorf("%+v", plan)
	}
}

func TestQuoteGivesOneWordBack(t *testing.T) {
	for word, want := range map[string]string{
		"plain-1.2/x": "plain-1.2/x", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "=x": "'=x'", "a=b": "a=b", "ü": "'ü'",
	} {
		if got := Quote([]string{word}); got != want {
			t.Errorf("%q became %s, want %s", word, got, want)
		}
	}
}

func TestPlanTellsOfAPromptThatNothingHolds(t *testing.T) {
	for _, tt := range []struct {
		name    string
		compact bool
		unheld  bool
		kept    string // by the history
		want    bool
	}{
		{"behind a compaction", true, true, "", true},
		{"a word for what was pasted", true, true, "see [Pasted Content 2000 chars]", true},
		{"kept by the history, and so sent again", true, true, "go on", false},
		{"the screen shows what the conversation holds", true, false, "", false},
		{"a turn, which codex writes down when it begins", false, true, "", false},
	} {
		plan := MakePlan(Request{Model: "gpt-6.2-sol", Session: worked(usual), Catalogue: models, Configured: noFiles,
			Compact: tt.compact, Unheld: tt.unheld, Unwritten: tt.kept})
		if got := strings.Contains(warned(plan), "ask it again"); got != tt.want {
			t.Errorf("%s: warnings %q", tt.name, plan.Warnings)
		}
	}
}
