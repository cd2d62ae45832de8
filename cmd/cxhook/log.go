package main

import (
	"log/slog"
	"os"

	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/lang"
)

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
		complain(lang.Errorf("error.log", name, reason(err)))
		return slog.New(slog.DiscardHandler), func() {}
	}
	h := slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug})
	return slog.New(h).With("pid", os.Getpid()), func() { f.Close() }
}
