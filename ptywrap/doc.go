// Package ptywrap puts a pseudo-terminal between the user's terminal and one
// program at a time, and gives the user's terminal back whatever happens.
//
// It owns the user's terminal (Terminal: its settings and every byte written to
// it), the program and the monitor process above it (Child), programs that only print
// and need no monitor (Follower), and what an
// observer is told about them (Queue). Three processes take part:
//
//	front    the caller of this package, in the user's job
//	monitor  the same binary started again (see MonitorName), leader of the
//	         pseudo-terminal's session; it exists so that the program's process
//	         group is not orphaned, which makes job control work, and so that
//	         the terminal is put right after a kill -9 of the front
//	program  in its own process group, in the foreground of the session
//
// One thing differs from a bare run and cannot be had: keys that the program was
// given and never read before its end belong to the pseudo-terminal, and go with it;
// bare, the shell would read them. There is no way to put keys back into a terminal.
// What is read of the user's terminal after the program's end is kept for the next
// program, or left unread for the shell.
//
// The package knows nothing about the program it runs. It must never change,
// delay or reorder a byte in either direction for the sake of an observer, never
// send a query to the terminal, and never leave a process or a terminal mode of
// the program behind.
package ptywrap
