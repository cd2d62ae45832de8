package ptywrap

import (
	"fmt"
	"os"
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
