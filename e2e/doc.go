// Package e2e runs cxhook with real releases of the Codex CLI in tmux, against the service that internal/fakeapi plays.
// What the wire said counts, not what the screen says. Each case runs on the bare codex too where the two must not
// differ.
//
// The tests carry the build tag e2e and need a network namespace with loopback only, since codex would otherwise reach
// for the Internet: scripts/e2e VERSION builds them outside and runs them inside one.
package e2e
