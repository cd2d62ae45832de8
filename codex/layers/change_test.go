package layers

import (
	"errors"
	"strings"
	"testing"
	"time"
)

var day = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func TestSetChangesOneLineAndKeepsTheOldOneAsAComment(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"a plain line",
			"model = \"gpt-5.6-sol\"\n[tui]\nx = 1\n",
			"# model = \"gpt-5.6-sol\"  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\"\n[tui]\nx = 1\n"},
		{"a comment behind it, odd spaces and a literal string",
			"a = 1\n\t model='gpt-5.6-sol'   # fast\nb = 2\n",
			"a = 1\n\t # model='gpt-5.6-sol'   # fast  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\n\t model=\"gpt-6-sol\"   # fast\nb = 2\n"},
		{"a quoted key", "\"model\" = \"x\"\n", "# \"model\" = \"x\"  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\n\"model\" = \"gpt-6-sol\"\n"},
		{"CRLF", "a = 1\r\nmodel = \"x\"\r\nb = 2\r\n", "a = 1\r\n# model = \"x\"  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\r\nmodel = \"gpt-6-sol\"\r\nb = 2\r\n"},
		{"no final newline", "a = 1\r\nmodel = \"x\"", "a = 1\r\n# model = \"x\"  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\r\nmodel = \"gpt-6-sol\""},
		{"a byte order mark", "\ufeffmodel = \"x\"\n", "\ufeff# model = \"x\"  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\"\n"},
		{"a number, which Codex refuses", "model = 5\n", "# model = 5  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\"\n"},
		{"an empty file", "", "# model was not set  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\"\n"},
		{"only a byte order mark", "\ufeff", "\ufeff# model was not set  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\"\n"},
		{"other keys, then a table", "a = 1\n\n[x]\nmodel = \"y\"\n", "a = 1\n# model was not set  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\"\n\n[x]\nmodel = \"y\"\n"},
		{"tables only", "[x]\ny = 1\n", "# model was not set  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\"\n[x]\ny = 1\n"},
		{"one key without a newline", "a = 1", "a = 1\n# model was not set  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\""},
		{"a model in a text of several lines", "a = \"\"\"\nmodel = \"no\"\n\"\"\"\n",
			"a = \"\"\"\nmodel = \"no\"\n\"\"\"\n# model was not set  # cxhook 2026-11-29 wrote \"gpt-6-sol\"\nmodel = \"gpt-6-sol\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, err := Set([]byte(c.before), "model", "gpt-6-sol", day)
			if err != nil || string(after) != c.after {
				t.Fatalf("%v\n got %q\nwant %q", err, after, c.after)
			}
			back, err := Restore(after)
			if err != nil || string(back) != c.before {
				t.Errorf("back: %v\n got %q\nwant %q", err, back, c.before)
			}
		})
	}
}

func TestSetRefusesWhatItCannotChangeByOneLine(t *testing.T) {
	for _, c := range []struct{ text, message string }{
		{"model = \n", "not valid TOML"},
		{"model = \"a\"\nmodel = \"b\"\n", "not valid TOML"},
		{"[model]\nname = \"x\"\n", "table"},
		{"model.name = \"x\"\n", "table"},
		{"model = { name = \"x\" }\n", "table"},
		{"model = [\"x\"]\n", "array"},
		{"model = \"\"\"\nx\"\"\"\n", "several lines"},
		{"model = \"\xff\"\n", "not valid TOML"},
	} {
		if after, err := Set([]byte(c.text), "model", "y", day); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%q: %q, %v; want an error with %q", c.text, after, err, c.message)
		}
	}
}

func TestTheSecondSetLeavesTheFirstBackupAlone(t *testing.T) {
	const before = "# mine\nmodel = \"gpt-5.6-sol\"\nmodel_reasoning_effort = \"high\" # keep\n"
	text := []byte(before)
	for _, s := range []struct{ key, value string }{
		{"model", "gpt-6-sol"}, {"model_reasoning_effort", "low"}, {"model", "gpt-6-luna"}, {"model", "gpt-6-luna"},
	} {
		var err error
		if text, err = Set(text, s.key, s.value, day); err != nil {
			t.Fatal(err)
		}
	}
	const want = "# mine\n# model = \"gpt-5.6-sol\"  # cxhook 2026-11-29 wrote \"gpt-6-luna\"\nmodel = \"gpt-6-luna\"\n" +
		"# model_reasoning_effort = \"high\" # keep  # cxhook 2026-11-29 wrote \"low\"\nmodel_reasoning_effort = \"low\" # keep\n"
	if string(text) != want {
		t.Errorf("got %q\nwant %q", text, want)
	}
	back, err := Restore(text)
	if err != nil || string(back) != before {
		t.Fatalf("back: %v %q", err, back)
	}
	if _, err := Restore(back); err != ErrNothingToRestore {
		t.Errorf("a second time: %v", err)
	}
}

