package rollout

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// outcome is what a plan needs to know of a turn.
type outcome struct {
	Model, Effort       string
	Error               Code
	Answered, RanTool   bool
	Unprompted, Compact bool // no words of the user; ended before its own request
	Review              string
}

func outcomes(s Session) []outcome {
	var list []outcome
	for _, t := range s.Turns {
		list = append(list, outcome{t.Model, t.Effort, t.Error, t.Answered, t.RanTool, !t.Prompted, !t.Requested, t.Review})
	}
	return list
}

var workspace = Sandbox{Mode: "workspace-write"}

// The files were written by the releases they are named after, against an
// API that refused gpt-5.6-sol.
func TestReadTellsWhatHappenedInRealSessions(t *testing.T) {
	const sol = "gpt-5.6-sol"
	good := outcome{Model: sol, Answered: true}
	failed := outcome{Model: sol, Error: Overloaded}
	goal := outcome{Model: sol, Error: Overloaded, Unprompted: true}
	compact := outcome{Model: sol, Error: Overloaded, Unprompted: true, Compact: true}
	silent := outcome{Model: sol} // up to 0.144.6 the error is not written down
	extra := Sandbox{Mode: "workspace-write", WritableRoots: []string{"/home/dev/extra"}, Network: true}
	review := outcome{Model: sol, Error: Overloaded, Answered: true, Compact: true, Review: `{"type":"custom","instructions":"look at the parser"}`}
	silentReview := review // Codex itself answers: "Review was interrupted. Please re-run /review …"
	silentReview.Error = ""
	tests := []struct {
		file    string
		release string
		turns   []outcome
		now     Settings
		goal    bool
		tokens  int
	}{
		{"0.106.0-second-turn-refused", "0.106.0", []outcome{good, silent},
			Settings{Model: sol, Sandbox: workspace, Approval: "on-request", Mode: "default"}, false, 1220},
		{"0.106.0-tool-then-refused", "0.106.0", []outcome{{Model: sol, RanTool: true}},
			Settings{Model: sol, Sandbox: workspace, Approval: "on-request", Mode: "default"}, false, 1220},
		{"0.106.0-fork", "0.106.0", []outcome{good, silent, {Model: "gpt-5.3-codex", Answered: true}},
			Settings{Model: "gpt-5.3-codex", Sandbox: workspace, Approval: "on-request", Mode: "default"}, false, 1220},
		{"0.144.6-wider-workspace", "0.144.6", []outcome{{Model: sol, Effort: "high", Answered: true}, {Model: sol, Effort: "high"}},
			Settings{Model: sol, Effort: "high", Sandbox: extra, Approval: "never", Reviewer: "user", ServiceTier: "default", Mode: "default", CompHash: "3000"}, false, 1220},
		{"0.144.6-exec-resumed", "0.144.6", []outcome{{Model: sol, RanTool: true}, {Model: "gpt-5.6-terra", Answered: true}},
			Settings{Model: "gpt-5.6-terra", Sandbox: workspace, Approval: "never", Reviewer: "user", Mode: "default", CompHash: "3000"}, false, 1220},
		{"0.171.0-second-turn-refused", "0.171.0", []outcome{good, failed},
			Settings{Model: sol, Sandbox: workspace, Approval: "on-request", Reviewer: "user", ServiceTier: "default", Mode: "default", CompHash: "3000", Profile: ":workspace"}, false, 1220},
		{"0.171.0-goal-and-compact-refused", "0.171.0", []outcome{good, goal, compact},
			Settings{Model: sol, Sandbox: workspace, Approval: "on-request", Reviewer: "user", ServiceTier: "default", Mode: "default", CompHash: "3000", Profile: ":workspace"}, true, 1220},
		{"0.144.6-review-refused", "0.144.6", []outcome{good, silentReview},
			Settings{Model: sol, Sandbox: workspace, Approval: "on-request", Reviewer: "user", Mode: "default", CompHash: "3000"}, false, 912},
		{"0.171.0-review-refused", "0.171.0", []outcome{good, review},
			Settings{Model: sol, Sandbox: workspace, Approval: "on-request", Reviewer: "user", ServiceTier: "default", Mode: "default", CompHash: "3000", Profile: ":workspace"}, false, 912},
		{"0.171.0-exec-tool-then-refused", "0.171.0", []outcome{{Model: sol, RanTool: true, Error: Overloaded}},
			Settings{Model: sol, Sandbox: workspace, Approval: "never", Reviewer: "user", Mode: "default", CompHash: "3000"}, false, 1220},
		{"0.171.0-fork", "0.171.0", []outcome{{Model: "gpt-6.2-sol", Answered: true}},
			Settings{Model: "gpt-6.2-sol", Sandbox: Sandbox{Mode: "workspace-write", WritableRoots: []string{"/home/dev/other"}, Network: true, NoSlashTmp: true},
				Approval: "never", Reviewer: "user", ServiceTier: "default", Mode: "default", CompHash: "3000"}, false, 1220},
		{"0.171.0-auto-review", "0.171.0", []outcome{failed},
			Settings{Model: sol, Sandbox: workspace, Approval: "on-request", Reviewer: "auto_review", Mode: "default", CompHash: "3000"}, false, 0},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			s, err := Read("testdata/" + tt.file + ".jsonl")
			if err != nil {
				t.Fatal(err)
			}
			tt.now.Cwd, tt.now.Provider = "/home/dev/project", "mock"
			if diff := cmp.Diff(tt.turns, outcomes(s)); diff != "" {
				t.Errorf("turns: -want +got\n%s", diff)
			}
			if diff := cmp.Diff(tt.now, s.Now); diff != "" {
				t.Errorf("settings: -want +got\n%s", diff)
			}
			if s.ID == "" || s.CLIVersion != tt.release || s.Cwd != "/home/dev/project" {
				t.Errorf("%+v", s)
			}
			if s.Goal != tt.goal || s.SubAgent || s.Tokens != tt.tokens {
				t.Errorf("goal %v, sub-agent %v, tokens %d", s.Goal, s.SubAgent, s.Tokens)
			}
		})
	}
}

