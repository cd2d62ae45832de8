package ptywrap

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// dead reports whether a process has ended. One that nobody waits for stays in
// the table, so its state counts.
func dead(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return true
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	return strings.HasPrefix(rest, "Z")
}

// parent gives the parent of a process, 0 if it has gone.
func parent(pid int) (ppid int) {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(b), ") ")
	if fields := strings.Fields(rest); len(fields) > 1 {
		ppid, _ = strconv.Atoi(fields[1])
	}
	return ppid
}
