//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// report collects the lines of the table.
type report struct{ lines []string }

func (r *report) line(what, values, goal string, reached bool) {
	mark := "yes"
	if !reached {
		mark = "**no**"
	}
	r.lines = append(r.lines, fmt.Sprintf("| %s | %s | %s | %s |\n", what, values, goal, mark))
}

// table is the report in Markdown, with the machine and the date.
func (r *report) table() string {
	return machine() + "\n\n| what | measured | goal | reached |\n|---|---|---|---|\n" + strings.Join(r.lines, "")
}

// compare lists values side by side, and their ratio to the first if that tells more.
func compare(names []string, value func(string) float64, format string, ratios bool) string {
	var list []string
	for i, name := range names {
		text := name + " " + fmt.Sprintf(format, value(name))
		if ratios && i > 0 {
			text += fmt.Sprintf(" (%.2f ×)", value(name)/value(names[0]))
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// machine says what was measured on, when, and how busy it was.
func machine() string {
	model := "unknown processor"
	b, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(b)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	var u unix.Utsname
	_ = unix.Uname(&u)
	load, _ := os.ReadFile("/proc/loadavg")
	average, _, _ := strings.Cut(string(load), " ")
	return fmt.Sprintf("%s, %d processors (%s), Linux %s, %s; load average %s at the end.",
		time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), model, unix.ByteSliceToString(u.Release[:]), runtime.Version(), average)
}

// The marks in the file between which the table stands.
const (
	begin = "<!-- measured: scripts/bench -->\n"
	end   = "<!-- end -->\n"
)

func replaceTable(file, text string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(b, []byte(begin))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !found || !closed {
		return fmt.Errorf("%s: no marks for the table", file)
	}
	return os.WriteFile(file, bytes.Join([][]byte{before, []byte(begin), []byte(text), []byte(end), after}, nil), 0o644)
}
