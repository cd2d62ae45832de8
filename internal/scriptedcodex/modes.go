package scriptedcodex

import "github.com/cxhook/cxhook/internal/lazy"

// What a release writes when it takes the terminal and when it gives it back, byte for byte as recorded.
const (
	takeModern  = "\x1b[?2004h\x1b[>4;0m\x1b[>7u\x1b[?1004h\x1b[?u\x1b[?1007$p\x1b[c\x1b[6n\x1b]10;?\x1b\\\x1b]11;?\x1b\\"
	takeOld     = "\x1b[?2004h\x1b[>4;0m\x1b[>7u\x1b[?1004h\x1b[6n\x1b]10;?\x1b\\\x1b]11;?\x1b\\\x1b[?u\x1b[c"
	enterScreen = "\x1b[?2026h\x1b[?25l\x1b[?1049h\x1b[>4;0m\x1b[>7u\x1b[?1007l\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h\x1b[?25l\x1b[1;1H\x1b[J\x1b[?2026l"
	leaveScreen = "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[<1u\x1b[?1007l\x1b[?1049l"
	giveBack    = "\x1b[<1u\x1b[<u\x1b[>4;0m\x1b[?2004l\x1b[?1004l"
	askAtEnd    = "\x1b[c" // 0.171 asks once more, to swallow what the terminal still has to say
	cursorBack  = "\x1b[0 q\x1b[?25h"
	stateClear  = "\x1b]7501;state=clear\x1b\\"
	beginFrame  = "\x1b[?2026h\x1b[?25l"
	endFrame    = "\x1b[?25h\x1b[?2026l"
)

// The replies that end the wait at the start: to CSI c and to CSI 6 n.
var (
	attributesReply = lazy.Regexp(`\x1b\[\?[\d;]*c`)
	positionReply   = lazy.Regexp(`\x1b\[(\d+);(\d+)R`)
)

func (v *view) take() string {
	if v.rel.modern {
		return takeModern
	}
	return takeOld
}

func (v *view) enter() string {
	if v.alternate {
		return enterScreen
	}
	return ""
}

// leave clears the view and gives the terminal back, up to the last question.
func (v *view) leave() string {
	var p pen
	p.move(v.top, 0)
	p.WriteString("\x1b[J\x1b]0;\a")
	if v.alternate {
		p.WriteString(leaveScreen)
	}
	p.WriteString(giveBack)
	return p.String()
}
