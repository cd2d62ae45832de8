package terminal

import (
	"bytes"
	"strconv"
)

// OSC implements Handler.
func (r *modeReader) OSC(data []byte) {
	m := (*Modes)(r)
	m.stale = true
	head, rest, _ := bytes.Cut(data, []byte{';'})
	code, err := strconv.ParseUint(string(head), 10, 16)
	if err != nil {
		return
	}
	switch {
	case code <= 2:
		m.title.set(int(code), rest)
	case code == 4:
		m.setPalette(rest)
	case code == 8:
		_, address, _ := bytes.Cut(rest, []byte{';'})
		m.linked = len(address) > 0
	case code == 9:
		if state, ok := bytes.CutPrefix(rest, []byte("4;")); ok {
			m.progress = !bytes.HasPrefix(state, []byte("0"))
		}
	case code >= 10 && code <= 19:
		m.setColors(int(code), rest)
	case code == 52:
		if bytes.HasSuffix(rest, []byte(";?")) {
			m.asked++
		}
	case code == 104:
		m.palette = m.palette && len(rest) > 0
	case code >= 110 && code <= 119:
		m.colors &^= 1 << (code - 110)
	case code == 7501:
		m.session.set(rest)
	}
}

// setColors reads OSC 10 to 19; further values go to the following codes.
func (m *Modes) setColors(code int, rest []byte) {
	for v := range bytes.SplitSeq(rest, []byte{';'}) {
		switch {
		case code > 19:
			return
		case string(v) == "?":
			m.asked++
		case len(v) > 0:
			m.colors |= 1 << (code - 10)
		}
		code++
	}
}

// setPalette reads OSC 4 ; index ; colour …
func (m *Modes) setPalette(rest []byte) {
	odd := false
	for v := range bytes.SplitSeq(rest, []byte{';'}) {
		switch {
		case !odd:
		case string(v) == "?":
			m.asked++
		default:
			m.palette = true
		}
		odd = !odd
	}
}
