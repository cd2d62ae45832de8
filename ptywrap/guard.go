package ptywrap

import (
	"fmt"
	"runtime/debug"
)

// Guard runs f and survives a panic in it: the panic is kept and reported on
// stderr once the terminal is back (Restore). ok tells whether f returned by
// itself. Everything that runs while the terminal is raw, in whatever goroutine,
// belongs under Guard: the Go runtime would end the process with the terminal
// raw and the trace drawn across the program's screen.
func (t *Terminal) Guard(what string, f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			t.fault(fmt.Sprintf("%s: %v\n%s", what, r, debug.Stack()))
		}
	}()
	f()
	return true
}

// fault keeps the first failure only: the others mostly follow from it.
func (t *Terminal) fault(text string) {
	t.faultMu.Lock()
	defer t.faultMu.Unlock()
	if t.faultText == "" {
		t.faultText = text
	}
}

// reportFault writes what Guard kept, once.
func (t *Terminal) reportFault() {
	t.faultMu.Lock()
	text := t.faultText
	t.faultText = ""
	t.faultMu.Unlock()
	if text != "" {
		fmt.Fprintf(t.stderr, "cxhook: internal error, the program was not affected: %s\n", text)
	}
}
