// Package terminal knows what bytes mean to a terminal.
//
// It owns four models, each fed with bytes and free of I/O: [Parser] splits a
// stream into text, controls and sequences; [Modes] remembers what a program has
// set on its terminal and how to undo it; [Screen] is what the terminal shows;
// [Input] splits what the terminal sends into keys, pastes and replies.
//
// It must never write to a terminal, start a goroutine, or panic on any input, and
// every buffer it keeps is bounded. How the bytes were cut into writes never
// changes a result.
package terminal
