// Package selftest tries on the user's own system what no test on another can show: it runs a cxhook, given by its path,
// over small programs that stand in for codex, on pseudo-terminals with a real shell and once on the user's terminal.
//
// It shares no code with what it tests, needs neither codex nor a network, and leaves the terminal as it was, whatever the
// cxhook under test does to it.
package selftest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Options say what is tried, and where.
type Options struct {
	Cxhook   string   // the path of the cxhook under test
	Scripted string   // a shell command, to be followed by arguments, that plays the codex whose model is refused
	TTY      *os.File // the user's terminal
}

// State is what became of one check.
type State string

// The states of a check. Skipped means that this system or terminal has no way to tell.
const (
	OK      State = "ok"
	NotOK   State = "not ok"
	Skipped State = "skipped"
)

// Result is one row of the table. Its fields are those of the JSON.
type Result struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Detail string `json:"detail"` // what was seen, in English; may be empty
}

// check is one thing to try. It gives what was seen and an error if that is not as it should be.
type check struct {
	name string
	try  func(*lab) (detail string, err error)
}

// errSkip says that a check cannot be made here.
type errSkip string

func (e errSkip) Error() string { return string(e) }

// inPlace are tried on the user's terminal, one after the other; apart on terminals of their own, all at once.
var (
	inPlace = []check{
		{"foreground", (*lab).foreground}, {"answers", (*lab).answers}, {"kitty", (*lab).kitty}, {"synchronized", (*lab).synchronized},
		{"focus", (*lab).focus}, {"settings", (*lab).settings}, {"own", (*lab).own}, {"own-killed", (*lab).ownKilled},
	}
	apart = []check{
		{"name", (*lab).name}, {"bytes", (*lab).bytes}, {"output", (*lab).output}, {"status", (*lab).status}, {"end", (*lab).end},
		{"killed", (*lab).killed}, {"stop", (*lab).stop}, {"orphan", (*lab).orphan}, {"paste", (*lab).paste},
		{"relaunch", (*lab).relaunch}, {"question", (*lab).question},
	}
)

// Run makes all checks and gives their results in the order of the table. It fails only where it cannot begin. When ctx
// is done the checks that are left are not ok.
func Run(ctx context.Context, o Options) ([]Result, error) { return run(ctx, o, inPlace, apart) }

func run(ctx context.Context, o Options, inPlace, apart []check) ([]Result, error) {
	root, err := os.MkdirTemp("", "cxhook-selftest-")
	if err != nil {
		return nil, fmt.Errorf("selftest: %w", err)
	}
	defer os.RemoveAll(root)
	keep, err := hold(o.TTY)
	if err != nil {
		return nil, fmt.Errorf("selftest: the terminal: %w", err)
	}
	defer keep.giveBack()
	results := make([]Result, 0, len(inPlace)+len(apart))
	replies := &replies{}
	for _, c := range inPlace {
		results = append(results, c.result(ctx, o, root, keep, replies))
	}
	results = results[:cap(results)]
	var all sync.WaitGroup
	for i, c := range apart {
		all.Go(func() { results[len(inPlace)+i] = c.result(ctx, o, root, keep, replies) })
	}
	all.Wait()
	return results, nil
}

// checkTime bounds one check: some seconds on a busy machine, of which the longest part is a key that may not count
// before the way to the terminal is known.
const checkTime = 20 * time.Second

func (c check) result(ctx context.Context, o Options, root string, keep *held, replies *replies) Result {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	l := &lab{Options: o, ctx: ctx, dir: filepath.Join(root, c.name), keep: keep, replies: replies}
	r := Result{Name: c.name, State: OK}
	err := l.furnish()
	if err == nil {
		r.Detail, err = c.try(l)
	}
	if err != nil {
		r.State, r.Detail = NotOK, err.Error()
		if _, ok := err.(errSkip); ok {
			r.State = Skipped
		}
	}
	return r
}

// Failed reports whether a check is not ok.
func Failed(results []Result) bool {
	for _, r := range results {
		if r.State == NotOK {
			return true
		}
	}
	return false
}

// quote is for a shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
