//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// process is one live process of a lab.
type process struct {
	pid     int
	command string
}

// parentIs reports whether the process was started by a program of that name.
func (p process) parentIs(name string) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid))
	if err != nil {
		return false
	}
	after := stat[bytes.LastIndexByte(stat, ')')+1:] // " S PPID …"
	fields := strings.Fields(string(after))
	parent, err := os.ReadFile("/proc/" + fields[1] + "/comm")
	return err == nil && strings.TrimSpace(string(parent)) == name
}

// processes lists the processes whose environment has this lab's marker. Codex's own background daemon, which outlives
// its front end by design, is left out unless daemons is set.
func (l *lab) processes(daemons bool) (found []process) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well formed
	for _, file := range files {
		environ, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(environ, []byte(labMarker+"="+l.root+"\x00")) {
			continue // gone, or not ours
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil || pid == os.Getpid() {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline")) // empty if it ends meanwhile
		command := strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))
		if !daemons && strings.Contains(command, "app-server") {
			continue
		}
		found = append(found, process{pid, command})
	}
	return found
}

// endProcesses ends what is left of a lab, by pid, and waits until it is gone.
func (l *lab) endProcesses() {
	signal := syscall.SIGTERM
	if !until(l.t, func() bool {
		left := l.processes(true)
		for _, p := range left {
			_ = syscall.Kill(p.pid, signal) // it may have ended by itself
		}
		signal = syscall.SIGKILL
		return len(left) == 0
	}) {
		l.t.Errorf("left running: %v", l.processes(true))
	}
}
