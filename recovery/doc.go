// Package recovery owns the way of an incident: it watches one codex after the
// other on the user's terminal, offers the bar when one is refused, carries the
// user's choice out, and says what came of it.
//
// One goroutine owns everything here. It reads events that ptywrap has already
// shown to the user, so nothing in this package can delay or change a byte of
// codex; if it fails, codex goes on without it. Unattended is the exception: there
// codex's bytes go through pipes of ours, shown before they are looked at.
//
// It must never switch, retry or write without a key pressed for it, unless the
// policy says so, and must never ask codex to quit before the plan for what
// follows is complete.
package recovery
