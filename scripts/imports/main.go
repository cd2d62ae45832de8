// Command imports holds the direction of the project's imports. It reads the packages of this module with go list and
// fails, naming the import, when a package imports one that its rule does not allow, or has no rule.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

const module = "github.com/cxhook/cxhook"

// rules gives, for each package, the packages of this module that its code (tests apart) may import. A name that ends
// in "/..." stands for the package and those below it. The first rule that fits a package counts.
var rules = []struct {
	pkg     string
	imports []string
}{
	{"terminal", nil},
	{"shellinit", []string{"internal/lazy"}},
	{"cast", nil},
	{"config", []string{"internal/folders", "internal/untrusted", "internal/environ", "internal/spelling", "lang"}},
	{"lang", []string{"internal/environ"}},
	{"history", []string{"internal/folders", "internal/untrusted", "history/journal", "lang"}},
	{"history/journal", []string{"internal/folders", "internal/untrusted"}},
	{"history/pacing", []string{"internal/folders", "internal/untrusted", "history/journal"}},
	{"history/forecast", []string{"internal/folders", "internal/untrusted", "lang"}},
	{"history/importer", []string{"codex/rollout", "history", "history/journal", "matcher"}}, // which says what an error means
	{"history/notebook", []string{"history/...", "shellinit"}},                               // the form of the notices that a prompt shows
	{"report", []string{"history/...", "lang", "terminal"}},
	{"matcher", []string{"internal/lazy", "lang", "terminal"}},
	{"matcher/launched", []string{"codex", "matcher"}},
	{"matcher/replay", []string{"cast", "codex", "matcher", "matcher/launched"}},
	{"prompt", []string{"lang", "terminal"}},
	{"ptywrap", []string{"terminal"}},
	{"codex/rollout", []string{"internal/untrusted", "internal/environ", "lang"}},
	{"codex/appserver", nil},
	{"codex", []string{"internal/untrusted", "codex/rollout", "internal/lazy", "internal/spelling", "lang"}},
	{"codex/layers", []string{"internal/untrusted", "codex", "internal/lazy", "lang"}},
	{"doctor", []string{"internal/untrusted", "codex", "codex/layers", "config", "internal/environ", "internal/lazy", "lang", "terminal"}},
	{"scan", []string{"internal/untrusted", "codex", "codex/layers", "lang"}},
	{"recovery", []string{
		"cast", "codex", "codex/appserver", "codex/layers", "codex/rollout", "config", "lang", "matcher", "matcher/launched", "prompt", "ptywrap",
		"recovery/incident", "terminal", "internal/logged", "internal/untrusted", "history/forecast", "history/journal", "history/pacing", // never the database
	}},
	{"recovery/incident", []string{"config"}},
	{"selftest", nil}, // it tests the others from outside
	{"demo", []string{"codex", "config", "internal/scriptedcodex", "lang", "prompt", "ptywrap", "recovery", "terminal"}},
	{"cmd/cxhook", []string{"..."}},
	{"cmd/cxhook/early", []string{"history/forecast", "ptywrap", "shellinit"}},
	{"internal/console", []string{"terminal"}},
	{"internal/output", []string{"internal/lazy", "terminal"}},
	{"internal/scriptedcodex", []string{"internal/lazy"}},
	{"internal/fakeapi/serve", []string{"internal/fakeapi"}},
	{"internal/...", nil},
	{"e2e/...", nil}, // its code is tests alone
	{"scripts/svg", []string{"terminal"}},
	{"scripts/errors", []string{"matcher", "recovery"}},
	{"scripts/...", nil},
}

// listed is what go list says of one package.
type listed struct {
	ImportPath string
	Imports    []string
}

func main() {
	for _, system := range []string{"linux", "darwin"} {
		packages, err := list(system)
		if err != nil {
			fmt.Fprintln(os.Stderr, "imports:", err)
			os.Exit(1)
		}
		if faults := check(packages); len(faults) > 0 {
			fmt.Fprintln(os.Stderr, strings.Join(faults, "\n"))
			os.Exit(1)
		}
	}
}

func list(system string) (packages []listed, err error) {
	command := exec.Command("go", "list", "-json=ImportPath,Imports", module+"/...")
	command.Env = append(os.Environ(), "GOOS="+system)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// check names every import that no rule allows.
func check(packages []listed) (faults []string) {
	for _, p := range packages {
		name, _ := own(p.ImportPath)
		allowed, found := rule(name)
		if !found {
			faults = append(faults, fmt.Sprintf("%s has no rule in scripts/imports", name))
			continue
		}
		for _, path := range p.Imports {
			if imported, ours := own(path); ours && !fits(imported, allowed...) {
				faults = append(faults, fmt.Sprintf("%s must not import %s", name, imported))
			}
		}
	}
	return faults
}

// own cuts the module's path off and reports whether it was there.
func own(path string) (string, bool) { return strings.CutPrefix(path, module+"/") }

func rule(name string) (imports []string, found bool) {
	for _, r := range rules {
		if fits(name, r.pkg) {
			return r.imports, true
		}
	}
	return nil, false
}

func fits(name string, patterns ...string) bool {
	for _, p := range patterns {
		tree, below := strings.CutSuffix(p, "...")
		if name == p || below && strings.HasPrefix(name+"/", tree) {
			return true
		}
	}
	return false
}
