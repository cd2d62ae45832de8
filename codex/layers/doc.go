// Package layers reads the configuration that a Codex started here would run
// with, layer by layer, and says of each value where it comes from; and it
// edits one value in one file so that nothing else in it changes.
//
// It reads files and environment only: it starts no process, sends no request
// and does not decide what is wrong with a value (package doctor does). It
// writes exactly one file, the one an Edit names, and only when Write is called.
//
// The order of the layers and the rules of trust were seen on the wire with
// Codex 0.171.0, and where 0.106.0 and 0.144.6 differ in Rules. Layers that an
// enterprise's cloud or a macOS profile adds are not read.
package layers
