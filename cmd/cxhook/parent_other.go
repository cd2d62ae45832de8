//go:build !linux

package main

// parentName is "": elsewhere the variable SHELL has to do.
func parentName() string { return "" }
