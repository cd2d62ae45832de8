package terminal

import "strconv"

// maxPushed bounds a stack of keyboard flags; terminals keep 8 to 16 entries.
const maxPushed = 16

// keyboard is the stack of the kitty keyboard protocol. The main and the alternate
// screen have one each.
type keyboard struct {
	base   uint8 // flags set below the first push, by CSI = flags ; how u
	pushed int
	stack  [maxPushed]uint8
}

func (k *keyboard) top() *uint8 {
	if k.pushed == 0 {
		return &k.base
	}
	return &k.stack[k.pushed-1]
}

func (k *keyboard) flags() int { return int(*k.top()) }

// change carries out CSI > flags u (push), CSI < n u (pop), CSI = flags ; how u (set).
func (k *keyboard) change(q Sequence) {
	flags := uint8(q.Param(0, 0)) & 31
	switch q.Prefix {
	case '>':
		if k.pushed == maxPushed { // the terminal drops its oldest entry too
			copy(k.stack[:], k.stack[1:])
			k.pushed--
		}
		k.pushed++
		*k.top() = flags
	case '<':
		if n := q.Count(0); n > k.pushed { // popping the last entry resets all flags
			k.pushed, k.base = 0, 0
		} else {
			k.pushed -= n
		}
	case '=':
		switch q.Param(1, 1) {
		case 1:
			*k.top() = flags
		case 2:
			*k.top() |= flags
		case 3:
			*k.top() &^= flags
		}
	}
}

func (k *keyboard) isSet() bool { return k.pushed > 0 || k.base != 0 }

func (k *keyboard) undo(b []byte) []byte {
	if k.pushed > 0 {
		b = sequence(b, "\x1b[<", k.pushed, "u")
	}
	if k.base != 0 {
		b = append(b, "\x1b[=0;1u"...)
	}
	return b
}

func (k *keyboard) reassert(b []byte) []byte {
	if k.base != 0 {
		b = sequence(b, "\x1b[=", int(k.base), ";1u")
	}
	for _, flags := range k.stack[:k.pushed] {
		b = sequence(b, "\x1b[>", int(flags), "u")
	}
	return b
}

// sequence appends a sequence with one number in it.
func sequence(b []byte, before string, n int, after string) []byte {
	b = strconv.AppendInt(append(b, before...), int64(n), 10)
	return append(b, after...)
}
