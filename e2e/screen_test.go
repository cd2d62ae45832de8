//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// screen is a tmux session with an interactive bash in the lab's project. It has a server and a socket of its own.
type screen struct {
	t      *testing.T
	l      *lab
	socket string
}

// prompt is the shell's, alone in its row.
const prompt = "$"

// shells are how each shell is started so that it reads no settings and has our prompt, and how
// cxhook is switched on in it.
var shells = map[string]struct{ start, hook string }{
	"bash": {"PS1='$ ' exec bash --norc --noprofile -i", `eval "$(cxhook init bash)"`},
	"zsh":  {"PS1='$ ' exec zsh -f -i", `eval "$(cxhook init zsh)"`},
	"fish": {`exec fish --no-config --interactive --init-command 'function fish_prompt; echo -n "\$ "; end; set fish_greeting'`, "cxhook init fish | source"},
}

// open opens a screen with a bare bash.
func (l *lab) open() *screen {
	l.t.Helper()
	return l.openShell("bash")
}

func (l *lab) openShell(shell string) *screen {
	l.t.Helper()
	dir, err := os.MkdirTemp("", "cx") // tmux bounds a socket's path to some 100 bytes
	if err != nil {
		l.t.Fatal(err)
	}
	s := &screen{l.t, l, filepath.Join(dir, "tmux")}
	l.screen = s
	l.t.Cleanup(func() {
		_ = s.command("kill-server").Run() // it has ended already if the shell has
		os.RemoveAll(dir)
	})
	s.tmux("new-session", "-d", "-x", strconv.Itoa(l.cols), "-y", strconv.Itoa(l.rows), shells[shell].start)
	s.wait("a shell", func(rows []string) bool { return rows[0] == prompt })
	return s
}

// wrapped opens a screen with a bash that has cxhook switched on.
func (l *lab) wrapped() *screen {
	l.t.Helper()
	return l.wrappedShell("bash")
}

func (l *lab) wrappedShell(shell string) *screen {
	l.t.Helper()
	s := l.openShell(shell)
	s.line(shells[shell].hook)
	s.line("cxhook status >/dev/null && clear")
	s.wait("a clear screen, as cxhook is on", func(rows []string) bool {
		return rows[0] == prompt && strings.TrimSpace(strings.Join(rows[1:], "")) == ""
	})
	return s
}

func (s *screen) command(args ...string) *exec.Cmd {
	return s.l.command("tmux", append([]string{"-S", s.socket, "-f", filepath.Join(s.l.root, "tmux.conf")}, args...)...)
}

func (s *screen) tmux(args ...string) string {
	s.t.Helper()
	out, err := s.command(args...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("tmux %s: %v\n%s", args[0], err, out)
	}
	return string(out)
}

// rows is what the screen shows, without colours and without blanks at the right.
func (s *screen) rows() []string {
	s.t.Helper()
	rows := strings.Split(strings.TrimSuffix(s.tmux("capture-pane", "-p"), "\n"), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return rows
}

// painted is what the screen shows, with colours up to the right edge, and where the cursor is.
func (s *screen) painted() string {
	s.t.Helper()
	return s.tmux("capture-pane", "-peN") + s.tmux("display-message", "-p", "\x1b[0mcursor #{cursor_x},#{cursor_y} #{cursor_flag}")
}

// wait waits until cond holds for the rows.
func (s *screen) wait(what string, cond func(rows []string) bool) {
	s.t.Helper()
	var seen []string
	if !until(s.t, func() bool { seen = s.rows(); return cond(seen) }) {
		s.t.Fatalf("no %s on the screen:\n%s\nthe wire: %s", what, strings.Join(seen, "\n"), s.l.wire())
	}
}

// see waits for a row that begins with text.
func (s *screen) see(text string) {
	s.t.Helper()
	s.wait(fmt.Sprintf("row %q", text), func(rows []string) bool {
		return slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, text) })
	})
}

// settle waits until three looks in a row show the same screen, and returns it.
func (s *screen) settle() string {
	s.t.Helper()
	last, same := s.painted(), 0
	if !until(s.t, func() bool {
		now := s.painted()
		if now == last {
			same++
		} else {
			last, same = now, 0
		}
		return same >= 3
	}) {
		s.t.Fatal("the screen never came to rest")
	}
	return last
}

// typed sends text as typed keys, key sends one key by tmux's name for it, and line sends text and Enter.
func (s *screen) typed(text string) { s.t.Helper(); s.tmux("send-keys", "-l", text) }
func (s *screen) key(name string)   { s.t.Helper(); s.tmux("send-keys", name) }
func (s *screen) line(text string)  { s.t.Helper(); s.typed(text); s.key("Enter") }

