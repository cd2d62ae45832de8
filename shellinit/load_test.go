//go:build linux

package shellinit

import (
	"strings"
	"testing"
)

// faults writes field 11 of /proc/PID/stat to the report: the page faults of the
// children a process has waited for. It stays the same as long as the process
// starts none (proc(5)).
var faults = map[string]string{
	"zsh":  `read -rA stat </proc/$$/stat; echo $stat[11] >>$REPORT` + "\n",
	"bash": `read -r -a stat </proc/$$/stat; echo "${stat[10]}" >>"$REPORT"` + "\n",
	"fish": `read --list stat </proc/$fish_pid/stat; echo $stat[11] >>$REPORT` + "\n",
}

// An instant prompt is drawn before the rc file is read to its end: anything
// printed after it, or a slow start, would show.
func TestLoadingPrintsNothingAndStartsNoProcess(t *testing.T) {
	for _, shell := range Shells() {
		for _, cmd := range []string{"codex", "my-codex"} {
			t.Run(shell+"/"+cmd, func(t *testing.T) {
				t.Parallel()
				s := newSession(t, shell)
				s.init(Options{Cmd: cmd})
				s.write("report", "")
				s.env = append(s.env, "REPORT="+s.file("report"))
				printed := s.run(true, "/bin/true\n"+faults[shell]+"source $INIT\n"+faults[shell]+"/bin/true\n"+faults[shell])
				if printed != "" {
					t.Errorf("printed %q", printed)
				}
				f := strings.Fields(s.read("report"))
				if len(f) != 3 || f[0] == f[2] {
					t.Fatalf("faults %v: /bin/true must count", f)
				}
				if f[0] != f[1] {
					t.Errorf("loading started a process: faults of children %s before and %s after", f[0], f[1])
				}
			})
		}
	}
}

// The prompt waits for nothing: not when a line is due, and not when it is told already.
func TestThePromptStartsNoProcess(t *testing.T) {
	inShells(t, Shells(), func(t *testing.T, s *session) {
		s.init(Options{})
		s.writeNotices(notice(-60, 3600, noticeText))
		s.write("report", "")
		s.env = append(s.env, "REPORT="+s.file("report"))
		printed := s.run(true, "source $INIT\n/bin/true\n"+faults[s.shell]+"__cxhook_notice\n__cxhook_notice\n"+faults[s.shell]+"/bin/true\n"+faults[s.shell])
		f := strings.Fields(s.read("report"))
		if len(f) != 3 || f[1] == f[2] || strings.Count(printed, noticeText) != 1 {
			t.Fatalf("faults %v: /bin/true must count, and one notice be told: %q", f, printed)
		}
		if f[0] != f[1] {
			t.Errorf("the prompt started a process: faults of children %s before and %s after", f[0], f[1])
		}
	})
}

// BenchmarkStart is the whole start of an interactive shell, bare and with the
// code loaded: the difference is what loading costs.
func BenchmarkStart(b *testing.B) {
	for _, shell := range Shells() {
		for _, script := range []string{"bare", "loaded"} {
			b.Run(shell+"/"+script, func(b *testing.B) {
				s := newSession(b, shell)
				s.init(Options{})
				line := ":\n" // bash does less for an empty script.
				if script == "loaded" {
					line = "source $INIT\n"
				}
				for b.Loop() {
					s.run(true, line)
				}
			})
		}
	}
}
