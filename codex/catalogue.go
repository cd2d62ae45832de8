package codex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/internal/untrusted"
	"github.com/cxhook/cxhook/lang"
)

// Model is one entry of Codex's model catalogue.
type Model struct {
	Slug               string   // what -m takes
	Efforts            []string // reasoning efforts, in the catalogue's order
	DefaultEffort      string
	ContextWindow      int    // tokens, 0 if not told
	DefaultServiceTier string // service tier that a TUI uses unasked, "" for none
	// CompHash names the form of compacted history that the model reads.
	CompHash string
	// Upgrade is the model that Codex proposes instead, "" for none: a TUI
	// started with this one stops at a question first.
	Upgrade  string
	Priority int  // smaller is offered first
	Visible  bool // in Codex's own list
}

// ErrNoCatalogue says that the release has no command that lists models
// (0.106.0; 0.144.6 has one).
var ErrNoCatalogue = lang.Errorf("error.no_catalogue")

// listTime bounds one attempt: the first may ask the service, and a
// catalogue that comes later than this is of no use to a waiting prompt.
const listTime = 8 * time.Second

// Catalogue asks Codex for its models: "codex debug models", which may ask
// the service, then with --bundled, the list in the binary. The visible ones
// come first, each kind by priority. It is not the list of what the account
// may use.
//
// It starts a process and waits for it; env is that of the conversation, so
// that CODEX_HOME and the proxy settings are the same. The error wraps
// ErrNoCatalogue if the release cannot tell.
func Catalogue(ctx context.Context, bin Binary, env []string) ([]Model, error) {
	models, err := list(ctx, bin, env, "debug", "models")
	if err != nil && !errors.Is(err, ErrNoCatalogue) && ctx.Err() == nil {
		models, err = list(ctx, bin, env, "debug", "models", "--bundled")
	}
	return models, err
}

func list(ctx context.Context, bin Binary, env []string, args ...string) ([]Model, error) {
	out, err := ask(ctx, bin, env, listTime, args...)
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && strings.Contains(string(exit.Stderr), "unrecognized subcommand") {
			err = ErrNoCatalogue
		}
		return nil, fmt.Errorf("%s %s: %w", bin.Path, strings.Join(args, " "), err)
	}
	models, err := parseCatalogue(out)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", bin.Path, strings.Join(args, " "), err)
	}
	return models, nil
}

// ask runs Codex for a short answer on its standard output, with nothing on
// its input and no terminal.
func ask(ctx context.Context, bin Binary, env []string, limit time.Duration, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin.Path, args...)
	cmd.Env = env
	cmd.WaitDelay = time.Second // npm's launcher may leave a child with the pipe open
	var out, errs bounded
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if out.full || errs.full {
		err = fmt.Errorf("its answer is larger than %d kB", answerSize>>10)
	} else if errors.As(err, &exit) {
		exit.Stderr = errs.text
	}
	return out.text, err
}

// answerSize bounds an answer of Codex, in bytes: the catalogue of 0.171.0 takes some hundred thousand.
const answerSize = 8 << 20

// bounded keeps what a program writes; a program that writes more than answerSize gets a broken pipe.
type bounded struct {
	text []byte
	full bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.full = b.full || len(b.text)+len(p) > answerSize; b.full {
		return 0, io.ErrShortWrite
	}
	b.text = append(b.text, p...)
	return len(p), nil
}

func parseCatalogue(text []byte) ([]Model, error) {
	var doc struct {
		Models []struct {
			Slug               string `json:"slug"`
			Visibility         string `json:"visibility"`
			Priority           int    `json:"priority"`
			ContextWindow      int    `json:"context_window"`
			DefaultEffort      string `json:"default_reasoning_level"`
			DefaultServiceTier string `json:"default_service_tier"`
			Efforts            []struct {
				Effort string `json:"effort"`
			} `json:"supported_reasoning_levels"`
			CompHash string `json:"comp_hash"`
			Upgrade  *struct {
				Model string `json:"model"`
			} `json:"upgrade"`
		} `json:"models"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("model catalogue: %w", err)
	}
	var models []Model
	for _, m := range doc.Models {
		if !untrusted.Name(m.Slug) {
			continue // as an argument it would be none, or another
		}
		model := Model{
			Slug: m.Slug, DefaultEffort: m.DefaultEffort, DefaultServiceTier: m.DefaultServiceTier,
			ContextWindow: m.ContextWindow, CompHash: m.CompHash, Priority: m.Priority, Visible: m.Visibility == "list",
		}
		for _, e := range m.Efforts {
			if untrusted.Name(e.Effort) {
				model.Efforts = append(model.Efforts, e.Effort)
			}
		}
		if !untrusted.Name(model.DefaultEffort) {
			model.DefaultEffort = ""
		}
		if !untrusted.Name(model.DefaultServiceTier) {
			model.DefaultServiceTier = ""
		}
		if m.Upgrade != nil && untrusted.Name(m.Upgrade.Model) {
			model.Upgrade = m.Upgrade.Model
		}
		models = append(models, model)
	}
	if len(models) == 0 {
		return nil, errors.New("model catalogue: empty")
	}
	slices.SortStableFunc(models, func(a, b Model) int {
		switch {
		case a.Visible && !b.Visible:
			return -1
		case b.Visible && !a.Visible:
			return 1
		}
		return a.Priority - b.Priority
	})
	return models, nil
}

// find gives a model's entry.
func find(models []Model, slug string) (Model, bool) {
	for _, m := range models {
		if m.Slug == slug {
			return m, true
		}
	}
	return Model{}, false
}
