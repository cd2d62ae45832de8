package main

import (
	"cmp"
	"os"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/ptywrap"
)

// bypass is the value of the variable CXHOOK that runs codex without us, once.
const bypass = "off"

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
	if os.Getenv("CXHOOK") == bypass || os.Getenv("TERM") == "dumb" || !args.Conversation() || ptywrap.Confined() {
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
	case out:
		return onPTY
	}
	settings, _ := loadConfig()
	acts := settings.OnLimit != config.Ask || settings.OnTransient != config.Ask || cmp.Or(policy, settings.OnCapacity) != config.Ask
	switch {
	case acts && (args.JSON() || !errs):
		return piped // a program reads the events: they have to come by way of us
	case errs && (acts || isFile(os.Stdout)):
		return onPTY
	}
	return direct
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
	outer, err := os.Stat(os.Getenv(ptywrap.TTYVariable))
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
