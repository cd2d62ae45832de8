//go:build e2e

package e2e

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/internal/realcodex"
)

// The environment that scripts/e2e sets.
var (
	release     = os.Getenv("CXHOOK_E2E_RELEASE") // "0.171.0"
	codexPath   = os.Getenv("CXHOOK_E2E_CODEX")   // npm's launcher of that release
	programPath string                            // what that starts
	cxhookPath  = os.Getenv("CXHOOK_E2E_CXHOOK")
	glyph       = map[string]string{"0.106.0": "⚠", "0.130.0": "⚠", "0.144.6": "⚠", "0.155.1": "⚠", "0.163.0": "■", "0.171.0": "■"}[release]
	errorsTwice = release != "0.106.0" // exec prints the error again at the end
)

// newest is the release on which what does not depend on the release is tried, and no other.
const newest = "0.171.0"

// capacity is the sentence that Codex makes of the service's refusal.
const capacity = "Selected model is at capacity. Please try a different model."

// The models of every case: the one that codex is configured with and the candidates that cxhook is.
const (
	crowded  = "gpt-5.6-sol"
	firstAlt = "gpt-6-sol"
	otherAlt = "gpt-6-luna"
)

func TestMain(m *testing.M) {
	if policy := os.Getenv(playsUnattended); policy != "" {
		os.Exit(unattended(config.Policy(policy)))
	}
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// prepare refuses to run where codex could reach anything but this machine.
func prepare() error {
	for _, path := range []*string{&codexPath, &cxhookPath} {
		absolute, err := filepath.Abs(*path)
		if *path == "" || err != nil {
			return fmt.Errorf("run these tests by scripts/e2e VERSION")
		}
		*path = absolute
	}
	var err error
	if programPath, err = realcodex.Program(codexPath); err != nil {
		return err
	}
	if glyph == "" {
		return fmt.Errorf("no facts about release %q here", release)
	}
	interfaces, err := net.Interfaces()
	if err != nil {
		return err
	}
	for _, i := range interfaces {
		if i.Flags&net.FlagLoopback == 0 && i.Flags&net.FlagUp != 0 {
			return fmt.Errorf("the interface %s is up: not in a namespace of its own", i.Name)
		}
	}
	return loopbackUp()
}