// paste pastes text as the terminal does: bracketed if the program has asked for that.
func (s *screen) paste(text string) {
	s.t.Helper()
	s.tmux("set-buffer", "--", text)
	s.tmux("paste-buffer", "-p")
}

// idle waits for a composer that is empty and no turn running.
func (s *screen) idle() {
	s.t.Helper()
	s.wait("idle codex", func(rows []string) bool {
		return slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, "› ") }) &&
			!strings.Contains(strings.Join(rows, "\n"), "esc to interrupt") && strings.Contains(strings.Join(rows, "\n"), "~/project")
	})
}

// ask types a prompt into codex's composer and submits it. Codex takes Enter right after text for a part of a paste.
func (s *screen) ask(text string) {
	s.t.Helper()
	s.idle()
	s.settle()
	s.typed(text)
	s.see("› " + text)
	s.settle()
	s.key("Enter")
}

// refusal waits for the error cell, of which a narrow screen shows but the beginning in the first row.
func (s *screen) refusal() {
	s.t.Helper()
	s.see(glyph + " Selected model is at capacity. Please")
}

// bar waits for cxhook's bar with the given choices.
func (s *screen) bar(model string, choices ...string) {
	s.t.Helper()
	s.wait("bar for "+model, func(rows []string) bool {
		all := strings.Join(rows, " ") // it may take two rows
		if s.l.cols < 60 {             // and have no title
			all += " " + model + " is at capacity"
		}
		return isBar(all, model, choices...)
	})
}

// reading is how long a person takes to read the bar: cxhook takes a key for an answer only 300 ms after the bar was
// drawn and the terminal's answers could have come, which take a second or more on a busy machine: an earlier one was
// pressed for something else.
const reading = 2500 * time.Millisecond

// answer waits for the bar, reads it and presses a key.
func (s *screen) answer(key, model string, choices ...string) {
	s.t.Helper()
	s.bar(model, choices...)
	time.Sleep(reading)
	s.key(key)
}

// isBar reports whether a text holds a bar that takes keys.
func isBar(row, model string, choices ...string) bool {
	for i, choice := range choices {
		if !strings.Contains(row, fmt.Sprintf("%d %s", i+1, choice)) {
			return false
		}
	}
	return strings.Contains(row, model+" is at capacity") && strings.Contains(row, "esc")
}

// barred reports whether any bar is on the screen.
func (s *screen) barred() bool {
	return slices.ContainsFunc(s.rows(), func(row string) bool { return isBar(row, "") || strings.Contains(row, "Ctrl-]") })
}

// shell waits for the shell's prompt as the last row that holds anything, and for the end of codex.
func (s *screen) shell() {
	s.t.Helper()
	s.wait("prompt of the shell", func(rows []string) bool {
		text := strings.TrimRight(strings.Join(rows, "\n"), "\n")
		return text[strings.LastIndex(text, "\n")+1:] == prompt
	})
}

// clear leaves nothing on the screen that what follows could be taken for: an inline codex that has ended, say.
func (s *screen) clear() {
	s.t.Helper()
	s.line("clear")
	s.wait("empty screen", func(rows []string) bool { return strings.TrimRight(strings.Join(rows, "\n"), "\n") == prompt })
}

// quit leaves an idle codex by Ctrl-C and waits for the shell.
func (s *screen) quit() {
	s.t.Helper()
	s.idle()
	s.settle()
	s.key("C-c")
	s.shell()
}

// status gives the exit status of the shell's last command.
func (s *screen) status() string {
	s.t.Helper()
	s.line("echo status=$?")
	var status string
	s.wait("status", func(rows []string) bool {
		for _, row := range rows {
			if value, ok := strings.CutPrefix(row, "status="); ok {
				status = value
			}
		}
		return status != ""
	})
	return status
}

// endsClean ends the shell and checks that nothing of codex's front end or of cxhook is left.
func (s *screen) endsClean() {
	s.t.Helper()
	s.line("exit")
	if !until(s.t, func() bool { return len(s.l.processes(false)) == 0 }) {
		s.t.Errorf("left running: %v", s.l.processes(false))
	}
}

// wire says what the service was asked, for messages.
func (l *lab) wire() string {
	var words []string
	for _, r := range l.api.Requests() {
		if r.Model != "" {
			words = append(words, fmt.Sprintf("%s %s %s", r.Purpose, r.Model, r.Answered))
		}
	}
	return "[" + strings.Join(words, ", ") + "]"
}
