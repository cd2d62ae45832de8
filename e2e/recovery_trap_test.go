//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// notTakenIsSaid: the same resume again keeps the old model as long as the daemon holds the session.
func notTakenIsSaid(t *testing.T) {
	l := newLab(t, options{models: map[string]fakeapi.Script{crowded: {{Kind: fakeapi.OK}, {Kind: fakeapi.Capacity}}}})
	s := l.wrapped()
	s.line("codex hello")
	id := l.turnOn(crowded).Thread
	s.see("• Done")
	s.quit()
	s.line("clear; codex resume " + id + " again")
	s.bar(crowded, firstAlt)
	s.settle()
	s.key("C-c")
	s.shell()
	s.line("clear; cxhook again " + firstAlt)
	if r := l.turnAfter(2); r.Model != crowded {
		t.Fatalf("codex took %s: this release needs the warning no more", r.Model)
	}
	s.seeAny("STILL ON " + crowded)
}

// heldStartsOver: to start over what the daemon holds would keep the old model, or be shut out.
func heldStartsOver(t *testing.T) {
	l := newLab(t, options{models: servedOnce})
	s := l.wrapped()
	s.line("codex hello")
	id := l.turnOn(crowded).Thread
	s.see("• Done")
	s.quit()
	s.line("clear; codex resume " + id + " again")
	s.answer("f", crowded, firstAlt)
	if r := l.turnOn(firstAlt); !r.Says("user", "hello") || !r.Says("user", "again") {
		t.Errorf("the request to %s lost the conversation: %s", firstAlt, said(r))
	}
	s.seeAny("now on " + firstAlt)
}

// questionIsLeft: codex asks before it uses a model that it would replace. cxhook answers that question beforehand when
// it knows of it; here the catalogue, which tells, comes too late.
func questionIsLeft(t *testing.T) {
	l := newLab(t, options{})
	l.slowCatalogue("60")
	l.write("x/cxhook/config.toml", "models = [\""+migrating+"\"]\n"+relaunch+"\n")
	file := filepath.Join(l.codex, "config.toml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	l.write("c/config.toml", strings.Replace(string(text), "migrations]\n", "migrations]\n\"other\" = \"other\"\n", 1))
	s := l.wrapped()
	s.line("codex hello")
	s.answer("1", crowded, migrating)
	s.seeAny("codex asks something before it goes on")
	s.settle()
	if n := l.turns(crowded); n != len(l.asked()) {
		t.Errorf("cxhook answered: %s", l.wire())
	}
	s.key("Down") // "Use existing model"
	s.key("Enter")
	l.turnOn(migrating)
}

// migrating is a model that codex would replace by a newer one.
const migrating = "gpt-5.6-terra"
