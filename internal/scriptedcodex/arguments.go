package scriptedcodex

import (
	"fmt"
	"slices"
	"strings"
)

// arguments is the part of codex's command line that is played.
type arguments struct {
	command  string // "" for the root, exec, resume, fork, debug
	resumed  bool   // exec resume
	thread   string // the session to resume or fork; "" with --last
	model    string
	prompt   string
	sandbox  string
	approval string
	effort   string // the last -c model_reasoning_effort
	dir      string
	json     bool
	inline   bool
	version  bool
	last     bool
}

var (
	commands = []string{"exec", "e", "resume", "fork", "debug"}
	flags    = []string{
		"--all", "--skip-git-repo-check", "--no-daemon", "--ephemeral", "--search", "--worktree",
		"--dangerously-bypass-approvals-and-sandbox", "--bundled",
	}
	// ignored options take a value that changes nothing that is played.
	ignored = []string{"-c", "--config", "-p", "--profile", "-i", "--image", "--add-dir", "--color", "--enable", "--disable"}
)

func parseArguments(argv []string) (a arguments, err error) {
	var words []string
	options := true
	for i := 0; i < len(argv); i++ {
		word := argv[i]
		if !options || word == "-" || !strings.HasPrefix(word, "-") {
			words = append(words, word)
			continue
		}
		name, value, glued := splitOption(word)
		target := a.value(name)
		switch {
		case word == "--":
			options = false
		case target != nil || slices.Contains(ignored, name):
			if !glued {
				if i++; i == len(argv) {
					return a, fmt.Errorf("a value is required for '%s' but none was supplied", name)
				}
				value = argv[i]
			}
			if target != nil {
				*target = value
			}
			if effort, ok := strings.CutPrefix(value, "model_reasoning_effort="); ok && name == "-c" {
				a.effort = strings.Trim(effort, `"'`)
			}
		case word == "--json":
			a.json = true
		case word == "--last":
			a.last = true
		case word == "--no-alt-screen":
			a.inline = true
		case word == "--version" || word == "-V":
			a.version = true
		case !slices.Contains(flags, word):
			return a, fmt.Errorf("unexpected argument '%s' found", word)
		}
	}
	return a, a.place(words)
}

// value is where the value of an option goes, nil for an option without one or one that is ignored.
func (a *arguments) value(name string) *string {
	switch name {
	case "-m", "--model":
		return &a.model
	case "-s", "--sandbox":
		return &a.sandbox
	case "-a", "--ask-for-approval":
		return &a.approval
	case "-C", "--cd":
		return &a.dir
	}
	return nil
}

// splitOption separates --name=value, -n=value and -nvalue.
func splitOption(word string) (name, value string, glued bool) {
	if strings.HasPrefix(word, "--") {
		return strings.Cut(word, "=")
	}
	if len(word) > 2 {
		return word[:2], strings.TrimPrefix(word[2:], "="), true
	}
	return word, "", false
}

// place gives the positional words their meaning.
func (a *arguments) place(words []string) error {
	take := func() (word string) {
		if len(words) > 0 {
			word, words = words[0], words[1:]
		}
		return word
	}
	if len(words) > 0 && slices.Contains(commands, words[0]) {
		a.command = take()
	}
	if a.command == "e" {
		a.command = "exec"
	}
	if a.command == "exec" && len(words) > 0 && words[0] == "resume" {
		take()
		a.resumed = true
	}
	switch {
	case a.command == "debug":
		return nil
	case a.last: // the newest session, and the word is the prompt
	case a.command == "resume", a.command == "fork", a.resumed:
		a.thread = take()
	}
	a.prompt = take()
	if len(words) > 0 {
		return fmt.Errorf("unexpected argument '%s' found", words[0])
	}
	return nil
}
