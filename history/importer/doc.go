// Package importer owns the way from Codex's session files into the history: it
// finds the files under CODEX_HOME/sessions, lets codex/rollout read what was added
// to each since the last time, and hands the turns to the store.
//
// It must never keep text of them, write to Codex's files, or fail because of what
// one file holds.
package importer
