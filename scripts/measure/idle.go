//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// rest is what our processes use while nothing happens.
type rest struct {
	resident, proportional int // KiB, of all our processes together
	wakeups                int
	processor              time.Duration
}

// idle watches a session at rest for a while.
func (b *bench) idle(watch time.Duration) (r rest, err error) {
	s, err := start(b.env, []string{b.cxhook, "run", "--codex", b.program, "--", "echo"})
	if err != nil {
		return r, err
	}
	defer s.end()
	if _, err := s.await("."); err != nil {
		return r, err
	}
	for range 200 {
		if err := s.write(key); err != nil {
			return r, err
		}
		if _, err := s.await(key); err != nil {
			return r, err
		}
	}
	// What is asked at the start, the catalogue of models, is over by then.
	time.Sleep(15 * time.Second)
	front := s.cmd.Process.Pid
	monitor, err := child(front)
	if err != nil {
		return r, err
	}
	before := [2]int{}
	for _, pid := range []int{front, monitor} {
		n, ticks := activity(pid)
		before[0] += n
		before[1] += ticks
	}
	time.Sleep(watch)
	for _, pid := range []int{front, monitor} {
		n, ticks := activity(pid)
		r.wakeups += n
		r.processor += time.Duration(ticks) * 10 * time.Millisecond // USER_HZ is 100
		r.resident += field(fmt.Sprintf("/proc/%d/status", pid), "VmRSS:")
		r.proportional += field(fmt.Sprintf("/proc/%d/smaps_rollup", pid), "Pss:")
	}
	r.wakeups -= before[0]
	r.processor -= time.Duration(before[1]) * 10 * time.Millisecond
	return r, nil
}

// child finds the only child of a process.
func child(pid int) (int, error) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		b, _ := os.ReadFile(list)
		if words := strings.Fields(string(b)); len(words) > 0 {
			return strconv.Atoi(words[0])
		}
	}
	return 0, fmt.Errorf("process %d has no child", pid)
}

// activity counts how often the threads of a process were switched to, and the clock
// ticks they have used.
func activity(pid int) (switches, ticks int) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid))
	for _, thread := range threads {
		switches += field(thread+"/status", "voluntary_ctxt_switches:") + field(thread+"/status", "nonvoluntary_ctxt_switches:")
		b, _ := os.ReadFile(thread + "/stat")
		_, after, _ := strings.Cut(string(b), ") ")
		if f := strings.Fields(after); len(f) > 12 {
			user, _ := strconv.Atoi(f[11])
			system, _ := strconv.Atoi(f[12])
			ticks += user + system
		}
	}
	return switches, ticks
}

// field is the number behind a name at the begin of a line.
func field(path, name string) int {
	b, _ := os.ReadFile(path)
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			return n
		}
	}
	return 0
}
