// Package chaos holds the test that kills each process of a run at random moments, in
// every phase of a refusal and its cure, and looks at what is left: modes and settings
// of the terminal, processes, files. See scripts/chaos.
package chaos
