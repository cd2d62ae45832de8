package console

import (
	"fmt"
	"os"
	"time"

	"github.com/cxhook/cxhook/terminal"
)

// answerer answers queries, with the replies of an xterm with the kitty keyboard.
type answerer struct {
	master *os.File
	screen *terminal.Screen
	delay  time.Duration
	parser terminal.Parser
	modes  terminal.Modes
}

func newAnswerer(master *os.File, screen *terminal.Screen, delay time.Duration) *answerer {
	return &answerer{master: master, screen: screen, delay: delay}
}

// write shows b and answers its queries, each with the screen as it then is.
func (a *answerer) write(b []byte) {
	for i := range b {
		a.screen.Write(b[i : i+1])
		a.modes.Write(b[i : i+1])
		a.parser.Write(b[i:i+1], a)
	}
}

func (a *answerer) reply(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	send := func() { _, _ = a.master.WriteString(s) } // fails only once the test has closed it
	if a.delay > 0 {
		time.AfterFunc(a.delay, send)
		return
	}
	send()
}

// Print implements terminal.Handler.
func (a *answerer) Print(rune) {}

// Control implements terminal.Handler.
func (a *answerer) Control(byte) {}

// Escape implements terminal.Handler.
func (a *answerer) Escape(terminal.Sequence) {}

// CSI implements terminal.Handler.
func (a *answerer) CSI(s terminal.Sequence) {
	switch [3]byte{s.Prefix, s.Intermediate, s.Final} {
	case [3]byte{0, 0, 'c'}: // DA1
		a.reply("\x1b[?62;22c")
	case [3]byte{0, 0, 'n'}: // DSR: 6 is CPR
		if s.Param(0, 0) == 6 {
			row, col, _ := a.screen.Cursor()
			a.reply("\x1b[%d;%dR", row+1, col+1)
		}
	case [3]byte{'?', 0, 'u'}: // kitty keyboard flags
		a.reply("\x1b[?%du", a.modes.KittyFlags())
	case [3]byte{'?', '$', 'p'}: // DECRQM: everything is reset
		a.reply("\x1b[?%d;2$y", s.Param(0, 0))
	case [3]byte{'>', 0, 'q'}: // XTVERSION
		a.reply("\x1bP>|console\x1b\\")
	}
}

// OSC implements terminal.Handler.
func (a *answerer) OSC(data []byte) {
	switch string(data) {
	case "10;?": // foreground
		a.reply("\x1b]10;rgb:ffff/ffff/ffff\x1b\\")
	case "11;?": // background
		a.reply("\x1b]11;rgb:0000/0000/0000\x1b\\")
	}
}
