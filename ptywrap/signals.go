package ptywrap

import (
	"os"
	"os/signal"
	"syscall"
)

// notIgnored leaves out what the user had ignored (nohup, trap ”), so that it
// stays ignored here and in the program. Without any it is never empty: an empty
// list would mean every signal to os/signal.
func notIgnored(signals ...os.Signal) (out []os.Signal) {
	for _, s := range signals {
		if !signal.Ignored(s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		out = append(out, syscall.SIGURG)
	}
	return out
}
