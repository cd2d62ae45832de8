package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/recovery"
)

// bypass is the value of the variable CXHOOK that runs codex without us, once.
const bypass = "off"

func newRun() *cobra.Command {
	var policy, path, model string
	c := &cobra.Command{
		Use:  "run [flags] [--] CODEX-ARGUMENT…",
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, argv []string) error {
			if policy != "" && !config.Policy(policy).Valid() {
				return fmt.Errorf("on-capacity %q: write ask, switch or wait", policy)
			}
			if model != "" && !config.ValidModel(model) {
				return fmt.Errorf("model %q holds a space or a control character", model)
			}
			return runCodex(argv, path, model, config.Policy(policy))
		},
	}
	c.Flags().SetInterspersed(false)
	c.Flags().StringVar(&policy, "on-capacity", "", "")
	c.Flags().StringVar(&path, "codex", "", "")
	c.Flags().StringVar(&model, "model", "", "")
	return c
}

// runCodex runs codex and ends with its status. From the moment that its program is
// known, any fault of ours runs it directly.
func runCodex(argv []string, path, model string, policy config.Policy) error {
	bin, err := codex.Find(codex.FindOptions{Codex: path, Skip: startedBy()})
	if err != nil {
		var e *codex.FindError
		if errors.As(err, &e) {
			return &exitError{e.ExitCode, e}
		}
		return &exitError{exitNotFound, err}
	}
	args, parseErr := codex.ParseArgs(argv)
	if model != "" {
		argv = args.WithModel(model)
		args, parseErr = codex.ParseArgs(argv)
	}
	plain := func() error {
		err := ptywrap.Exec(bin.Path, append([]string{"codex"}, argv...), append(environment(), outer(bin.Path)))
		code := exitNotExecutable
		var e *ptywrap.StartError
		if errors.As(err, &e) {
			code = e.Code
		}
		return &exitError{code, fmt.Errorf("%s cannot be executed: %w", bin.Path, err)}
	}
	way := chooseWay(args, policy)
	if way == direct {
		return plain()
	}
	log, closeLog := openLog()
	defer closeLog()
	log.Info("run", "codex", bin.Path, "subcommand", args.Subcommand(), "parsed", parseErr == nil, "way", way)
	status, err := supervise(way, bin, args, policy, model, log)
	if err != nil {
		log.Error("codex runs without the hook", "err", err)
		var e *ptywrap.StartError
		if errors.As(err, &e) && e.Code != exitFailed {
			return &exitError{e.Code, err}
		}
		return plain()
	}
	return &exitError{code: status}
}

// way is how codex is run.
type way string

const (
	direct way = "direct" // executed in our place
	onPTY  way = "pty"    // on a pseudo-terminal, with somebody to ask
	piped  way = "piped"  // through pipes, under a policy
)

// chooseWay decides by what codex is asked to do and by what its standard files are.
// exec may have its input piped and its output in a file: the question comes when it
// has ended.
func chooseWay(args codex.Args, policy config.Policy) way {
	if os.Getenv("CXHOOK") == bypass || os.Getenv("TERM") == "dumb" || !args.Conversation() || fewFiles() {
		return direct
	}
	in, out, errs := isTerminal(os.Stdin), isTerminal(os.Stdout), isTerminal(os.Stderr)
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		if isTerminal(f) && !controlling(f) {
			return direct // it is another terminal than the one that we would draw on
		}
	}
	switch {
	case nested():
		return direct
	case !args.Exec():
		if in && out {
			return onPTY
		}
		return direct
	case out || errs && isFile(os.Stdout):
		return onPTY
	}
	if policy == "" {
		settings, _ := loadConfig()
		policy = settings.OnCapacity
	}
	switch {
	case policy == config.Ask:
		return direct
	case errs:
		return onPTY
	}
	return piped
}

// leastFiles is how many files a process must be able to have open: up to 20 are of
// ours, and Go's runtime ends a process that cannot have another one.
const leastFiles = 32

// fewFiles tells whether the limit on open files is too low for us.
func fewFiles() bool {
	var limit unix.Rlimit
	return unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) == nil && limit.Cur < leastFiles
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }

// controlling tells whether a terminal is the one that controls this process: only for
// that one the kernel tells the foreground group.
func controlling(f *os.File) bool {
	_, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil
}

