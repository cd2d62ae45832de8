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
		errs, err := os.OpenFile(filepath.Join(t.TempDir(), "err"), os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer errs.Close()
		if _, err := errs.WriteString(c.before + c.own); err != nil {
			t.Fatal(err)
		}
		s := session{launch: launch{run: &run{Options: Options{Stdio: Stdio{Errors: errs}, Log: slog.New(slog.DiscardHandler)}}, args: args}}
		s.written = int64(len(c.before))
		if _, ok := s.filed(ptywrap.Exit{Code: 1}); ok != c.want {
			t.Errorf("%s: %v", name, ok)
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
		out, err := os.OpenFile(filepath.Join(t.TempDir(), "out"), os.O_WRONLY|os.O_CREATE, 0o600) // as a shell's > does
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		if _, err := out.WriteString(c.before + c.own); err != nil {
			t.Fatal(err)
		}
		s := session{launch: launch{run: &run{Options: Options{Stdio: Stdio{Output: out}, Log: slog.New(slog.DiscardHandler)}}, args: args}}
		s.written = int64(len(c.before))
		i, ok := s.filed(ptywrap.Exit{Code: 1})
		if ok != c.want || ok && i.Task != matcher.Turn {
			t.Errorf("%s: %v, %+v", name, ok, i)
		}
	}
}
