//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// scripted makes a codex of the scripted one that the binary carries.
func (b *bench) scripted() (path string, err error) {
	path = filepath.Join(b.dir, "codex-scripted")
	script := fmt.Sprintf("#!/bin/sh\nCXHOOK_SCRIPTED_CODEX=1 CXHOOK_SCRIPTED_REFUSE=gpt-5.6-sol CXHOOK_SCRIPTED_TURN=50ms exec %s \"$@\"\n", b.cxhook)
	return path, os.WriteFile(path, []byte(script), 0o700)
}

// The end of codex's frame with the error, and the begin of what is drawn over it:
// DECSC, which no release of codex uses.
const (
	refusal = "Please try a different model."
	bar     = "\x1b7"
)

// prompt measures from the last byte of the error, as the terminal gets it, to the bar.
func (b *bench) prompt(runs int) ([]time.Duration, error) {
	codex, err := b.scripted()
	if err != nil {
		return nil, err
	}
	var times []time.Duration
	for range runs {
		d, err := b.promptOnce(codex)
		if err != nil {
			return nil, err
		}
		times = append(times, d)
	}
	return times, nil
}

func (b *bench) promptOnce(codex string) (time.Duration, error) {
	s, err := start(b.env, []string{b.cxhook, "run", "--codex", codex, "--", "make the parser accept empty input"})
	if err != nil {
		return 0, err
	}
	defer s.end()
	// The replies that codex waits for at its start.
	if err := s.write("\x1b[?62;22c\x1b[1;1R"); err != nil {
		return 0, err
	}
	var seen []byte
	var last time.Time // of codex's bytes
	for deadline := time.Now().Add(patience); ; {
		b, at, err := s.read()
		if err != nil || at.After(deadline) {
			return 0, fmt.Errorf("no bar came: %w", err)
		}
		seen = append(seen, b...)
		at0 := bytes.Index(seen, []byte(refusal))
		if at0 >= 0 && bytes.Contains(seen[at0:], []byte(bar)) {
			if last.IsZero() {
				last = at // one read had both
			}
			return at.Sub(last), nil
		}
		last = at
	}
}
