//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// way is how a program comes onto the terminal: bare, or through one of the tools that
// put a pseudo-terminal in between.
type way struct {
	name string
	argv func(program ...string) []string
}

// The names of the ways that others are compared with.
const (
	bare = "bare"
	ours = "cxhook"
)

// bench is what all measurements need.
type bench struct {
	cxhook  string // the binary
	program string // what runs in codex's place
	dir     string // for settings and state
	env     []string
	ways    []way
}

func newBench(cxhook, program, dir string) *bench {
	b := &bench{cxhook: cxhook, program: program, dir: dir}
	config := filepath.Join(dir, "config", "cxhook")
	_ = os.MkdirAll(config, 0o700)
	_ = os.WriteFile(filepath.Join(config, "config.toml"), []byte(`models = ["gpt-6-sol", "gpt-6-luna"]`+"\n"), 0o600)
	b.env = append(os.Environ(), "TERM=xterm-256color", "HOME="+dir,
		"XDG_CONFIG_HOME="+filepath.Dir(config), "XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"),
		"CODEX_HOME="+filepath.Join(dir, "codex"))
	b.ways = append(b.ways,
		way{bare, func(program ...string) []string { return program }},
		way{ours, func(program ...string) []string {
			return append([]string{cxhook, "run", "--codex", program[0], "--"}, program[1:]...)
		}})
	b.add("script", func(tool string, program []string) []string {
		return []string{tool, "-qfc", strings.Join(program, " "), "/dev/null"}
	})
	b.add("unbuffer", func(tool string, program []string) []string {
		return append([]string{tool, "-p"}, program...)
	})
	tmux := filepath.Join(dir, "tmux.conf")
	_ = os.WriteFile(tmux, []byte("set -g status off\nset -sg escape-time 0\nset -g exit-empty on\nset -g destroy-unattached on\n"), 0o600)
	b.add("tmux", func(tool string, program []string) []string {
		return []string{tool, "-f", tmux, "-S", filepath.Join(dir, "tmux.socket"), "new-session", strings.Join(program, " ")}
	})
	return b
}

// add adds a tool that is installed.
func (b *bench) add(name string, argv func(tool string, program []string) []string) {
	if tool, err := exec.LookPath(name); err == nil {
		b.ways = append(b.ways, way{name, func(program ...string) []string { return argv(tool, program) }})
	}
}

// names of the ways, in their order.
func (b *bench) names() (names []string) {
	for _, w := range b.ways {
		names = append(names, w.name)
	}
	return names
}