const (
	metaLine = `{"timestamp":"2026-11-29T10:00:00Z","type":"session_meta","payload":{"id":"ID","timestamp":"2026-11-29T10:00:00Z","cwd":"/p","source":"cli","cli_version":"0.171.0"}}`
	startTen = `{"timestamp":"2026-11-29T10:00:01Z","type":"event_msg","payload":{"type":"task_started","turn_id":"T1"}}`
)

// session writes lines to a file, the last one without its end.
func session(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rollout-2026-11-29T10-00-00-ID.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, lines ...string) Session {
	t.Helper()
	s, err := Read(session(t, lines...))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadPassesOverWhatItCannotRead(t *testing.T) {
	s := read(t, metaLine, `{"broken`, "\x00\xff", `[]`, `{"timestamp":"2026-11-29T10:00:01Z","type":"from_the_future","payload":7}`,
		`{"timestamp":"x","type":"event_msg","payload":{"type":"task_started"}}`,
		`{"timestamp":"2026-11-29T10:00:01Z","type":"turn_context","payload":{"model":7}}`,
		startTen, `{"timestamp":"2026-11-29T10:00:02Z","type":"event_msg","payload":{"type":"agent_mes`)
	if len(s.Turns) != 1 || s.Turns[0].Answered {
		t.Errorf("turns %+v", s.Turns)
	}
}

func TestReadTakesAWholeLastLineWithoutItsEnd(t *testing.T) {
	s := read(t, metaLine, startTen, `{"timestamp":"2026-11-29T10:00:02Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"T1","last_agent_message":"done"}}`)
	if len(s.Turns) != 1 || !s.Turns[0].Answered || s.Turns[0].Ended.IsZero() {
		t.Errorf("turns %+v", s.Turns)
	}
}

func TestReadKnowsAToolCallByTheBeginningOfAHugeLine(t *testing.T) {
	huge := strings.Repeat("x", lineLimit+1<<20)
	s := read(t, metaLine, startTen,
		`{"timestamp":"2026-11-29T10:00:02Z","ordinal":7,"type":"response_item","payload":{"type":"function_call","id":"fc_1","name":"exec","arguments":"`+huge+`"}}`,
		`{"timestamp":"2026-11-29T10:00:03Z","type":"response_item","payload":{"type":"message","id":"m","role":"user","content":"`+huge+`"}}`,
		`{"huge":"`+huge+`"}`,
		`{"timestamp":"2026-11-29T10:00:04Z","type":"event_msg","payload":{"type":"turn_aborted","turn_id":"T1"}}`)
	if len(s.Turns) != 1 || !s.Turns[0].RanTool || s.Turns[0].Answered || s.Turns[0].Ended.IsZero() {
		t.Errorf("turns %+v", s.Turns)
	}
}

func TestReadKeepsTheBeginningOfALongLineOnly(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 50<<20)
	path := session(t, metaLine, string(long), startTen)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if s, err := Read(path); err != nil || len(s.Turns) != 1 {
		t.Fatal(s, err)
	}
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	if limit := uint64(6 * lineLimit); allocated > limit {
		t.Errorf("%d bytes allocated, want at most %d for a line of %d", allocated, limit, len(long))
	}
}

