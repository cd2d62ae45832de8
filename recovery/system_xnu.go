//go:build darwin || darwinlike

package recovery

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// lsofTime bounds lsof, which asks every file system that something is open on; a process
// group is told in 0.1 s otherwise.
const lsofTime = 2 * time.Second

// openFiles are the paths that the processes of a group have open, none if lsof, which is
// a part of macOS, does not tell. A codex without a daemon keeps its session file open
// (seen on 0.106.0 to 0.155.1 on Linux).
func openFiles(group int) map[string]bool {
	ctx, cancel := context.WithTimeout(context.Background(), lsofTime)
	defer cancel()
	lsof := exec.CommandContext(ctx, "lsof", "-nPw", "-g", strconv.Itoa(group), "-Fn")
	lsof.WaitDelay = time.Second
	out, _ := lsof.Output() // its status is 1 too where it could not look at one file
	open := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "n"); ok {
			open[name] = true
		}
	}
	return open
}
