package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/doctor"
)

// readHook tells how the hook stands in this shell, as far as a child can see.
func readHook() doctor.Hook {
	h := doctor.Hook{
		State:    orElse(os.Getenv("CXHOOK_SHELL_STATE"), "unknown"),
		Shell:    doctor.ShellName(orElse(parentName(), os.Getenv("SHELL"))),
		Version:  version(),
		Nested:   nested(),
		Settings: config.Path(),
	}
	h.Self, _ = os.Executable() // "" is shown if the system cannot tell
	switch {
	case os.Getenv("TMUX") != "":
		h.Multiplexer = "tmux"
	case os.Getenv("STY") != "":
		h.Multiplexer = "screen"
	}
	return h
}

// release asks codex for its version: "codex-cli 0.171.0".
func release(ctx context.Context, bin codex.Binary) string {
	const patience = 5 * time.Second // node takes half a second on a busy machine
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c := exec.CommandContext(ctx, bin.Path, "--version")
	c.Env, c.WaitDelay = environment(), time.Second
	out, err := c.Output()
	words := strings.Fields(string(out))
	if err != nil || len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// others are the programs named codex further on in PATH that are not the same file.
func others(bin codex.Binary) []string {
	seen := []string{resolved(bin.Path)}
	found := []string{}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		next, err := codex.Find(codex.FindOptions{Path: dir, Skip: seen})
		if err == nil {
			seen, found = append(seen, resolved(next.Path)), append(found, next.Path)
		}
	}
	return found
}

func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
