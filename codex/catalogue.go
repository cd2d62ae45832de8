package codex

import (
	"context"
	"errors"
)

// Model is one entry of Codex's model catalogue.
type Model struct {
	Slug          string   // what -m takes
	DisplayName   string   // for people
	Efforts       []string // reasoning efforts, in the catalogue's order
	DefaultEffort string
	ContextWindow int // tokens, 0 if not told
	Priority      int // smaller is offered first
	Visible       bool
}

// ErrNoCatalogue says that the release has no command that lists models
// (0.106.0 has none).
var ErrNoCatalogue = errors.New("this release of codex lists no models")

// Catalogue asks Codex for its models, the visible ones first, by priority.
func Catalogue(ctx context.Context, bin Binary, env []string) ([]Model, error) {
	return nil, ErrNoCatalogue
}
