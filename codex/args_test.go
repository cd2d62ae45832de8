package codex

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the words mean was read from the answers of 0.106.0, 0.144.6 and
// 0.171.0 to the same words followed by --help, and from the wire.
func TestArgsReadsTheCommandLineAsCodexDoes(t *testing.T) {
	type reading struct {
		Sub, Model, Prompt, Session string
		Images                      []string
	}
	tests := []struct {
		name string
		argv []string
		want reading
	}{
		{"bare", nil, reading{}},
		{"prompt", []string{"fix it"}, reading{Prompt: "fix it"}},
		{"model apart", []string{"-m", "a"}, reading{Model: "a"}},
		{"model attached", []string{"-ma"}, reading{Model: "a"}},
		{"model after =", []string{"-m=a"}, reading{Model: "a"}},
		{"long model", []string{"--model", "a"}, reading{Model: "a"}},
		{"long model after =", []string{"--model=a"}, reading{Model: "a"}},
		{"model after the prompt", []string{"fix it", "-m", "a"}, reading{Prompt: "fix it", Model: "a"}},
		{"a model swallows the prompt", []string{"-m", "hi"}, reading{Model: "hi"}},
		{"a model swallows a subcommand", []string{"-m", "exec", "hi"}, reading{Model: "exec", Prompt: "hi"}},
		{"a dash is a value", []string{"-m", "-"}, reading{Model: "-"}},
		{"the inner model wins", []string{"-m", "a", "exec", "-m", "b", "hi"}, reading{Sub: "exec", Model: "b", Prompt: "hi"}},
		{"the outer model reaches in", []string{"-m", "a", "exec", "hi"}, reading{Sub: "exec", Model: "a", Prompt: "hi"}},
		{"alias e", []string{"e", "hi"}, reading{Sub: "exec", Prompt: "hi"}},
		{"alias a", []string{"a"}, reading{Sub: "other"}},
		{"a greedy image eats the prompt", []string{"-i", "a.png", "hi"}, reading{Images: []string{"a.png", "hi"}}},
		{"and a subcommand", []string{"-i", "a.png", "exec"}, reading{Images: []string{"a.png", "exec"}}},
		{"-- ends an image", []string{"-i", "a.png", "--", "hi"}, reading{Images: []string{"a.png"}, Prompt: "hi"}},
		{"an option ends an image", []string{"-i", "a,b", "-m", "x", "hi"}, reading{Images: []string{"a", "b"}, Model: "x", Prompt: "hi"}},
		{"an attached image is not greedy", []string{"--image=a.png", "hi"}, reading{Images: []string{"a.png"}, Prompt: "hi"}},
		{"nor a short one", []string{"-ia.png", "hi"}, reading{Images: []string{"a.png"}, Prompt: "hi"}},
		{"an image after the prompt", []string{"hi", "-i", "a.png"}, reading{Images: []string{"a.png"}, Prompt: "hi"}},
		{"greedy on exec", []string{"exec", "-i", "a", "b"}, reading{Sub: "exec", Images: []string{"a", "b"}}},
		{"one image on exec resume", []string{"exec", "resume", "-i", "a", "ID", "hi"}, reading{Sub: "exec resume", Images: []string{"a"}, Session: "ID", Prompt: "hi"}},
		{"one image on exec fork", []string{"exec", "fork", "-i", "a", "ID", "hi"}, reading{Sub: "exec fork", Images: []string{"a"}, Session: "ID", Prompt: "hi"}},
		{"-- protects a prompt", []string{"--", "-m"}, reading{Prompt: "-m"}},
		{"-- hides a subcommand", []string{"--", "exec"}, reading{Prompt: "exec"}},
		{"a subcommand after a prompt", []string{"hi", "exec", "ho"}, reading{Sub: "exec", Prompt: "ho"}},
		{"resume by id", []string{"resume", "ID"}, reading{Sub: "resume", Session: "ID"}},
		{"resume with a prompt", []string{"resume", "ID", "hi"}, reading{Sub: "resume", Session: "ID", Prompt: "hi"}},
		{"resume --last reads a prompt", []string{"resume", "--last", "hi"}, reading{Sub: "resume", Prompt: "hi"}},
		{"exec resume --last with two words", []string{"exec", "resume", "--last", "A", "B"}, reading{Sub: "exec resume", Session: "A", Prompt: "B"}},
		{"fork", []string{"fork", "ID", "-m", "a", "hi"}, reading{Sub: "fork", Session: "ID", Model: "a", Prompt: "hi"}},
		{"stdin", []string{"exec", "-"}, reading{Sub: "exec", Prompt: "-"}},
		{"review", []string{"-m", "a", "review", "--base", "main"}, reading{Sub: "review", Model: "a"}},
		{"a value that looks like a subcommand", []string{"-C", "resume", "-c", "exec=1", "hi"}, reading{Prompt: "hi"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := ParseArgs(tt.argv)
			if err != nil {
				t.Fatal(err)
			}
			prompt, _ := a.Prompt()
			got := reading{a.Subcommand(), a.Model(), prompt, a.Session(), a.values(optImage)}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if !slices.Equal(a.Argv(), tt.argv) {
				t.Errorf("Argv %q, want %q", a.Argv(), tt.argv)
			}
		})
	}
}

