//go:build e2e

package matrix

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// The environment that scripts/matrix sets.
var (
	release     = os.Getenv("CXHOOK_MATRIX_RELEASE") // "0.171.0"
	codexPath   = os.Getenv("CXHOOK_MATRIX_CODEX")   // the release's own program
	cxhookPath  = os.Getenv("CXHOOK_MATRIX_CXHOOK")
	resultsPath = os.Getenv("CXHOOK_MATRIX_RESULTS")          // gets one line of JSON for each result
	keepPath    = os.Getenv("CXHOOK_MATRIX_KEEP")             // folder that gets the recordings of runs that went wrong; may be empty
	allClasses  = os.Getenv("CXHOOK_MATRIX_CLASSES") == "all" // each class on every surface and width
	labsPath    = os.Getenv("CXHOOK_MATRIX_LABS")             // folder for the homes, not in /tmp: codex warns about that
)

// result is one cell of the matrix, or one way to go on.
type result struct {
	Release string `json:"release"`
	Surface string `json:"surface"` // tui, inline, exec, exec_json, compact; "" for a relaunch
	View    string `json:"view"`    // of compact: tui or inline
	Class   string `json:"class"`   // of the error; "" for capacity
	Width   int    `json:"width"`
	Outcome string `json:"outcome"` // detected, missed, n.a., not run; of a relaunch what it did
	// FalseAlarms counts incidents without a refusal: quoted, printed, typed, resumed, or found twice.
	FalseAlarms int    `json:"false_alarms"`
	Relaunch    string `json:"relaunch"` // switch, fork, resume; "" for a cell
	Note        string `json:"note"`
}

var results struct {
	sync.Mutex
	file *os.File
}

func record(t *testing.T, r result) {
	t.Helper()
	r.Release = release
	line, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	results.Lock()
	defer results.Unlock()
	if _, err := results.file.Write(append(line, '\n')); err != nil {
		t.Errorf("results: %v", err)
	}
}

func TestMain(m *testing.M) {
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "matrix:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// prepare refuses to run where codex could reach anything but this machine.
func prepare() (err error) {
	for _, path := range []*string{&codexPath, &cxhookPath, &resultsPath, &labsPath} {
		absolute, err := filepath.Abs(*path)
		if *path == "" || err != nil {
			return fmt.Errorf("run these tests by scripts/matrix VERSION")
		}
		*path = absolute
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
	results.file, err = os.OpenFile(resultsPath, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	return err
}
