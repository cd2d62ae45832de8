package chaos

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

const getTermios = unix.TCGETS

// victims are the processes of a run.
var victims = []string{"front", "monitor", "codex"}

// find gives the process id of a victim, 0 if there is none at this moment.
func find(victim string, front int) int {
	if victim == "front" {
		return front
	}
	monitor := child(front, "cxhook-monitor")
	if victim == "monitor" || monitor == 0 {
		return monitor
	}
	return child(monitor, "")
}

// child finds a child by its name, any by the empty one.
func child(parent int, name string) int {
	lists, _ := filepath.Glob("/proc/" + strconv.Itoa(parent) + "/task/*/children")
	for _, list := range lists {
		b, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(b)) {
			line, _ := os.ReadFile("/proc/" + word + "/cmdline")
			if pid, err := strconv.Atoi(word); err == nil && strings.HasPrefix(string(line), name) {
				return pid
			}
		}
	}
	return 0
}

// processes lists all that were started in a home, by their environment, but for the
// console's own.
func processes(home string) (list []string) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		env, err := os.ReadFile(dir + "/environ")
		if err != nil || !bytes.Contains(env, []byte("CODEX_HOME="+home+"\x00")) {
			continue
		}
		if line, _ := os.ReadFile(dir + "/cmdline"); len(line) > 0 && !bytes.HasPrefix(line, []byte("sh\x00-c\x00")) {
			list = append(list, filepath.Base(dir)+" "+string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return list
}
