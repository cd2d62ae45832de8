// Package untrusted is the one door for files that others may have written: a repository's, another program's, another
// user's. It opens regular files only and never waits for one, bounds what is read, and bounds how deep TOML is nested
// before a parser, which follows each level by a call of its own, sees it. A test of this package holds that no other
// package opens a file for reading or parses TOML past it.
package untrusted
