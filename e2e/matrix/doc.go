// Package matrix runs cxhook over one real release of Codex, on every surface and width, against the fake API, and says for
// each what was found and what was found wrongly. scripts/matrix builds its tests, tag e2e, and makes the table in
// docs/compatibility.md of their results. It must never reach a network: the tests refuse to run where there is one.
package matrix
