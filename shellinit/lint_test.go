package shellinit

import (
	"os/exec"
	"testing"
)

// linters read one file and must have nothing to say.
var linters = map[string][][]string{
	"zsh":  {{"zsh", "-n"}},
	"bash": {{"bash", "-n"}, {"shellcheck", "--shell=bash", "--severity=style"}, {"shfmt", "--language-dialect=bash", "--diff"}},
	"fish": {{"fish", "--no-execute"}, {"fish_indent", "--check"}},
}

func TestRenderedCodeIsCleanForTheLinters(t *testing.T) {
	for _, shell := range Shells() {
		for _, linter := range linters[shell] {
			for _, cmd := range []string{"codex", "my-codex"} {
				t.Run(shell+"/"+linter[0]+"/"+cmd, func(t *testing.T) {
					t.Parallel()
					s := newSession(t, shell)
					s.self, s.notices = "/opt/my tools/cxhook", "/home/my name/notices"
					s.init(Options{Cmd: cmd})
					lint(t, linter, s.file("init"))
				})
			}
		}
	}
}

// The files in the repository are shell too, for editors.
func TestSourceFilesAreCleanForTheLinters(t *testing.T) {
	for _, shell := range Shells() {
		for _, linter := range linters[shell] {
			t.Run(shell+"/"+linter[0], func(t *testing.T) {
				t.Parallel()
				lint(t, linter, "init."+shell)
				if shell != "fish" {
					lint(t, linter, "complete."+shell)
				}
			})
		}
	}
}

func lint(t *testing.T, linter []string, file string) {
	t.Helper()
	cmd := exec.Command(find(t, linter[0]), append(linter[1:], file)...)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %v\n%s", linter, err, out)
	}
}
