package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/internal/console"
)

// hostileName holds what a terminal obeys, and what makes text look like other text.
const hostileName = "gpt\x1b[31m\x1b[1m\x1b]0;t\x07\x7f\u009b2J\r\u202e\u200bx\U000e0041\u2066"

// quoted is a TOML string.
func quoted(text string) string {
	var b strings.Builder
	for _, r := range text {
		fmt.Fprintf(&b, `\U%08X`, r)
	}
	return `"` + b.String() + `"`
}

// hostileWorld is a home and a trusted project in which every name is hostile, and the variables that lead there.
func hostileWorld(t *testing.T) (cxhook, dir string, env []string) {
	t.Helper()
	name, _ := json.Marshal(hostileName)
	cxhook, codex := withCodex(t, `case "$*" in *debug*) cat "$(dirname "$0")/catalogue";; *) printf 'codex-cli 0.171.0\n';; esac`)
	root := filepath.Dir(codex)
	dir = filepath.Join(root, "project")
	ago := time.Now().UTC().Add(-time.Hour).Format("2006-01-02T15:04:05.000Z")
	session := fmt.Sprintf(`{"timestamp":%[1]q,"type":"session_meta","payload":{"id":"0190a000-0000-7000-8000-000000000000","timestamp":%[1]q,"cwd":"/","cli_version":%[2]s,"model_provider":%[2]s}}
{"timestamp":%[1]q,"type":"event_msg","payload":{"type":"task_started","turn_id":"1"}}
{"timestamp":%[1]q,"type":"turn_context","payload":{"turn_id":"1","model":%[2]s,"effort":%[2]s,"cwd":"/"}}
{"timestamp":%[1]q,"type":"event_msg","payload":{"type":"task_complete","turn_id":"1","last_agent_message":null,"error":{"message":"Selected model is at capacity. Please try a different model.","codex_error_info":"server_overloaded"}}}
`, ago, name)
	journal := fmt.Sprintf(`{"at":%[1]q,"incident":"i","kind":"incident","model":%[2]s,"surface":"tui","task":"turn"}
{"at":%[1]q,"incident":"i","kind":"choice","action":"switch","model":%[2]s,"mode":"relaunch","by":"key"}
{"at":%[1]q,"incident":"i","kind":"result","outcome":"failed","class":%[2]s,"model":%[2]s}
`, ago, name)
	config := "model = " + quoted(hostileName) + "\nmodel_provider = " + quoted(hostileName) + "\nmodel_reasoning_effort = " + quoted(hostileName) + "\n" +
		quoted(hostileName) + " = 1\n"
	for path, text := range map[string]string{
		"catalogue":                        fmt.Sprintf(`{"models":[{"slug":%[1]s,"visibility":"list","supported_reasoning_levels":[{"effort":%[1]s}],"upgrade":{"model":%[1]s}},{"slug":"gpt-6-sol","visibility":"list","default_reasoning_level":%[1]s}]}`, name),
		"home/config.toml":                 config + "[projects." + quoted(dir) + "]\ntrust_level = \"trusted\"\n[profiles." + quoted(hostileName) + "]\nmodel = \"x\"\n",
		"project/.codex/config.toml":       config,
		"project/" + hostileName + ".yaml": "codex --model gpt-9\u200b-x\x1b[31m\n",
		"settings/cxhook/config.toml":      "models = [" + quoted(hostileName) + ", \"gpt-6-sol\"]\non_capacity = " + quoted(hostileName) + "\n" + quoted(hostileName) + " = 2\n",
		"home/sessions/2026/11/30/rollout-2026-11-30T10-00-00-0190a000-0000-7000-8000-000000000000.jsonl": session,
		"state/cxhook/journal.jsonl": journal,
		"recording":                  "OpenAI Codex v0.171.0\nERROR: Selected model is at capacity. Please try a different model.\n",
	} {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "CXHOOK") && !strings.HasPrefix(v, "LC_") {
			env = append(env, v)
		}
	}
	bad := hostileName + "\x9b\xff"
	return cxhook, dir, append(env,
		"PATH="+root+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+root, "CODEX_HOME="+filepath.Join(root, "home"), "XDG_CONFIG_HOME="+filepath.Join(root, "settings"),
		"XDG_STATE_HOME="+filepath.Join(root, "state"), "XDG_CACHE_HOME="+filepath.Join(root, "cache"), "LANG=en_US.UTF-8", "TERM=xterm-256color",
		"CXHOOK_SHELL_STATE="+bad, "CXHOOK_SHELL_ASIDE="+bad, "CXHOOK_ON_CAPACITY="+bad, "OPENAI_BASE_URL="+bad, "CXHOOK_LANGUAGE="+bad)
}

