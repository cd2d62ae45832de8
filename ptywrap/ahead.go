package ptywrap

import (
	"sync"
	"syscall"
)

// ahead is a monitor that nobody has taken yet.
var ahead struct {
	sync.Mutex
	link *link
}

// StartAhead starts the monitor of the next Start in advance: its start takes as long as
// the caller's, and the two go side by side. A failure is left for Start to meet. Whoever
// does not come to a Start calls DropAhead.
func StartAhead() {
	if Confined() {
		return
	}
	l, err := startMonitor()
	if err != nil {
		return
	}
	ahead.Lock()
	defer ahead.Unlock()
	ahead.link = l
}

// DropAhead ends that monitor, if there is one, and waits for its end.
func DropAhead() {
	if l := takeAhead(); l != nil {
		_ = syscall.Kill(l.pid, syscall.SIGKILL) // it has nothing to put right yet
		l.end()
	}
}

// takeMonitor gives the monitor that was started in advance, or else a new one.
func takeMonitor() (*link, error) {
	if l := takeAhead(); l != nil {
		return l, nil
	}
	return startMonitor()
}

func takeAhead() *link {
	ahead.Lock()
	defer ahead.Unlock()
	l := ahead.link
	ahead.link = nil
	return l
}
