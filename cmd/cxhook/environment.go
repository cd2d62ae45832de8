package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cxhook/cxhook/internal/folders"
)

// recordVariable names the file that gets a recording of the session.
const recordVariable = "CXHOOK_RECORD"

// recording is the file for this run's recording, as an absolute path; empty without one.
func recording() string {
	name := os.Getenv(recordVariable)
	if name == "" {
		return ""
	}
	if path, err := filepath.Abs(name); err == nil {
		return path
	}
	return name
}

// environment is codex's: ours, without an empty variable named codex, which the bash
// function passes so that "fg %codex" finds the job, and without the recording's name,
// lest a codex inside codex write over it.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return v == "codex=" || strings.HasPrefix(v, recordVariable+"=")
	})
}

// cacheDir holds what was learned about releases of codex.
func cacheDir() string { return folders.Cache() }
