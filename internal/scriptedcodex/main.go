// Package scriptedcodex plays the Codex CLI without a network: the conversation view, on the alternate screen as
// 0.171.0 draws it or inline as 0.144.6 does, and codex exec. It exists for cxhook demo and for tests that need a
// codex whose refusals they choose. It draws what recordings of those releases show and it must never do more: no
// model is asked, no command is run, nothing is written outside CODEX_HOME/sessions.
package scriptedcodex

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
)

// The environment variables that write the script.
const (
	// RefuseVariable lists the refused models, separated by commas: "gpt-5.6-sol" always, "gpt-5.6-sol@2" from the
	// second turn of a conversation on, "gpt-5.6-sol*3" three times in this CODEX_HOME and then no more, or both: "gpt-5.6-sol@2*3".
	RefuseVariable = "CXHOOK_SCRIPTED_REFUSE"
	// ErrorVariable is what a refused turn ends with in place of the capacity error: "INFO TEXT", INFO being codex_error_info, of one
	// model alone as "MODEL=INFO TEXT".
	ErrorVariable = "CXHOOK_SCRIPTED_ERROR"
	// ReleaseVariable is the release played: "0.171.0" (default) or "0.144.6".
	ReleaseVariable = "CXHOOK_SCRIPTED_RELEASE"
	// TurnVariable is how long the model thinks, as a Go duration; defaultTurn if unset.
	TurnVariable = "CXHOOK_SCRIPTED_TURN"
	// AnswerVariable is the model's answer; answerText if unset.
	AnswerVariable = "CXHOOK_SCRIPTED_ANSWER"
	// QueueVariable is how long after a turn's end a queued prompt is sent, as a Go duration; queueTime if unset.
	QueueVariable = "CXHOOK_SCRIPTED_QUEUE"
	// LingerVariable is how long the process stays when it has given the terminal back, as a Go duration; 0 if unset.
	// Codex 0.171.0 stayed for up to 2.2 s where it had been started a few seconds before.
	LingerVariable = "CXHOOK_SCRIPTED_LINGER"
)

// defaultModel is what runs when neither -m nor config.toml names a model.
const defaultModel = "gpt-5.6-sol"

// The texts of a refused turn and of a successful one, as recorded.
const (
	capacityText  = "Selected model is at capacity. Please try a different model."
	compactPrefix = "Error running remote compact task: "
	answerText    = "Done: the parser now handles empty input."
)

// release is what differs between the releases played.
type release struct {
	version string
	inline  bool   // the view is always inline
	glyph   string // of the error cell
	colour  string // of the error cell, SGR parameters
	hang    string // indent of the error cell's continuation rows
	modern  bool   // OSC 7501, the thread's title, the two-line exit hint, the plain header
}

var releases = map[string]release{
	"0.144.6": {version: "0.144.6", inline: true, glyph: "⚠", colour: "38;5;3", hang: "  "},
	"0.171.0": {version: "0.171.0", glyph: "■", colour: "38;5;1", modern: true},
}

// Main plays one run of codex with the arguments after the command's name and returns its exit status. It reads the
// environment for its script (see RefuseVariable) and for CODEX_HOME. Diagnostics and the header of exec go to standard
// error, as codex has it. It owns the terminal on stdin until it returns and must be called once, from main.
func Main(args []string, stdin, stdout *os.File) int {
	a, err := parseArguments(args)
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n\nUsage: codex [OPTIONS] [PROMPT]\n\nFor more information, try '--help'.\n", err)
		return 2
	}
	rel, ok := releases[os.Getenv(ReleaseVariable)]
	if !ok {
		rel = releases["0.171.0"]
	}
	if os.Getenv(ErrorVariable) != "" {
		rel.glyph, rel.colour, rel.hang = "■", "38;5;1", "" // capacity alone was a warning once
	}
	switch {
	case a.version:
		fmt.Fprintln(stdout, "codex-cli "+rel.version)
		return 0
	case a.command == "debug":
		return printModels(stdout)
	case a.command == "exec":
		return runExec(a, rel, stdin, stdout)
	}
	if !isatty.IsTerminal(stdin.Fd()) || !isatty.IsTerminal(stdout.Fd()) {
		fmt.Fprintln(os.Stderr, "Error: stdin is not a terminal")
		return 1
	}
	s, err := openSession(a, rel, "codex-tui", "cli")
	if err != nil {
		fmt.Fprintf(os.Stderr, "ERROR: %v\n", err)
		return 1
	}
	status := runTUI(a, rel, s, stdin, stdout)
	if d, err := time.ParseDuration(os.Getenv(LingerVariable)); err == nil {
		time.Sleep(d)
	}
	return status
}

// catalogueModel is one model of the bundled catalogue, with the members of `codex debug models` that are in use.
type catalogueModel struct {
	Slug            string   `json:"slug"`
	DisplayName     string   `json:"display_name"`
	Visibility      string   `json:"visibility"`
	Priority        int      `json:"priority"`
	SupportedInAPI  bool     `json:"supported_in_api"`
	DefaultEffort   string   `json:"default_reasoning_level"`
	Efforts         []effort `json:"supported_reasoning_levels"`
	ContextWindow   int      `json:"context_window"`
	UpgradeTo       *string  `json:"upgrade"`
	AvailabilityNUX *string  `json:"availability_nux"`
}

type effort struct {
	Effort string `json:"effort"`
}

func printModels(w io.Writer) int {
	var efforts []effort
	for _, name := range []string{"low", "medium", "high", "xhigh"} {
		efforts = append(efforts, effort{name})
	}
	var models []catalogueModel
	for i, slug := range []string{"gpt-6-astra", "gpt-6-sol", "gpt-6-luna", defaultModel, "gpt-5.6-terra", "gpt-5.6-luna"} {
		m := catalogueModel{
			Slug: slug, DisplayName: displayName(slug), Visibility: "list", Priority: i + 1, SupportedInAPI: true,
			DefaultEffort: "low", Efforts: efforts, ContextWindow: 272000,
		}
		if slug == "gpt-5.6-luna" { // one that has not what the others have
			m.Efforts, m.DefaultEffort = efforts[1:2], "medium"
		}
		models = append(models, m)
	}
	if err := json.NewEncoder(w).Encode(map[string]any{"models": models}); err != nil {
		return 1
	}
	return 0
}
