package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/cxhook/cxhook/ptywrap"
)

// outerVariable tells the codex that we start who started it: our process id and its
// path. A user's own script named codex that calls cxhook finds them there.
const outerVariable = "CXHOOK_OUTER"

// outer marks the environment of the codex at path.
func outer(path string) string {
	return outerVariable + "=" + strconv.Itoa(os.Getpid()) + ":" + path
}

// startedBy gives the script named codex that has called us, where an outer cxhook had
// started that one: it is not taken for codex again, or the two would start each other
// for ever. A codex that runs us from one of its tools is another matter.
func startedBy() []string {
	pid, path, ok := strings.Cut(os.Getenv(outerVariable), ":")
	if !ok {
		return nil
	}
	for _, p := range []int{os.Getpid(), os.Getppid()} {
		if strconv.Itoa(p) == pid || parentOf(p) == ptywrap.MonitorName {
			return []string{path}
		}
	}
	return nil
}
