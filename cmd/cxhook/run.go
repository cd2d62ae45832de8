package main

import (
	"errors"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/internal/logged"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/recovery"
)

func newRun() *cobra.Command {
	var policy, path, model string
	c := &cobra.Command{
		Use:  "run [flags] [--] CODEX-ARGUMENT…",
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, argv []string) error {
			if policy != "" && !config.Policy(policy).Valid() {
				return lang.Errorf("error.on_capacity", policy)
			}
			if model != "" && !config.ValidModel(model) {
				return lang.Errorf("error.model_holds", model)
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
		return &exitError{code, lang.Errorf("error.not_executable", bin.Path, err)}
	}
	way := chooseWay(args, policy)
	if way != onPTY || args.Exec() {
		ptywrap.DropAhead()
	}
	if way == direct {
		return plain()
	}
	log, closeLog := openLog()
	defer closeLog()
	log.Info("run", "codex", logged.Name(bin.Path), "subcommand", logged.Name(args.Subcommand()), "parsed", parseErr == nil, "way", logged.Name(way))
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

// supervise runs codex under the hook. An error, or a panic turned into one, means
// that codex has not run.
func supervise(w way, bin codex.Binary, args codex.Args, policy config.Policy, model string, log *slog.Logger) (status int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = lang.Errorf("error.internal", p)
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
