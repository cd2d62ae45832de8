package main

import (
	"log/slog"
	"os"

	"github.com/cxhook/cxhook/internal/logged"
	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/lang"
)

// openLog opens the debug log that CXHOOK_LOG names; without it nothing is logged.
// What the user or the model wrote cannot get into it.
func openLog() (*slog.Logger, func()) {
	name := os.Getenv("CXHOOK_LOG")
	if name == "" {
		return slog.New(slog.DiscardHandler), func() {}
	}
	// Not blocking: a FIFO that nobody reads must not keep codex from starting.
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND|unix.O_NONBLOCK, 0o600)
	if err != nil {
		complain(lang.Errorf("error.log", name, reason(err)))
		return slog.New(slog.DiscardHandler), func() {}
	}
	return logged.New(f).With("pid", os.Getpid()), func() { f.Close() }
}