// hostileLines are command lines of every command that prints.
func hostileLines() [][]string {
	bad := hostileName + "\x9b\xff"
	return [][]string{
		{"status"}, {"status", "--short"}, {"status", "--json"}, {"on", bad}, {"off", bad}, {"again", bad},
		{"models"}, {"models", "--json"}, {"models", "--advice"}, {"models", "--advice", "--json"}, {"models", "--at", bad}, {"models", "--codex", bad},
		{"models", "set", bad}, {"models", "set", bad, bad},
		{"plan", "--model", "gpt-6-sol", "--", "exec", bad}, {"plan", "--model", "gpt\u200b", "--json", "--", bad}, {"plan", "--model", bad, "--", "-m", bad},
		{"stats"}, {"stats", "--json"}, {"stats", "--model", bad}, {"stats", "--svg", "/dev/null/" + bad}, {"history"}, {"history", "--json"}, {"history", bad},
		{"explain", "Selected model is at capacity. " + bad}, {"explain", "--json", "Selected model is at capacity. " + bad}, {"explain", "The model `" + bad + "` does not exist"},
		{"replay", "--size", "80x24", "../recording"}, {"replay", "--json", "--size", "80x24", "../recording"}, {"replay", bad}, {"replay", "--size", bad, "../recording"},
		{"doctor"}, {"doctor", "--json"}, {"doctor", "--", "-m", bad, "-c", "model=" + bad}, {"doctor", "--codex", bad},
		{"use", "gpt\u202ex", "--dry-run"}, {"use", "gpt\u202ex", "--dry-run", "--json"}, {"use", bad}, {"use", "--file", "../settings/cxhook/config.toml", "--dry-run", "gpt-6-sol"},
		{"use", "--file", "/dev/null/" + bad, "gpt-6-sol"},
		{"scan"}, {"scan", "--json"}, {"scan", bad}, {"config"}, {"config", "--json"}, {"config", "--path"}, {"config", bad},
		{"run", "--codex", bad}, {"run", "--model", bad}, {"run", "--on-capacity", bad}, {"init", bad}, {"demo", bad}, {"selftest", bad},
		{"help", bad}, {bad}, {"--" + bad}, {"keys", bad}, {"environment", bad}, {"__complete", "use", bad}, {"completion", bad}, {"models", "set", "gpt\u202e"},
	}
}

func TestNothingThatATerminalObeysIsPrintedWhateverTheNamesAre(t *testing.T) {
	cxhook, dir, env := hostileWorld(t)
	for i, line := range append(hostileLines(), hostileLines()...) {
		c := exec.Command(cxhook, line...)
		c.Dir, c.Env = dir, env
		if i >= len(hostileLines()) {
			c.Env = append(env[:len(env):len(env)], "XDG_CONFIG_HOME=/dev/null") // the catalogue's names take the place of the settings'
		}
		var out, errs strings.Builder
		c.Stdout, c.Stderr = &out, &errs
		err := c.Run()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatal(err)
		}
		if out.Len()+errs.Len() == 0 {
			t.Errorf("%q printed nothing", line)
		}
		isPlain(t, line, out.String()+errs.String())
		if slices.Contains(line, "--json") && out.Len() > 0 {
			for object := range strings.Lines(out.String()) {
				if !json.Valid([]byte(object)) {
					t.Errorf("%q: not JSON: %s", line, object)
				}
			}
		}
	}
}

// TestNothingThatATerminalObeysIsDrawnButOurOwnStyles is the same on a terminal, for the commands that draw styles.
func TestNothingThatATerminalObeysIsDrawnButOurOwnStyles(t *testing.T) {
	cxhook, dir, env := hostileWorld(t)
	own := regexp.MustCompile(`\x1b\[38;5;\d+m[·░▒▓█]+\x1b\[39m|\x1b\[[19]m([^\x1b]*)\x1b\[0m|\r[^\r\n]*\r\x1b\[K|\r`)
	for _, line := range [][]string{{"stats"}, {"doctor"}, {"models"}} {
		c := console.Start(t, console.Options{Cmd: append([]string{cxhook}, line...), Env: env, Dir: dir, Cols: 200})
		c.Wait()
		text := own.ReplaceAllString(string(c.Output()), "$1")
		if named := strings.Contains(text, "31m"); named != (line[0] != "stats") { // the notebook takes no such name in
			t.Errorf("%q names the hostile model: %v\n%s", line, named, text)
		}
		isPlain(t, line, text)
	}
}

func isPlain(t *testing.T, line []string, text string) {
	t.Helper()
	for _, r := range text {
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) {
			t.Errorf("%q prints %q in:\n%q", line, r, text)
			return
		}
	}
}

func TestEveryCommandThatPrintsIsTriedWithHostileNames(t *testing.T) {
	var tried []string
	for _, line := range hostileLines() {
		tried = append(tried, "cxhook "+strings.Join(line, " ")+" ")
	}
	walk(newRoot(), func(c *cobra.Command) {
		if c.Runnable() && !slices.ContainsFunc(tried, func(line string) bool { return strings.HasPrefix(line, c.CommandPath()+" ") }) {
			t.Errorf("%s is not in hostileLines", c.CommandPath())
		}
	})
}
