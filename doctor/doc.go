// Package doctor finds out which model, provider and effort a Codex started
// here would use, where each comes from, and what is wrong: with the
// configuration, the environment, the shell's hook and cxhook's own settings.
//
// It reads; it never writes, sends nothing and starts no process. What only a
// process can tell (Codex's release and catalogue) is handed in.
package doctor
