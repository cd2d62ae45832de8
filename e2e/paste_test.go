//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// usageStatus is the exit status of a command line that codex's parser refuses.
const usageStatus = 2

// A command that cxhook plan prints is for people to paste: codex's own parser takes it, whatever was
// typed before. Where CODEX_HOME is missing codex ends with status 1 as soon as it has read its arguments.
func TestEveryCommandToPasteIsOneThatCodexTakes(t *testing.T) {
	t.Parallel()
	l := newLab(t, options{models: map[string]fakeapi.Script{}})
	const id = "01a227e5-e6d4-7323-a864-2a24ccc98c33"
	sessions := map[string]string{"": "", "plain": "read-only", "strange": "external-sandbox"}
	l.withoutLauncher()
	takes := func(command string) (status int, said string) {
		c := l.command("sh", "-c", command)
		c.Env = append(c.Env, "CODEX_HOME="+filepath.Join(l.root, "nowhere"))
		out, err := c.CombinedOutput()
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			status = ended.ExitCode()
		}
		return status, string(out)
	}
	if status, said := takes("codex -m a -m b hi"); status != usageStatus {
		t.Fatalf("two -m: status %d: %s", status, said)
	}
	taken := map[string]bool{}
	for _, line := range []string{
		"", "hi", "-m a", "-m a -m b hi", "-ma --model=b -m c", "exec -m a -m b hi", "-m a -m b exec -m c hi", "-C a -C b hi", "exec hi there", "exec -s read-only 'run the tests'",
		"exec --ephemeral hi", "exec --shiny hi", "--shiny", "--shiny x hi", "-i a.png -m x", "resume --last -m a -m b", "resume " + id, "fork " + id + " -m a",
		"exec resume --last", "exec resume " + id + " 'go on'", "exec -C / resume " + id, "review --base main", "exec review", "-- -m", "login",
		"-c a=b -c a=c hi", "-c model_reasoning_effort=high -s danger-full-access -a never", "--search --oss", "-m", "-s", "exec -o", "--model= hi",
	} {
		for name, sandbox := range sessions {
			args := "--model gpt-6-sol --json"
			if sandbox != "" {
				l.write("c/sessions/2026/11/29/rollout-2026-11-29T10-00-00-"+id+".jsonl", strings.NewReplacer("SANDBOX", sandbox, "ID", id).Replace(session))
				args += " --session " + id
			}
			out, _ := l.command("sh", "-c", "cxhook plan "+args+" -- "+line).Output() // a refused plan has status 1
			var planned struct{ Mode, Command string }
			if err := json.Unmarshal(out, &planned); err != nil {
				t.Fatalf("cxhook plan -- %s: %v: %s", line, err, out)
			}
			if taken[planned.Command] {
				continue
			}
			if status, said := takes(planned.Command); status != usageStatus {
				taken[planned.Command] = true
			} else {
				t.Errorf("%s (session %q): %s: %s: %s", line, name, planned.Mode, planned.Command, said)
			}
		}
	}
}

const session = `{"timestamp":"2026-11-29T10:00:00.000Z","type":"session_meta","payload":{"id":"ID","timestamp":"2026-11-29T10:00:00.000Z","cwd":"/","originator":"codex_cli_rs","cli_version":"0.171.0","source":"cli"}}
{"timestamp":"2026-11-29T10:00:01.000Z","type":"event_msg","payload":{"type":"task_started","turn_id":"t1"}}
{"timestamp":"2026-11-29T10:00:01.000Z","type":"turn_context","payload":{"turn_id":"t1","cwd":"/","approval_policy":"never","sandbox_policy":{"type":"SANDBOX"},"model":"gpt-5.6-sol"}}
{"timestamp":"2026-11-29T10:00:02.000Z","type":"event_msg","payload":{"type":"user_message","message":"hi"}}
`
