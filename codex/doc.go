// Package codex knows the Codex CLI: where its binary is, how it reads its
// arguments, which models it lists, and how an interrupted conversation is
// carried over to another model (a Plan, as data).
//
// It starts Codex only to ask it for its help or its catalogue. It never
// runs a conversation, draws nothing, writes nothing into CODEX_HOME, and
// never sends a request to a model; carrying a plan out is the caller's.
//
// Facts about Codex name the release they were seen on. "Every release"
// means 0.106.0, 0.144.6 and 0.171.0.
package codex
