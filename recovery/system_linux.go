//go:build !darwinlike

package recovery

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// openFiles are the paths that the processes of a group have open. A codex without a
// daemon keeps its session file open (seen on 0.106.0 to 0.155.1).
func openFiles(group int) map[string]bool {
	open := map[string]bool{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is well formed
	for _, stat := range stats {
		if groupOf(stat) != group {
			continue
		}
		fds, _ := filepath.Glob(filepath.Join(filepath.Dir(stat), "fd", "*"))
		for _, fd := range fds {
			if path, err := os.Readlink(fd); err == nil {
				open[path] = true
			}
		}
	}
	return open
}

// groupOf reads the process group, the fifth field of /proc/PID/stat; 0 if the process
// has gone. The second field, the name in parentheses, may hold anything.
func groupOf(stat string) (group int) {
	text, err := os.ReadFile(stat)
	if err != nil {
		return 0
	}
	after := string(text[bytes.LastIndexByte(text, ')')+1:])
	var state string
	var parent int
	if _, err := fmt.Sscan(after, &state, &parent, &group); err != nil {
		return 0
	}
	return group
}

// nameOf is a name by which an open file can be opened anew, whatever has become of its own.
func nameOf(f *os.File) (string, error) { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()), nil }
