//go:build darwinlike

package selftest

const tags = "darwinlike"
