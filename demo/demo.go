// Package demo plays a refusal and its cure without codex, network or set-up: the
// scripted codex of this binary, on a pseudo-terminal, through the same watcher, bar
// and switch as a real run. It must never touch the user's own Codex home.
package demo

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/internal/scriptedcodex"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/recovery"
)

// ScriptedVariable is set in the environment of the process that has to play codex.
const ScriptedVariable = "CXHOOK_SCRIPTED_CODEX"

const (
	refused  = "gpt-5.6-sol"
	question = "make the parser accept empty input"
)

// models are what the bar offers in the demo.
var models = []config.Entry{{Model: "gpt-6-sol"}, {Model: "gpt-6-luna"}}

// Options say where the demo plays.
type Options struct {
	Self string   // this binary, which is also the scripted codex
	TTY  *os.File // the terminal to play on; nil: the controlling one
	// RoundTrip is as in recovery.Options.
	RoundTrip time.Duration
	Log       *slog.Logger
}

// Run plays the scripted codex on a terminal until its user leaves it, and returns
// its exit status. It writes only below a temporary folder that it removes.
func Run(o Options) (int, error) {
	dir, err := os.MkdirTemp("", "cxhook-demo-")
	if err != nil {
		return 0, fmt.Errorf("demo: %w", err)
	}
	defer os.RemoveAll(dir)
	home, project := filepath.Join(dir, "codex-home"), filepath.Join(dir, "project")
	for _, d := range []string{home, project} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return 0, fmt.Errorf("demo: %w", err)
		}
	}
	args, err := codex.ParseArgs([]string{question})
	if err != nil {
		return 0, fmt.Errorf("demo: %w", err)
	}
	term, err := ptywrap.OpenTerminal(ptywrap.TerminalOptions{TTY: o.TTY})
	if err != nil {
		return 0, fmt.Errorf("demo: %w", err)
	}
	defer term.Close()
	return recovery.Run(recovery.Options{
		Terminal: term,
		Binary:   codex.Binary{Path: o.Self},
		Args:     args,
		Env: environment(
			ScriptedVariable+"=1",
			"CODEX_HOME="+home,
			scriptedcodex.RefuseVariable+"="+refused+","+models[0].Model+"@2*1",
			scriptedcodex.ErrorVariable+"="+models[0].Model+"=usage_limit_exceeded "+limit,
		),
		Dir:    project,
		Policy: config.Ask,
		Load: func() (config.Config, []config.Problem) {
			c := config.Default()
			c.Models = models
			return c, nil
		},
		RoundTrip: o.RoundTrip,
		Hint:      lang.Text("demo.hint"),
		Notes:     recovery.NotesIn(dir),
		Log:       o.Log,
	})
}

// limit is what codex says of a usage limit, in the words of 2025, which need no clock.
const limit = "You've hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro) or try again in 2 hours 13 minutes."

// environment is ours with variables set: the first of two with one name would count.
func environment(set ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return slices.ContainsFunc(set, func(s string) bool { return strings.HasPrefix(v, s[:strings.Index(s, "=")+1]) })
	})
	return append(env, set...)
}
