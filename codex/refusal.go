package codex

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"
)

// refusalTime bounds the wait for Codex's word on its configuration; it takes 0.2 s.
const refusalTime = 5 * time.Second

// Refusal lets Codex itself read the configuration that a run in dir would have, and
// gives its words if it does not start with it, "" if it does or does not say. It runs
// "codex features list", which reads all of it on every release tried (0.106.0, 0.144.6,
// 0.171.0) and sends nothing. overrides are the -c that count.
func Refusal(ctx context.Context, bin Binary, env []string, dir string, overrides []string, profile string) string {
	ctx, cancel := context.WithTimeout(ctx, refusalTime)
	defer cancel()
	var args []string
	for _, o := range overrides {
		args = append(args, "-c", o)
	}
	if profile != "" {
		args = append(args, "-p", profile)
	}
	cmd := exec.CommandContext(ctx, bin.Path, append(args, "features", "list")...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = append(env[:len(env):len(env)], "RUST_BACKTRACE=0"), dir, time.Second
	_, err := cmd.Output()
	var ended *exec.ExitError
	if ctx.Err() != nil || !errors.As(err, &ended) || ended.ExitCode() != 1 {
		return "" // 2 is for arguments, as of a release without the command
	}
	return refusalIn(string(ended.Stderr))
}

// refusalIn is the sentence behind "Error: ", or the cause where that says no more than
// that the configuration cannot be loaded.
func refusalIn(stderr string) string {
	_, text, ok := strings.Cut("\n"+stderr, "\nError: ")
	if !ok {
		return ""
	}
	said, rest, _ := strings.Cut(text, "\n")
	_, causes, ok := strings.Cut(rest, "Caused by:\n")
	if !ok || !strings.HasPrefix(said, "failed to load") {
		return strings.TrimSpace(said)
	}
	cause, _, _ := strings.Cut(causes, "\n\n")
	return strings.Join(strings.Fields(cause), " ")
}
