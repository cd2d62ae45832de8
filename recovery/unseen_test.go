package recovery

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/ptywrap"
)

// file holds text and is open for writing only, as a shell's > gives it.
func file(t *testing.T, text string) *os.File {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(t.TempDir(), "words"), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return f
}

// wrote is an exec that has ended, with its words in a file behind what was there before.
func wrote(args codex.Args, files Stdio, before string) *session {
	o := Options{Stdio: files, Log: slog.New(slog.DiscardHandler)}
	return &session{launch: launch{run: &run{Options: o}, args: args}, written: int64(len(before))}
}

func TestTheMessagesOfThisRunInAFileTellOfItsRefusal(t *testing.T) {
	const (
		header  = "OpenAI Codex v0.144.6\n--------\nworkdir: /p\nmodel: gpt-5.6-sol\nsession id: 01a228b6-04b3-7111-860f-24ab31ca3b62\n--------\nuser\nhi\n"
		refused = header + "ERROR: Selected model is at capacity. Please try a different model.\n"
	)
	args, err := codex.ParseArgs([]string{"exec", "hi"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		before, own string
		want        bool
	}{
		"refused":                      {"", refused, true},
		"another run before, not this": {refused, header + "ERROR: something else\n", false},
	} {
		s := wrote(args, Stdio{Errors: file(t, c.before+c.own)}, c.before)
		if i, ok := s.filed(ptywrap.Exit{Code: 1}); (ok && i.Class == matcher.Capacity) != c.want {
			t.Errorf("%s: %v, %+v", name, ok, i)
		}
	}
}

func TestTheEventsOfThisRunInAFileTellOfItsRefusal(t *testing.T) {
	const (
		started = `{"type":"thread.started","thread_id":"01a228b6-04b3-7111-860f-24ab31ca3b62"}` + "\n"
		refused = started + `{"type":"turn.started"}` + "\n" +
			`{"type":"turn.failed","error":{"message":"Selected model is at capacity. Please try a different model."}}` + "\n"
		failed = started + `{"type":"turn.failed","error":{"message":"something else"}}` + "\n"
	)
	args, err := codex.ParseArgs([]string{"exec", "--json", "hi"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		before, own string
		want        bool
	}{
		"refused":                              {"", refused, true},
		"behind the events of another run":     {failed, refused, true},
		"another run was refused, this failed": {refused, failed, false},
		"another run was refused, no events":   {refused, "", false},
	} {
		s := wrote(args, Stdio{Output: file(t, c.before+c.own)}, c.before)
		i, ok := s.filed(ptywrap.Exit{Code: 1})
		if (ok && i.Class == matcher.Capacity) != c.want || ok && i.Task != matcher.Turn {
			t.Errorf("%s: %v, %+v", name, ok, i)
		}
	}
}
