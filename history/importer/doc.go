// Package importer owns the way from Codex's session files into the history: it
// finds the files under CODEX_HOME/sessions, reads what was added to each since
// the last time, and hands the turns to the store.
//
// It is the fast reader; package codex/rollout is the thorough one for a single
// session. Nearly all of a session file is prompts, answers and tool output, and
// a line of those is known by its first hundred bytes and passed over. It must
// never keep text of them, write to Codex's files, or fail because of what one
// file holds.
//
// What is said about the format was seen in files of 0.106.0, 0.144.6 and 0.171.0.
package importer
