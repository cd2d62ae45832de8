package recovery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/internal/logged"
	"github.com/cxhook/cxhook/internal/scriptedcodex"
	"github.com/cxhook/cxhook/prompt"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/terminal"
)

// What this test binary is, besides the tests: the scripted codex, or a whole run of
// it, as cmd/cxhook would do it.
const (
	playCodex = "RECOVERY_TEST_PLAYS_CODEX"
	playRun   = "RECOVERY_TEST_PLAYS_RUN"
	playBare  = "RECOVERY_TEST_PLAYS_BARE"
)

const graceVariable = "RECOVERY_TEST_GRACE" // see setGraces

const pauseVariable = "RECOVERY_TEST_PAUSE" // between two retries; a tenth of a second if unset

const measuredVariable = "RECOVERY_TEST_MEASURED" // see roundTrip

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(playCodex) != "":
		os.Exit(scriptedcodex.Main(os.Args[1:], os.Stdin, os.Stdout))
	case os.Getenv(playRun) != "":
		os.Exit(runScripted())
	case os.Getenv(playBare) != "":
		os.Exit(scriptedcodex.Main(os.Args[1:], os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// runScripted is the process under test: Run, on its terminal, over a scripted codex.
func runScripted() int {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	setGraces(os.Getenv(graceVariable))
	args, _ := codex.ParseArgs(os.Args[1:])
	dir, _ := os.Getwd()
	log, err := os.Create(filepath.Join(os.Getenv("CODEX_HOME"), "log"))
	if err != nil {
		panic(err)
	}
	o := Options{
		Binary:    codex.Binary{Path: self},
		Args:      args,
		Env:       append(os.Environ(), playCodex+"=1"),
		Dir:       dir,
		Policy:    config.Policy(os.Getenv(playRun)),
		Record:    os.Getenv("TEST_RECORD"),
		Load:      func() (config.Config, []config.Problem) { return config.Load(os.Getenv("TEST_SETTINGS")) },
		Stdio:     redirected(),
		Notes:     NotesIn(os.Getenv("TEST_NOTES")),
		RoundTrip: roundTrip(),
		Pause:     pause,
		Log:       logged.New(log),
	}
	var status int
	if o.Terminal, err = ptywrap.OpenTerminal(ptywrap.TerminalOptions{}); err == nil {
		defer o.Terminal.Close()
		status, err = Run(o)
	} else {
		status, err = Unattended(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 125
	}
	return status
}

// roundTrip is what a test knows of the way to its terminal: nothing if it is to be measured.
func roundTrip() time.Duration {
	if os.Getenv(measuredVariable) != "" {
		return 0
	}
	return time.Nanosecond // what a busy machine takes is no matter of the other tests
}

// pause is how long a retry waits in a test: no test is about the time itself.
func pause() time.Duration {
	if d, err := time.ParseDuration(os.Getenv(pauseVariable)); err == nil {
		return d
	}
	return 100 * time.Millisecond
}

// setGraces gives codex hours to end in, so that only what it shows makes us go on:
// "steps" for what we ask of it, "all" also after it has given the terminal back.
func setGraces(which string) {
	if which == "" {
		return
	}
	interruptStep.grace = time.Hour
	for i := range quitSteps {
		quitSteps[i].grace = time.Hour
	}
	if which == "all" {
		lingerTime = time.Hour
	}
}

// redirected are the standard files that are not the terminal, as cmd/cxhook says.
func redirected() (s Stdio) {
	if !isatty.IsTerminal(os.Stdin.Fd()) {
		s.Input = os.Stdin
	}
	if !isatty.IsTerminal(os.Stdout.Fd()) {
		s.Output = os.Stdout
	}
	return s
}

// scene is a run of a scripted codex on a terminal.
type scene struct {
	*console.Console
	t    *testing.T
	home string
	cmd  *exec.Cmd // of a scene without a terminal, not yet started
}

// play is what a scene is made from. The zero value is a bare "codex" of 0.171.0 at
// 100 by 24 whose model gpt-5.6-sol is refused.
type play struct {
	args       []string
	refuse     string // see scriptedcodex.RefuseVariable
	failure    string // see scriptedcodex.ErrorVariable
	release    string
	policy     config.Policy
	settings   string
	record     string // file for a recording
	notes      string // directory of the notes; empty: a fresh one
	cols, rows int
	grace      string // see setGraces
	pause      string // see pauseVariable
	queue      string // see scriptedcodex.QueueVariable
	linger     string // see scriptedcodex.LingerVariable
	answer     string // see scriptedcodex.AnswerVariable
	turn       string // see scriptedcodex.TurnVariable; empty: 50ms
	bare       bool   // the scripted codex without us
	dir        string // its working directory, where two scenes are compared
	shell      string // a shell command that runs "$@", which is the run
	noTerminal bool
	roundTrip  time.Duration // of the terminal, for cxhook to measure; 0: near
}

func start(t *testing.T, p play) *scene {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if p.dir == "" {
		p.dir = dir
	}
	settings := filepath.Join(dir, "settings.toml")
	if p.settings == "" {
		p.settings = `models = ["gpt-6-sol", "gpt-6-luna"]`
	}
	if err := os.WriteFile(settings, []byte(p.settings), 0o600); err != nil {
		t.Fatal(err)
	}
	if p.refuse == "" {
		p.refuse = "gpt-5.6-sol"
	}
	if p.release == "" {
		p.release = "0.171.0"
	}
	if p.turn == "" {
		p.turn = "50ms"
	}
	if p.policy == "" {
		p.policy = config.Ask
	}
	if p.cols == 0 {
		p.cols, p.rows = 100, 24
	}
	role := playRun + "=" + string(p.policy)
	if p.bare {
		role = playBare + "=1"
	}
	home := filepath.Join(dir, "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if p.notes == "" {
		p.notes = home
	}
	s := &scene{t: t, home: home}
	t.Cleanup(func() {
		log, err := os.ReadFile(filepath.Join(home, "log"))
		if err != nil {
			return
		}
		for _, secret := range append(secrets(p), dir) {
			if bytes.Contains(log, []byte(secret)) {
				t.Errorf("the log holds %q", secret)
			}
		}
		if t.Failed() {
			t.Logf("the log:\n%s", log)
		}
	})
	cmd := append([]string{self}, p.args...)
	if p.shell != "" {
		cmd = append([]string{"/bin/sh", "-c", p.shell, self}, cmd...)
	}
	env := append(os.Environ(), role,
		"CODEX_HOME="+home, "TEST_SETTINGS="+settings, "TEST_RECORD="+p.record, "TEST_NOTES="+p.notes,
		scriptedcodex.RefuseVariable+"="+p.refuse,
		scriptedcodex.ErrorVariable+"="+p.failure,
		scriptedcodex.ReleaseVariable+"="+p.release,
		scriptedcodex.TurnVariable+"="+p.turn,
		scriptedcodex.AnswerVariable+"="+p.answer,
		scriptedcodex.LingerVariable+"="+p.linger,
		scriptedcodex.QueueVariable+"="+p.queue,
		graceVariable+"="+p.grace,
		pauseVariable+"="+p.pause,
	)
	if p.roundTrip > 0 {
		env = append(env, measuredVariable+"=1")
	}
	if p.noTerminal {
		s.cmd = exec.Command(cmd[0], cmd[1:]...)
		s.cmd.Env, s.cmd.Dir = env, p.dir
		s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		return s
	}
	s.Console = console.Start(t, console.Options{Cols: p.cols, Rows: p.rows, Answer: true, Delay: p.roundTrip, Dir: p.dir, Cmd: cmd, Env: env})
	return s
}

// secrets are what a user or a model has said in a scene, whichever way it went: no log holds a word of them. What
// scenes type beside their arguments is hello, again, and the second question.
func secrets(p play) []string {
	secrets := []string{question, "and the lexer", "hello", answer, "first point", capacity}
	for _, said := range append(p.args, p.answer) {
		if strings.Contains(said, " ") {
			secrets = append(secrets, said)
		}
	}
	return secrets
}

// bar is how the bar of gpt-5.6-sol begins when it takes keys.
const bar = " gpt-5.6-sol is at capacity   1 gpt-6-sol   2 gpt-6-luna   w wait   f fresh"

// press types a key once the bar has been up long enough to take it. The condition
// cannot be seen on the screen: it is the bar's own guard against keys that were on
// their way before it was drawn.
func (s *scene) press(key string) {
	s.t.Helper()
	s.WaitText(" is at capacity   1 ")
	wait(s.t, prompt.Reaction+50*time.Millisecond)
	s.Type(key)
}

// draft types a text into the composer while the bar is up, and opens the bar again.
func (s *scene) draft(text string) {
	s.t.Helper()
	s.press(text)
	s.WaitText("› " + text)
	s.Type("\x1d")
}

// last is the text of the last row.
func last(s *terminal.Screen) string {
	_, rows := s.Size()
	return s.Row(rows - 1).Text()
}

// sessions are the session files that this scene's codex has written.
func (s *scene) sessions() []*rollout.Session {
	s.t.Helper()
	paths, err := filepath.Glob(filepath.Join(s.home, "sessions", "*", "*", "*", "*.jsonl"))
	if err != nil {
		s.t.Fatal(err)
	}
	var all []*rollout.Session
	for _, p := range paths {
		if session, err := rollout.Read(p); err == nil { // else codex has just begun to write it
			all = append(all, &session)
		}
	}
	return all
}

// forkedFrom is the id of the session that one is a fork of, "" for none.
func (s *scene) forkedFrom(session *rollout.Session) string {
	s.t.Helper()
	text, err := os.ReadFile(session.Path)
	if err != nil {
		s.t.Fatal(err)
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	var line struct {
		Payload struct {
			From string `json:"forked_from_id"`
		} `json:"payload"`
	}
	if err := json.Unmarshal(first, &line); err != nil {
		s.t.Fatal(err)
	}
	return line.Payload.From
}

// models are those of all turns of the scene, in the order of the files.
func (s *scene) models() string {
	var m []string
	for _, session := range s.sessions() {
		for _, turn := range session.Turns {
			m = append(m, turn.Model)
		}
	}
	return strings.Join(m, " ")
}
