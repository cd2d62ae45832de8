//go:build darwinlike

package ptywrap

import (
	"bytes"
	"fmt"
	"os"
)

// parentOf is the parent of a process, 0 if it has gone.
func parentOf(pid int) (parent int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	var state string
	_, _ = fmt.Sscan(string(text[bytes.LastIndexByte(text, ')')+1:]), &state, &parent) // the name may hold anything
	return parent
}
