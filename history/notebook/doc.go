// Package notebook owns the way from Codex's session files and cxhook's journal to
// answers: it brings the history up to date, leaves the summary for runs and the
// notices for shells, and tells the statistics.
//
// It must never be used by a run or by a shell's start: it reads many files and
// opens a database.
package notebook
