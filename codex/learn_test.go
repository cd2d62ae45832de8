package codex

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The files are the releases' own answers to --help.
func TestHelpOfRealReleasesHoldsTheOptionsKnownHere(t *testing.T) {
	for file, level := range map[string]string{
		"0.171.0-codex": "", "0.171.0-exec": "exec", "0.171.0-exec_resume": "exec resume", "0.171.0-fork": "fork", "0.106.0-exec": "exec",
	} {
		text, err := os.ReadFile(sample(t, "help/"+file+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		options, err := parseHelp(level, string(text))
		if err != nil || len(options) < 15 {
			t.Fatalf("%s: %d options, %v", file, len(options), err)
		}
		for _, o := range options {
			known, ok := lookup(level, nil, func(k Option) bool { return k.Long == o.Long })
			if !ok || known.Takes != o.Takes || known.Short != o.Short {
				t.Errorf("%s: help has %+v, known here is %+v", file, o, known)
			}
		}
	}
}

func TestHelpLeavesOutWhatItCannotTell(t *testing.T) {
	const text = `Usage: codex exec [OPTIONS] [PROMPT]

Options:
  -z, --zeal <LEVEL>
          How eager. See --help and -m, --model <MODEL> for more
      --paths <FILE>...
      --when[=<WHEN>]
      --pair <A> <B>
      --calm
      --rest [VALUE]...
`
	options, err := parseHelp("exec", text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range options {
		got = append(got, o.Long+strings.Repeat("!", int(o.Takes)))
	}
	if want := []string{"zeal!", "paths!!", "calm", "rest!!"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if _, err := parseHelp("exec resume", text); err == nil {
		t.Error("the help of another level was taken") // 0.106.0 answers "agents --help" with its own help
	}
}

// future is a release with an option of its own, at two levels; it counts
// the calls.
func future(t *testing.T, calls string) Binary {
	return release(t, `echo "$*" >> "`+calls+`"
case "$1" in fork) echo "Usage: codex fork [OPTIONS]";; *) echo "Usage: codex [OPTIONS]";; esac
echo "  -Z, --shiny <HOW>"`)
}

func TestAnUnknownOptionIsLearnedFromTheReleaseAndKept(t *testing.T) {
	calls, cache := filepath.Join(t.TempDir(), "calls"), filepath.Join(t.TempDir(), "new")
	bin := future(t, calls)
	for range 2 {
		a, err := ParseArgsOf(t.Context(), bin, []string{"-Z", "on", "hi"}, cache)
		if prompt, _ := a.Prompt(); err != nil || prompt != "hi" || a.Unknown() != "" {
			t.Fatalf("prompt %q, %v", prompt, err)
		}
	}
	text, err := os.ReadFile(calls)
	if err != nil || string(text) != "--help\nfork --help\n" {
		t.Errorf("asked %q, %v: want each level once", text, err)
	}
	bin.Size++ // another release at the same path
	if _, err := LearnOptions(t.Context(), bin, "", cache); err != nil {
		t.Error(err)
	}
	if text, _ = os.ReadFile(calls); strings.Count(string(text), "\n") != 3 {
		t.Errorf("asked %q: another release must be asked again", text)
	}
}

func TestAnOptionTheReleaseDoesNotHaveStaysUnknown(t *testing.T) {
	calls := filepath.Join(t.TempDir(), "calls")
	a, err := ParseArgsOf(t.Context(), future(t, calls), []string{"--shiny", "on", "--dull", "hi"}, "")
	var unknown *UnknownOptionError
	if !errors.As(err, &unknown) || unknown.Token != "--dull" || !a.Conversation() {
		t.Errorf("%v", err)
	}
	if text, _ := os.ReadFile(calls); strings.Count(string(text), "\n") != 2 {
		t.Errorf("asked %q", text)
	}
}

func TestKnownArgumentsAskNobody(t *testing.T) {
	if _, err := ParseArgsOf(t.Context(), Binary{Path: "/nonexistent/codex"}, []string{"-m", "x", "hi"}, ""); err != nil {
		t.Error(err)
	}
	a, err := ParseArgsOf(t.Context(), Binary{Path: "/nonexistent/codex"}, []string{"--shiny", "hi"}, "")
	var unknown *UnknownOptionError
	if !errors.As(err, &unknown) || a.Unknown() != "--shiny" {
		t.Errorf("a release that cannot be asked: %v", err)
	}
}

func TestABrokenCacheIsAskedAgain(t *testing.T) {
	calls, cache := filepath.Join(t.TempDir(), "calls"), t.TempDir()
	bin := future(t, calls)
	for _, text := range []string{"", "{", "[]", "null"} {
		if err := os.WriteFile(cacheFile(cache, bin, ""), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if options, err := LearnOptions(t.Context(), bin, "", cache); err != nil || len(options) != 1 || options[0].Short != 'Z' {
			t.Errorf("%q: %+v, %v", text, options, err)
		}
	}
}