// Codex's /model and editors change the line that cxhook wrote and leave the comment above it.
func TestAChoiceMadeSinceIsNotLost(t *testing.T) {
	mustSet := func(text, model string) string {
		t.Helper()
		after, err := Set([]byte(text), "model", model, day)
		if err != nil {
			t.Fatal(err)
		}
		return string(after)
	}
	chosen := strings.Replace(mustSet("model = \"a\" # mine\n", "x"), "\nmodel = \"x\"", "\nmodel = \"b\"", 1)

	_, err := Restore([]byte(chosen))
	var since *ChosenSinceError
	if !errors.As(err, &since) || *since != (ChosenSinceError{"model", `"b"`, `"x"`, `model = "a" # mine`}) {
		t.Errorf("going back over it: %v", err)
	}

	// It is what going back leads to from then on.
	after := mustSet(chosen, "y")
	const want = "# model = \"b\" # mine  # cxhook 2026-11-29 wrote \"y\"\nmodel = \"y\" # mine\n"
	if after != want {
		t.Errorf("got %q\nwant %q", after, want)
	}
	if back, err := Restore([]byte(after)); err != nil || string(back) != "model = \"b\" # mine\n" {
		t.Errorf("back: %v %q", err, back)
	}

	for name, now := range map[string]string{"the line of before": "model = \"a\" # mine", "other quotes": "model = 'x' # mine"} {
		text := strings.Replace(mustSet("model = \"a\" # mine\n", "x"), "\nmodel = \"x\" # mine", "\n"+now, 1)
		if back, err := Restore([]byte(text)); err != nil || string(back) != "model = \"a\" # mine\n" {
			t.Errorf("%s: %v %q", name, err, back)
		}
	}

	// A comment of an earlier cxhook does not tell what it wrote.
	if back, err := Restore([]byte("# model = \"a\"  # cxhook 2026-11-29\nmodel = \"b\"\n")); err != nil || string(back) != "model = \"a\"\n" {
		t.Errorf("an old comment: %v %q", err, back)
	}
}

func TestATextThatSaysSoAlreadyStaysAsItIs(t *testing.T) {
	const text = "model = 'gpt-6-sol' # mine\n"
	if after, err := Set([]byte(text), "model", "gpt-6-sol", day); err != nil || string(after) != text {
		t.Errorf("%q, %v", after, err)
	}
}

func TestRestoreTakesOnlyItsOwnComments(t *testing.T) {
	for _, c := range []struct{ name, text, after string }{
		{"the line below was removed by hand", "# model = \"a\"  # cxhook 2026-11-29\nb = 1\n", "model = \"a\"\nb = 1\n"},
		{"in a text of several lines", "x = \"\"\"\n# model = \"a\"  # cxhook 2026-11-29\n\"\"\"\n", ""},
		{"inside a table", "[x]\n# model = \"a\"  # cxhook 2026-11-29\nmodel = \"b\"\n", ""},
		{"the key stands elsewhere", "model = \"b\"\n# model = \"a\"  # cxhook 2026-11-29\nc = 1\n", ""},
		{"of another key", "# sandbox = \"a\"  # cxhook 2026-11-29\nsandbox = \"b\"\n", ""},
		{"of two keys", "# model = \"a\" other = 1  # cxhook 2026-11-29\nmodel = \"b\"\n", ""},
		{"of a comment", "# # model  # cxhook 2026-11-29\nmodel = \"b\"\n", ""},
		{"the key is a table now", "# model = \"a\"  # cxhook 2026-11-29\n[model]\nname = \"b\"\n", ""},
		{"without a day", "# model = \"a\"  # cxhook\nmodel = \"b\"\n", ""},
	} {
		after, err := Restore([]byte(c.text))
		if c.after == "" && err != ErrNothingToRestore || c.after != "" && (err != nil || string(after) != c.after) {
			t.Errorf("%s: %q, %v", c.name, after, err)
		}
	}
}
