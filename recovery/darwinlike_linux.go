//go:build darwinlike

package recovery

import (
	"fmt"
	"os"
)

// nameOf is the name that an open file has now.
func nameOf(f *os.File) (string, error) { return os.Readlink(fmt.Sprintf("/proc/self/fd/%d", f.Fd())) }
