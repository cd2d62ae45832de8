package scriptedcodex

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
)

// runExec plays codex exec: the header and the errors on standard error, the answer on standard output, or with --json
// the events on standard output.
func runExec(a arguments, rel release, stdin, stdout *os.File) int {
	prompt, ok := execPrompt(a.prompt, stdin)
	if !ok {
		fmt.Fprintln(os.Stderr, "No prompt provided via stdin.")
		return 1
	}
	s, err := openSession(a, rel, "codex_exec", "exec")
	if err != nil {
		fmt.Fprintf(os.Stderr, "Error: %v\n", err)
		return 1
	}
	s.approval = "never"
	t := turn{prompt: prompt, model: s.model}
	out := execOutput{paint: isatty.IsTerminal(os.Stderr.Fd()), rel: rel, w: os.Stderr}
	if a.json {
		return execJSON(s, t, stdout)
	}
	out.header(s, prompt)
	id := s.begin(t)
	time.Sleep(turnTime())
	t = s.ask(t)
	s.end(id, t)
	if t.failure != "" {
		for range 2 { // 0.144 and later print it twice
			fmt.Fprintf(os.Stderr, "%s %s\n", out.sgr("ERROR:", "1", "31"), t.failure)
		}
		return 1
	}
	fmt.Fprintf(os.Stderr, "%s\n%s\n", out.sgr("codex", "35", "3"), t.answer)
	fmt.Fprintf(os.Stderr, "%s\n914\n", out.sgr("tokens used", "2"))
	if !isatty.IsTerminal(stdout.Fd()) || !out.paint {
		fmt.Fprintln(stdout, t.answer)
	}
	return 0
}

// execPrompt joins the prompt with what is piped into exec; "-" stands for the pipe alone.
func execPrompt(prompt string, stdin *os.File) (string, bool) {
	if isatty.IsTerminal(stdin.Fd()) {
		return prompt, prompt != ""
	}
	if prompt != "" && prompt != "-" {
		fmt.Fprintln(os.Stderr, "Reading additional input from stdin...")
	} else {
		prompt = ""
	}
	data, _ := io.ReadAll(stdin) // a stdin that cannot be read is an empty one
	if extra := strings.TrimSpace(string(data)); prompt != "" && extra != "" {
		prompt += "\n\n<stdin>\n" + extra + "\n</stdin>"
	} else if prompt == "" {
		prompt = extra
	}
	return prompt, prompt != ""
}

type execOutput struct {
	paint bool
	rel   release
	w     io.Writer
}

func (o execOutput) sgr(text string, codes ...string) string {
	if !o.paint {
		return text
	}
	for i := range codes {
		text = "\x1b[" + codes[len(codes)-1-i] + "m" + text + "\x1b[0m"
	}
	return text
}

func (o execOutput) header(s *session, prompt string) {
	fmt.Fprintf(o.w, "OpenAI Codex v%s\n--------\n", o.rel.version)
	for _, row := range [][2]string{
		{"workdir", s.cwd},
		{"model", s.model},
		{"provider", "openai"},
		{"approval", s.approval},
		{"sandbox", s.sandbox},
		{"reasoning effort", "none"},
		{"reasoning summaries", "none"},
		{"session id", s.id},
	} {
		fmt.Fprintf(o.w, "%s %s\n", o.sgr(row[0]+":", "1"), row[1])
	}
	fmt.Fprintf(o.w, "--------\n%s\n%s\n", o.sgr("user", "36"), prompt)
}

// execEvent is one line of codex exec --json.
type execEvent struct {
	Type     string          `json:"type"`
	ThreadID string          `json:"thread_id,omitempty"`
	Message  string          `json:"message,omitempty"`
	Error    *execError      `json:"error,omitempty"`
	Item     *execItem       `json:"item,omitempty"`
	Usage    *map[string]int `json:"usage,omitempty"`
}

type execError struct {
	Message string `json:"message"`
}

type execItem struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Text string `json:"text"`
}

func execJSON(s *session, t turn, stdout io.Writer) int {
	emit := func(e execEvent) {
		_ = json.NewEncoder(stdout).Encode(e) // a closed pipe ends codex too, by SIGPIPE
	}
	emit(execEvent{Type: "thread.started", ThreadID: s.id})
	emit(execEvent{Type: "turn.started"})
	id := s.begin(t)
	time.Sleep(turnTime())
	t = s.ask(t)
	s.end(id, t)
	if t.failure != "" {
		emit(execEvent{Type: "error", Message: t.failure})
		emit(execEvent{Type: "turn.failed", Error: &execError{t.failure}})
		return 1
	}
	emit(execEvent{Type: "item.completed", Item: &execItem{"item_0", "agent_message", t.answer}})
	emit(execEvent{Type: "turn.completed", Usage: &map[string]int{"input_tokens": 900, "cached_input_tokens": 0, "output_tokens": 12}})
	return 0
}
