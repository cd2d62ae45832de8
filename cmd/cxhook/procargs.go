//go:build darwin || darwinlike

package main

import "bytes"

// firstArgument is argv[0] in what XNU tells as kern.procargs2: how many arguments there
// are, four bytes; the path that was executed; zeros; the arguments, each ended by a zero.
func firstArgument(args []byte) string {
	if len(args) < 4 {
		return ""
	}
	_, rest, _ := bytes.Cut(args[4:], []byte{0})
	name, _, _ := bytes.Cut(bytes.TrimLeft(rest, "\x00"), []byte{0})
	return string(name)
}
