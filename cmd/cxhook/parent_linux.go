package main

import (
	"fmt"
	"os"
)

// parentName is the name of the process that started this one, "" if the system
// does not tell.
func parentName() string {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", os.Getppid()))
	if err != nil {
		return ""
	}
	return string(name)
}
