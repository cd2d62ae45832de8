package scriptedcodex

import (
	"fmt"
	"syscall"
	"time"

	"golang.org/x/term"
)

// suspend gives the terminal back and stops the process group, as Codex does upon Ctrl-Z; it goes on after SIGCONT.
// In an orphaned group the kernel drops the signal and the view comes straight back.
func (u *tui) suspend() {
	u.put(u.leave(), cursorBack)
	_ = term.Restore(int(u.in.Fd()), u.cooked)
	_ = syscall.Kill(0, syscall.SIGTSTP)
	if _, err := term.MakeRaw(int(u.in.Fd())); err != nil {
		return
	}
	u.put(u.take(), u.enter())
	u.old = nil
	if cols, rows, err := term.GetSize(int(u.out.Fd())); err == nil && (cols != u.cols || rows != u.rows) {
		u.put(u.resize(cols, rows))
	}
	u.put(u.windowTitle(), u.frame())
}

// stop draws the last frame, gives the terminal back and says how to go on.
func (u *tui) stop() {
	u.closing, u.draft, u.working = true, "", ""
	u.put(u.state("idle"), u.frame(), u.leave())
	if u.rel.modern {
		u.put(askAtEnd)
		u.swallow()
	}
	_ = term.Restore(int(u.in.Fd()), u.cooked) // if it fails the terminal is gone
	u.put(cursorBack)
	if u.rel.modern {
		u.put(stateClear)
	}
	if u.s.path == "" {
		return // nothing to continue
	}
	const resume = "\x1b[36mcodex resume %s\x1b[39m\n"
	if u.rel.modern {
		u.put("To continue this session, run:\n  ", fmt.Sprintf(resume, u.s.id))
	} else {
		u.put("To continue this session, run ", fmt.Sprintf(resume, u.s.id))
	}
}

// swallow reads the reply to the last question, so that it does not end up in the shell.
func (u *tui) swallow() {
	var seen []byte
	for late := time.After(replyWait); !attributesReply().Match(seen); {
		select {
		case bytes, ok := <-u.input:
			if !ok {
				return
			}
			seen = append(seen, bytes...)
		case <-late:
			return
		}
	}
}
