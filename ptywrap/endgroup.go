package ptywrap

import (
	"syscall"
	"time"
)

// lastSignals is what a process group gets that nobody watches any more.
var lastSignals = []struct {
	signal syscall.Signal
	wait   time.Duration // until the next one; real codex takes about 60 ms
}{
	{syscall.SIGHUP, 500 * time.Millisecond},
	{syscall.SIGTERM, time.Second},
	{syscall.SIGKILL, time.Second},
}

// endGroup ends a process group that lost its monitor.
func endGroup(group int) {
	for _, last := range lastSignals {
		_ = syscall.Kill(-group, last.signal)
		_ = syscall.Kill(-group, syscall.SIGCONT)
		for end := time.Now().Add(last.wait); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			if syscall.Kill(-group, 0) != nil {
				return
			}
		}
	}
}
