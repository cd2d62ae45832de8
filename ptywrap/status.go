package ptywrap

import "syscall"

// change is what wait4 tells of a process.
type change struct {
	state  changeState
	signal syscall.Signal // that stopped it
}

type changeState int

const (
	ended changeState = iota
	stopped
	continued
)

// changeOf decodes a status of wait4. syscall.WaitStatus does not do it for XNU: there it
// takes a stop by SIGSTOP for a continuation, and a continuation for a stop. Linux tells
// of one as 0xffff, XNU as of a stop by SIGCONT, whose number cont is.
func changeOf(status uint32, cont syscall.Signal) change {
	signal := syscall.Signal(status >> 8 & 0xff)
	switch {
	case status == 0xffff, status&0xff == 0x7f && signal == cont:
		return change{state: continued}
	case status&0xff == 0x7f:
		return change{stopped, signal}
	}
	return change{state: ended}
}