func isFile(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// nested tells whether this terminal is one that another cxhook made: codex run by
// codex. The variable holds a terminal's name and not just a flag, since it is also
// inherited into terminals of their own, such as tmux's panes, which do want a hook.
func nested() bool {
	outer, err := os.Stat(os.Getenv("CXHOOK_TTY"))
	if err != nil {
		return false
	}
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		if here, err := f.Stat(); err == nil && os.SameFile(outer, here) {
			return true
		}
	}
	return false
}

// supervise runs codex under the hook. An error, or a panic turned into one, means
// that codex has not run.
func supervise(w way, bin codex.Binary, args codex.Args, policy config.Policy, model string, log *slog.Logger) (status int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	dir, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	o := recovery.Options{
		Binary: bin,
		Args:   args,
		Env:    append(environment(), outer(bin.Path)),
		Dir:    dir,
		Cache:  cacheDir(),
		Record: recording(),
		Policy: policy,
		Wanted: model,
		Load:   loadConfig,
		Stdio:  stdio(bin, args),
		Notes:  recovery.UserNotes(),
		Log:    log,
	}
	if w == piped {
		return recovery.Unattended(o)
	}
	if o.Terminal, err = ptywrap.OpenTerminal(ptywrap.TerminalOptions{}); err != nil {
		return 0, err
	}
	defer o.Terminal.Close()
	return recovery.Run(o)
}

// cacheDir holds what was learned about releases of codex.
func cacheDir() string { return filepath.Join(xdg.CacheHome, "cxhook") }

// stdio are the standard files that are not the terminal. Input that codex would leave
// unread is left to whoever reads it next.
func stdio(bin codex.Binary, args codex.Args) recovery.Stdio {
	var s recovery.Stdio
	if !isTerminal(os.Stdin) && args.ReadsInput(bin.Release()) {
		s.Input = os.Stdin
	}
	if !isTerminal(os.Stdout) {
		s.Output = os.Stdout
	}
	if !isTerminal(os.Stderr) {
		s.Errors = os.Stderr
	}
	return s
}

// recordVariable names the file that gets a recording of the session.
const recordVariable = "CXHOOK_RECORD"

// recording is the file for this run's recording, as an absolute path; empty without one.
func recording() string {
	name := os.Getenv(recordVariable)
	if name == "" {
		return ""
	}
	if path, err := filepath.Abs(name); err == nil {
		return path
	}
	return name
}

// environment is codex's: ours, without an empty variable named codex, which the bash
// function passes so that "fg %codex" finds the job, and without the recording's name,
// lest a codex inside codex write over it.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return v == "codex=" || strings.HasPrefix(v, recordVariable+"=")
	})
}

// loadConfig reads the settings, the policy's variable above them. What is wrong with them is said when codex has
// ended: while it owns the screen there is no place for it.
func loadConfig() (config.Config, []config.Problem) {
	c, problems := config.Load(config.Path())
	switch p := config.Policy(os.Getenv(config.PolicyVariable)); {
	case p.Valid():
		c.OnCapacity = p
	case p != "":
		problems = append(problems, config.Problem{File: config.PolicyVariable, Text: fmt.Sprintf("%q is ignored: write ask, switch or wait", string(p))})
	}
	return c, problems
}

// openLog opens the debug log that CXHOOK_LOG names; without it nothing is logged.
// It never holds what the user or the model wrote.
func openLog() (*slog.Logger, func()) {
	name := os.Getenv("CXHOOK_LOG")
	if name == "" {
		return slog.New(slog.DiscardHandler), func() {}
	}
	// Not blocking: a FIFO that nobody reads must not keep codex from starting.
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND|unix.O_NONBLOCK, 0o600)
	if err != nil {
		complain(fmt.Errorf("CXHOOK_LOG: %s cannot be written (%s); there is no log of this run", name, reason(err)))
		return slog.New(slog.DiscardHandler), func() {}
	}
	h := slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug})
	return slog.New(h).With("pid", os.Getpid()), func() { f.Close() }
}

// reason is an error's last part, without the name of the file that stands before it.
func reason(err error) string {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return strings.TrimSpace(err.Error())
}