// Codex ends each of these with exit status 2.
func TestArgsRefusesWhatCodexRefuses(t *testing.T) {
	for _, argv := range [][]string{
		{"-m", "a", "-m", "b"}, {"-ma", "--model=b"}, {"--oss", "--oss"}, {"-m"}, {"-m", "--", "a"}, {"-c", "--oss"},
		{"--search=x"}, {"hi", "there"}, {"exec", "hi", "there"}, {"--", "a", "b"}, {"fork", "a", "b", "c"},
		{"exec", "resume", "-i", "a", "b", "c", "d"}, {"-i", "-m", "a"},
	} {
		a, err := ParseArgs(argv)
		var usage *UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%q: error %v, want a usage error", argv, err)
		}
		if a.Conversation() {
			t.Errorf("%q is taken for a conversation", argv)
		}
		if !slices.Equal(a.Argv(), argv) {
			t.Errorf("%q: Argv gives %q", argv, a.Argv())
		}
	}
}

func TestArgsNamesTheUnknownOption(t *testing.T) {
	for token, argv := range map[string][]string{
		"--shiny":    {"--shiny", "on", "hi"}, // "on" may be its value, so "hi" is not one word too many
		"--shiny=on": {"exec", "--shiny=on", "hi"},
		"-Z":         {"resume", "ID", "-Z"},
		"-s":         {"exec", "resume", "-s", "read-only"}, // known, but not there
		"-a":         {"exec", "-a", "never", "hi"},
		"-1":         {"-1"},
	} {
		a, err := ParseArgs(argv)
		var unknown *UnknownOptionError
		if !errors.As(err, &unknown) || !a.Conversation() {
			t.Errorf("%q: error %v, want an unknown option", argv, err)
		}
		if a.Unknown() != token {
			t.Errorf("%q: unknown option %q, want %q", argv, a.Unknown(), token)
		}
	}
}

func TestConversationTellsWhatNeedsATerminalSession(t *testing.T) {
	for _, tt := range []struct {
		argv      []string
		tui, exec bool
	}{
		{nil, true, false},
		{[]string{"hi"}, true, false},
		{[]string{"resume", "--last"}, true, false},
		{[]string{"fork", "ID"}, true, false},
		{[]string{"agents"}, true, false},
		{[]string{"--yolo", "hi"}, true, false},
		{[]string{"--not-so-yolo", "hi"}, true, false},
		{[]string{"--full-auto", "-a", "on-failure", "hi"}, true, false},
		{[]string{"exec", "hi"}, false, true},
		{[]string{"exec", "--experimental-json", "hi"}, false, true},
		{[]string{"e", "resume", "--last", "hi"}, false, true},
		{[]string{"exec", "review", "-m", "x"}, false, true},
		{[]string{"review", "--uncommitted"}, false, true},
		{[]string{"login"}, false, false},
		{[]string{"mcp", "list"}, false, false},
		{[]string{"completion", "zsh"}, false, false},
		{[]string{"app-server"}, false, false},
		{[]string{"help", "exec"}, false, false},
		{[]string{"exec", "help"}, false, false},
		{[]string{"--version"}, false, false},
		{[]string{"-V"}, false, false},
		{[]string{"-hV"}, false, false},
		{[]string{"resume", "--help"}, false, false},
		{[]string{"exec", "hi", "-h"}, false, false},
		{[]string{"--", "--help"}, true, false},
		{[]string{"debug", "--model", "x", "--", "resume"}, false, false},
	} {
		a, _ := ParseArgs(tt.argv)
		if a.tui() != tt.tui || a.Conversation() && a.Exec() != tt.exec || a.Conversation() != (tt.tui || tt.exec) {
			t.Errorf("%q: conversation %v, TUI %v, exec %v", tt.argv, a.Conversation(), a.tui(), a.Exec())
		}
	}
}

func TestArgsAnswersQuestionsAboutOptions(t *testing.T) {
	a, err := ParseArgs([]string{"-c", "model=x", "-c", "a.b = 1", "exec", "-c", "a.b=2", "--experimental-json", "--color", "never", "hi"})
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := a.override("a.b"); v != "2" || !ok {
		t.Errorf("override a.b is %q, %v: the subcommand's counts", v, ok)
	}
	if v, ok := a.Value("color"); v != "never" || !ok {
		t.Errorf("color is %q, %v", v, ok)
	}
	if !a.JSON() {
		t.Error("--experimental-json is --json")
	}
	if a.Model() != "" {
		t.Errorf("-c model= is not -m: got %q", a.Model())
	}
	tui, _ := ParseArgs([]string{"resume", "--no-daemon", "--no-alt-screen", "-C", "/srv", "ID"})
	if !tui.NoDaemon() || !tui.Has(optInline) || tui.Cwd("/home") != "/srv" {
		t.Errorf("no-daemon %v, inline %v, cwd %q", tui.NoDaemon(), tui.Has(optInline), tui.Cwd("/home"))
	}
	if args, _ := ParseArgs([]string{"-C", "../lib", "hi"}); args.Cwd("/home/dev") != "/home/lib" {
		t.Errorf("cwd %q", args.Cwd("/home/dev"))
	}
	if args, _ := ParseArgs([]string{"hi"}); args.Cwd("/home/dev") != "/home/dev" {
		t.Errorf("cwd %q", args.Cwd("/home/dev"))
	}
}

func TestLearnedOptionsAreKnown(t *testing.T) {
	argv := []string{"--shiny", "on", "hi"}
	a, err := ParseArgs(argv, Option{Level: "", Long: "shiny", Takes: TakesOne})
	if prompt, _ := a.Prompt(); err != nil || prompt != "hi" {
		t.Errorf("prompt %q, error %v", prompt, err)
	}
	if _, err := ParseArgs(append([]string{"exec"}, argv...), Option{Level: "", Long: "shiny", Takes: TakesOne}); err == nil {
		t.Error("an option learned for one level counts at another")
	}
}
