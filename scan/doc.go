// Package scan finds the configuration files of Codex below some directories
// and the models that they pin.
//
// It reads directories and files of the names it looks for, nothing else; it
// writes nothing, starts nothing and follows no symbolic link out of the
// directories it was given.
package scan
