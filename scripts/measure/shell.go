//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// hooks are the commands that print shell code, ours and those of others.
func (b *bench) hooks() (names []string, argv map[string][]string) {
	argv = map[string][]string{ours: {b.cxhook, "init", "zsh"}}
	names = append(names, ours)
	for name, word := range map[string]string{"zoxide": "init", "direnv": "hook"} {
		if tool, err := exec.LookPath(name); err == nil {
			argv[name] = []string{tool, word, "zsh"}
			names = append(names, name)
		}
	}
	return names, argv
}

// initialise measures the command that prints the code, and the whole line of the rc
// file, eval included, by the clock of an interactive zsh.
func (b *bench) initialise(rounds int) (printing, whole samples, err error) {
	zsh, err := exec.LookPath("zsh")
	if err != nil {
		return nil, nil, err
	}
	printing, whole = samples{}, samples{}
	names, argv := b.hooks()
	for _, name := range names {
		code := fmt.Sprintf("zmodload zsh/datetime\nt=$EPOCHREALTIME\neval \"$(%s)\"\nprint -r -- $(( (EPOCHREALTIME - t) * 1e9 ))\n", strings.Join(argv[name], " "))
		if err := os.WriteFile(filepath.Join(b.dir, name+".zsh"), []byte(code), 0o600); err != nil {
			return nil, nil, err
		}
	}
	for range rounds {
		for _, name := range names {
			cmd := exec.Command(argv[name][0], argv[name][1:]...)
			cmd.Env = b.env
			began := time.Now()
			if _, err := cmd.Output(); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			printing.add(name, time.Since(began))
			cmd = exec.Command(zsh, "-f", "-i", "-c", "source "+filepath.Join(b.dir, name+".zsh"))
			cmd.Env = b.env
			out, err := cmd.Output()
			if err != nil {
				return nil, nil, fmt.Errorf("zsh with %s: %w", name, err)
			}
			ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
			if err != nil {
				return nil, nil, fmt.Errorf("zsh with %s: %w", name, err)
			}
			whole.add(name, time.Duration(ns))
		}
	}
	return printing, whole, nil
}
