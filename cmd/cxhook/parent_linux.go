package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// parentOf is argv[0] of a process's parent, "" if it cannot be read.
func parentOf(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// pid (comm) state ppid …: the name may hold anything, so the fields count from
	// its closing bracket.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return ""
	}
	argv, err := os.ReadFile("/proc/" + string(fields[1]) + "/cmdline")
	if err != nil {
		return ""
	}
	name, _, _ := bytes.Cut(argv, []byte{0})
	return string(name)
}

// parentName is the name of the process that started this one, "" if the system
// does not tell.
func parentName() string {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", os.Getppid()))
	if err != nil {
		return ""
	}
	return string(name)
}
