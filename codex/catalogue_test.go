package codex

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// release is a codex that answers by a shell script.
func release(t *testing.T, script string) Binary {
	t.Helper()
	path := place(t, t.TempDir(), "codex", "#!/bin/sh\n"+script+"\n", 0o755)
	return Binary{Path: path, Size: int64(len(script)), ModTime: time.Unix(1, 0)}
}

// sample gives the absolute path of a test file.
func sample(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func slugs(models []Model) []string {
	var list []string
	for _, m := range models {
		list = append(list, m.Slug)
	}
	return list
}

func TestCatalogueListsTheVisibleModelsFirstByPriority(t *testing.T) {
	bin := release(t, `[ "$*" = "debug models" ] && exec cat "`+sample(t, "models-0.171.0.json")+`"`)
	got, err := Catalogue(t.Context(), bin, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"gpt-6.2-sol", "gpt-6.2-astra", "gpt-6.1-terra", "gpt-6.1-sol", "gpt-6-astra", "gpt-6-sol", "gpt-6-luna", "gpt-5.6-sol",
		"gpt-5.6-terra", "gpt-5.6-luna", "gpt-5.5", "gpt-daybreak-blue-latest", "gpt-daybreak-red-latest", "codex-auto-review"}
	if diff := cmp.Diff(want, slugs(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	luna := Model{Slug: "gpt-6-luna", Efforts: []string{"low", "medium", "high", "xhigh", "max"}, DefaultEffort: "medium",
		ContextWindow: 272000, DefaultServiceTier: "priority", CompHash: "3000", Priority: 7, Visible: true}
	if diff := cmp.Diff(luna, got[6]); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if terra := got[8]; terra.Upgrade != "gpt-6-sol" || got[11].Visible {
		t.Errorf("%+v, %+v", terra, got[11])
	}
}

func TestCatalogueFallsBackToTheListInTheBinary(t *testing.T) {
	bin := release(t, `case "$*" in
"debug models") echo "cannot refresh" >&2; exit 1;;
"debug models --bundled") exec cat "`+sample(t, "models-0.144.6.json")+`";;
esac`)
	got, err := Catalogue(t.Context(), bin, os.Environ())
	if err != nil || len(got) == 0 || got[0].Slug != "gpt-5.6-sol" {
		t.Errorf("%q, %v", slugs(got), err)
	}
}

func TestCatalogueSaysWhenAReleaseHasNone(t *testing.T) {
	bin := release(t, `echo "error: unrecognized subcommand 'models'" >&2; exit 2`) // as 0.106.0
	if _, err := Catalogue(t.Context(), bin, os.Environ()); !errors.Is(err, ErrNoCatalogue) {
		t.Error(err)
	}
}

func TestCatalogueFailsOnAnAnswerThatIsNone(t *testing.T) {
	for _, script := range []string{`echo "no JSON"`, `echo '{"models":[]}'`, `exit 1`} {
		if got, err := Catalogue(t.Context(), release(t, script), os.Environ()); err == nil || errors.Is(err, ErrNoCatalogue) {
			t.Errorf("%s: %v, %v", script, got, err)
		}
	}
}

func TestCatalogueLeavesOutWhatCannotBeAnArgument(t *testing.T) {
	bin := release(t, `cat <<'END'
{"models":[{"slug":"a\u0000b"},{"slug":"-m"},{"slug":"a\u001b[31m"},{"slug":"a\u202e"},{"slug":"good","default_reasoning_level":"\u0000",
"supported_reasoning_levels":[{"effort":"high"},{"effort":"-c"}],"upgrade":{"model":"-x"},"default_service_tier":"\n"}]}
END`)
	got, err := Catalogue(t.Context(), bin, os.Environ())
	if diff := cmp.Diff([]Model{{Slug: "good", Efforts: []string{"high"}}}, got); diff != "" || err != nil {
		t.Errorf("%v, -want +got\n%s", err, diff)
	}
}

func TestCatalogueStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Catalogue(ctx, release(t, "sleep 100"), os.Environ()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestLookupChecksAName(t *testing.T) {
	list := []Model{{Slug: "gpt-6-sol"}, {Slug: "gpt-6-luna"}, {Slug: "gpt-5.6-sol"}, {Slug: "gpt-5.5"}, {Slug: "o3"}}
	for _, tt := range []struct {
		name, slug string
		match      Match
	}{
		{"gpt-6-sol", "gpt-6-sol", MatchExact},
		{"GPT-6-Sol", "gpt-6-sol", MatchCase},
		{"gpt-6-slo", "gpt-6-sol", MatchNear},
		{"gpt6-luna", "gpt-6-luna", MatchNear},
		{"gpt-6-lunaa", "gpt-6-luna", MatchNear},
		{"gtp-5.6-sol", "gpt-5.6-sol", MatchNear},
		{"o4", "", MatchUnknown}, // a number is never a slip
		{"gpt-5.4", "", MatchUnknown},
		{"gpt-6.3-sol", "", MatchUnknown},
		{"gpt-6.5-sol", "", MatchUnknown}, // nor are two that changed places
		{"gpt-56-sol", "", MatchUnknown},
		{"gpt-5-5", "gpt-5.5", MatchNear},
		{"3o", "o3", MatchNear},
		{"opus", "", MatchUnknown},
		{"gpt-4-turbo", "", MatchUnknown},
		{"", "", MatchUnknown},
	} {
		got, match := Lookup(list, tt.name)
		if got.Slug != tt.slug || match != tt.match {
			t.Errorf("%q: %q, %s; want %q, %s", tt.name, got.Slug, match, tt.slug, tt.match)
		}
	}
}
