//go:build !linux

package main

// parentOf is not known here: a script that calls cxhook is recognised where it was
// executed directly.
func parentOf(int) string { return "" }

// parentName is "": elsewhere the variable SHELL has to do.
func parentName() string { return "" }
