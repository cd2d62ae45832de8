package console

import (
	"fmt"
	"io"
	"time"

	"github.com/cxhook/cxhook/terminal"
)

// answerer answers queries, with the replies of an xterm with the kitty keyboard.
type answerer struct {
	screen  *terminal.Screen
	delay   time.Duration
	replies chan reply
	parser  terminal.Parser
	modes   terminal.Modes
}

// reply is what the terminal sends at a certain time.
type reply struct {
	at   time.Time
	text string
}

// maxReplies is how many replies may wait: more than any program asks at once.
const maxReplies = 1 << 10

func newAnswerer(screen *terminal.Screen, delay time.Duration) *answerer {
	return &answerer{screen: screen, delay: delay, replies: make(chan reply, maxReplies)}
}

// send passes the replies on, in order. It ends when there can be no more.
func (a *answerer) send(master io.StringWriter, sent func()) {
	for r := range a.replies {
		time.Sleep(time.Until(r.at))
		_, _ = master.WriteString(r.text) // fails only once the test has closed it
		sent()
	}
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
	a.replies <- reply{time.Now().Add(a.delay), fmt.Sprintf(format, args...)}
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
