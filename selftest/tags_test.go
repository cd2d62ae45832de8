//go:build !darwinlike

package selftest

// tags are those that the cxhook under test is built with.
const tags = ""
