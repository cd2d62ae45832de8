package selftest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// lab is what one check has: a directory of its own, with settings, a home for codex and the programs in its place.
type lab struct {
	Options
	ctx     context.Context
	dir     string
	keep    *held
	replies *replies
}

// standIn plays codex for one scene, named by its first argument. It is of sh, as it is on every system. When it is ready
// it says so, unless it is to be quiet, and has left its process id in a file.
const standIn = `#!/bin/sh
ready() { echo $$ >"$SELFTEST_DIR/pid"; [ -n "$SELFTEST_QUIET" ] || printf 'I am ready'; }
modes() { printf '\033[?1000h\033[?2004h\033[?25l'; }
key() { dd bs=1 count=1 2>/dev/null; }
case $1 in
bytes) stty raw -echo; ready; dd bs=1 count=255 2>/dev/null | od -An -v -tx1; printf 'all read' ;;
output) awk 'BEGIN { for (i = 0; i < 5000; i++) print "line", i; printf "the last output" }' ;;
leave) modes; stty raw -echo; ready; exit 7 ;;
stay) modes; stty raw -echo; ready; while :; do sleep 1; done ;;
keys) stty -icanon -echo; ready; printf "first %s" "$(key)"; printf "second %s" "$(key)"; exit 7 ;;
deaf) stty raw -echo; ready; sleep 1 ;;
*) exit 1 ;;
esac
`

func (l *lab) codex() string { return filepath.Join(l.dir, "codex") }

// furnish makes the directory.
func (l *lab) furnish() error {
	for _, dir := range []string{"config/cxhook", "state", "cache", "home", "project"} {
		if err := os.MkdirAll(filepath.Join(l.dir, dir), 0o700); err != nil {
			return err
		}
	}
	scripted := "#!/bin/sh\n" + l.Scripted + ` "$@"` + "\n"
	for name, file := range map[string]struct {
		text string
		mode os.FileMode
	}{
		"codex":                     {standIn, 0o700},
		"scripted":                  {scripted, 0o700},
		"config/cxhook/config.toml": {"language = \"en\"\nmodels = [\"gpt-6-sol\"]\n", 0o600},
	} {
		if err := os.WriteFile(filepath.Join(l.dir, name), []byte(file.text), file.mode); err != nil {
			return err
		}
	}
	return nil
}

// environment has nothing of the user's that cxhook or codex would go by.
func (l *lab) environment() []string {
	own := []string{
		"XDG_CONFIG_HOME=" + filepath.Join(l.dir, "config"), "XDG_STATE_HOME=" + filepath.Join(l.dir, "state"),
		"XDG_CACHE_HOME=" + filepath.Join(l.dir, "cache"), "CODEX_HOME=" + filepath.Join(l.dir, "home"),
		"SELFTEST_DIR=" + l.dir,
	}
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "CXHOOK") || strings.HasPrefix(v, "XDG_") || strings.HasPrefix(v, "CODEX_")
	})
	return append(env, own...)
}

// arguments run cxhook over a program in codex's place.
func (l *lab) arguments(codex string, args ...string) []string {
	return append([]string{l.Cxhook, "run", "--codex", codex, "--"}, args...)
}

// await waits until something holds, and fails with the words for it.
func (l *lab) await(limit time.Duration, what string, holds func() bool) error {
	ctx, cancel := context.WithTimeout(l.ctx, limit)
	defer cancel()
	for look := time.NewTicker(10 * time.Millisecond); ; {
		if holds() {
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return fmt.Errorf("in %v %s", limit, what)
		}
	}
}

// patience is for what takes a moment. A check that waits in vain has failed; tests of that are less patient.
var patience = 6 * time.Second

// program is the process id of the program in codex's place, 0 before it is ready.
func (l *lab) program() int {
	text, _ := os.ReadFile(filepath.Join(l.dir, "pid")) // not yet written
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

// programGone waits for the end of the program.
func (l *lab) programGone() error {
	pid := l.program()
	return l.await(patience, "the program did not end", func() bool { return syscall.Kill(pid, 0) != nil })
}