func TestSettingsChangedBetweenTurnsAreTheOnesInForce(t *testing.T) {
	turn := `{"timestamp":"2026-11-29T10:00:02Z","type":"turn_context","payload":{"turn_id":"T1","model":"a","cwd":"/p","approval_policy":"never","sandbox_policy":{"type":"danger-full-access"},"collaboration_mode":{"mode":"default","settings":{"reasoning_effort":"high"}}}}`
	end := `{"timestamp":"2026-11-29T10:00:03Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"T1"}}`
	narrow := `{"timestamp":"2026-11-29T10:00:04Z","type":"event_msg","payload":{"type":"thread_settings_applied","thread_settings":{"model":"a","cwd":"/p","service_tier":"priority","approval_policy":"on-request","permission_profile":{"type":"managed","network":"restricted","file_system":{"type":"restricted","entries":[{"path":{"type":"special","value":{"kind":"root"}},"access":"read"}]}}}}}`
	s := read(t, metaLine, startTen, turn, end, narrow)
	if s.Now.Sandbox.Mode != "read-only" || s.Now.Approval != "on-request" || s.Now.ServiceTier != "priority" || s.Now.Effort != "" {
		t.Errorf("now %+v", s.Now)
	}
	if got := s.Turns[0]; got.Sandbox.Mode != "danger-full-access" || got.Approval != "never" || got.Effort != "high" {
		t.Errorf("the finished turn became %+v", got)
	}
}

func TestATurnIsRunningUntilItEnds(t *testing.T) {
	s := read(t, metaLine, startTen)
	if last, ok := s.Last(); !ok || !last.Ended.IsZero() || last.ID != "T1" || !last.Started.Equal(time.Date(2026, 11, 29, 10, 0, 1, 0, time.UTC)) {
		t.Errorf("%+v", last)
	}
	if _, ok := (Session{}).Last(); ok {
		t.Error("no turn is a last turn")
	}
}

func TestAGoalEnds(t *testing.T) {
	goal := func(status string) string {
		return fmt.Sprintf(`{"timestamp":"2026-11-29T10:00:01Z","type":"event_msg","payload":{"type":"thread_goal_updated","goal":{"status":%q}}}`, status)
	}
	cleared := `{"timestamp":"2026-11-29T10:00:02Z","type":"event_msg","payload":{"type":"thread_goal_cleared"}}`
	for want, lines := range map[bool][]string{true: {goal("active"), goal("paused")}, false: {goal("active"), cleared}} {
		if s := read(t, append([]string{metaLine}, lines...)...); s.Goal != want {
			t.Errorf("%q: goal %v", lines, s.Goal)
		}
	}
	if s := read(t, metaLine, goal("active"), goal("complete")); s.Goal {
		t.Error("a goal that was reached is still set")
	}
}

func TestReadRefusesWhatIsNoSession(t *testing.T) {
	for _, lines := range [][]string{{""}, {startTen}, {"text"}} {
		if _, err := Read(session(t, lines...)); err == nil {
			t.Errorf("%q was read as a session", lines)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestAProfileWithRulesOfItsOwnIsCustom(t *testing.T) {
	const root = `{"path":{"type":"special","value":{"kind":"root"}},"access":"read"}`
	for entries, custom := range map[string]bool{
		root: false,
		root + `,{"path":{"type":"path","path":"/p"},"access":"write"},{"path":{"type":"path","path":"/p/.git"},"access":"read"}`:   false,
		root + `,{"path":{"type":"path","path":"/p"},"access":"write"},{"path":{"type":"path","path":"/p/secret"},"access":"read"}`: true,
		root + `,{"path":{"type":"path","path":"/p/secret"},"access":"deny"}`:                                                       true,
		root + `,{"path":{"type":"glob","path":"*.key"},"access":"write"}`:                                                          true,
		`{"path":{"type":"path","path":"/p"},"access":"write"}`:                                                                     true,
	} {
		s := read(t, metaLine, `{"timestamp":"2026-11-29T10:00:02Z","type":"turn_context","payload":{"turn_id":"T1","cwd":"/p","sandbox_policy":{"type":"workspace-write"},"permission_profile":{"type":"managed","file_system":{"type":"restricted","entries":[`+entries+`]}}}}`)
		if s.Now.Sandbox.Custom != custom {
			t.Errorf("%s: custom %v", entries, s.Now.Sandbox.Custom)
		}
	}
}

// What 0.130.0 wrote down of workspace-write, and the same with a folder that is denied.
func TestTheProfileOf0130IsItsSandboxPolicy(t *testing.T) {
	const (
		special = `{"path":{"type":"special","value":{"kind":`
		entries = special + `"root"}},"access":"read"},` + special + `"project_roots"}},"access":"write"},` +
			special + `"slash_tmp"}},"access":"write"},` + special + `"tmpdir"}},"access":"write"},` +
			special + `"project_roots","subpath":".git"}},"access":"read"},{"path":{"type":"path","path":"/c/memories"},"access":"write"}`
		policy = `"sandbox_policy":{"type":"workspace-write","writable_roots":["/c/memories"],"network_access":false}`
	)
	for entries, custom := range map[string]bool{
		entries: false,
		entries + "," + special + `"project_roots","subpath":"secret"}},"access":"deny"}`: true,
		entries + "," + special + `"project_roots","subpath":"vendor"}},"access":"read"}`: true,
	} {
		s := read(t, metaLine, `{"timestamp":"2026-11-29T10:00:02Z","type":"turn_context","payload":{"turn_id":"T1","cwd":"/p",`+policy+
			`,"permission_profile":{"type":"managed","network":"restricted","file_system":{"type":"restricted","entries":[`+entries+`]}}}}`)
		want := Sandbox{Mode: "workspace-write", WritableRoots: []string{"/c/memories"}, Custom: custom}
		if diff := cmp.Diff(want, s.Now.Sandbox); diff != "" {
			t.Errorf("%s: %s", entries, diff)
		}
	}
}

// What 0.124.0 wrote down of its three sandboxes.
func TestTheProfilesOf0124AreItsSandboxPolicies(t *testing.T) {
	const (
		reading = `{"path":{"type":"special","value":{"kind":"root"}},"access":"read"}`
		write   = `{"path":{"type":"special","value":{"kind":"root"}},"access":"write"}`
		project = reading + `,{"path":{"type":"special","value":{"kind":"current_working_directory"}},"access":"write"}` +
			`,{"path":{"type":"special","value":{"kind":"slash_tmp"}},"access":"write"},{"path":{"type":"special","value":{"kind":"tmpdir"}},"access":"write"}`
		memories  = `,{"path":{"type":"path","path":"/c/memories"},"access":"write"},{"path":{"type":"path","path":"/p/.codex"},"access":"read"}`
		forbidden = `,{"path":{"type":"path","path":"/p/secret"},"access":"deny"}`
	)
	for _, c := range []struct {
		policy, network, entries string
		want                     Sandbox
	}{
		{`{"type":"read-only"}`, "false", reading, Sandbox{Mode: "read-only"}},
		{`{"type":"workspace-write","writable_roots":["/c/memories"]}`, "false", project + memories, Sandbox{Mode: "workspace-write", WritableRoots: []string{"/c/memories"}}},
		{`{"type":"workspace-write","network_access":true}`, "true", project, Sandbox{Mode: "workspace-write", Network: true}},
		{`{"type":"workspace-write"}`, "false", project + forbidden, Sandbox{Mode: "workspace-write", Custom: true}},
		{`{"type":"danger-full-access"}`, "true", write, Sandbox{Mode: "danger-full-access", Network: true}},
		{`{"type":"danger-full-access"}`, "true", write + forbidden, Sandbox{Mode: "danger-full-access", Network: true, Custom: true}},
	} {
		profile := `"permission_profile":{"network":{"enabled":` + c.network + `},"file_system":{"entries":[` + c.entries + `]}}`
		for name, permissions := range map[string]string{"both": `"sandbox_policy":` + c.policy + "," + profile, "the profile alone": profile} {
			s := read(t, metaLine, `{"timestamp":"2026-11-29T10:00:02Z","type":"turn_context","payload":{"turn_id":"T1","cwd":"/p",`+permissions+`}}`)
			want := c.want
			if name == "both" && want.Mode == "danger-full-access" {
				want.Network = false // the policy has no such word
			}
			if !s.Now.Sandbox.Equal(want) {
				t.Errorf("%s: %+v, want %+v", permissions, s.Now.Sandbox, want)
			}
		}
	}
}

func TestAProfileInANewFormHidesNothingElse(t *testing.T) {
	s := read(t, metaLine, `{"timestamp":"2026-11-29T10:00:02Z","type":"turn_context","payload":{"turn_id":"T1","model":"a","approval_policy":"never","sandbox_policy":{"type":"read-only"},"permission_profile":["new"]}}`)
	if s.Now.Model != "a" || s.Now.Approval != "never" || s.Now.Sandbox.Mode != "read-only" || !s.Now.Sandbox.Custom {
		t.Errorf("%+v", s.Now)
	}
}

func TestTheModesOfOlderReleasesAreDefault(t *testing.T) {
	for name, want := range map[string]string{"custom": "default", "code": "default", "pair_programming": "default", "execute": "default", "default": "default", "plan": "plan", "new": "new"} {
		s := read(t, metaLine, `{"timestamp":"2026-11-29T10:00:02Z","type":"turn_context","payload":{"turn_id":"T1","cwd":"/p","collaboration_mode":{"mode":"`+name+`","settings":{}}}}`)
		if s.Now.Mode != want {
			t.Errorf("%s: %q, want %q", name, s.Now.Mode, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		f.Fatal("no samples", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, 5000)
	}
	// Any split of a file into two readings gives the same session, and so does any stretch of it that is taken for itself.
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		path := filepath.Join(t.TempDir(), "rollout.jsonl")
		write := func(n int) {
			if err := os.WriteFile(path, text[:n], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write(len(text))
		want, err := Follow(path).Advance()
		parts := Follow(path)
		write(min(max(at, 0), len(text)))
		_, _ = parts.Advance() // perhaps not yet a session
		write(len(text))
		got, again := parts.Advance()
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (again == nil) {
			t.Error(err, again, diff)
		}
	})
}
