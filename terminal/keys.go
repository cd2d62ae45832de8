package terminal

import "strconv"

// interpret tells what a whole control sequence from a terminal is.
func interpret(data []byte) Event {
	r := keyReader{Event{Kind: KindReply}}
	var p Parser
	p.Write(data, &r)
	return r.event
}

// singleShift reads SS3: ESC O, perhaps modifiers as xterm wrote them once, and a
// letter. ESC O alone is Alt with a capital O.
func singleShift(data []byte, final bool) (Event, int) {
	i := 2
	for i < len(data) && data[i] >= '0' && data[i] <= '9' && i < 4 {
		i++
	}
	if i == len(data) && !final {
		return Event{}, 0
	}
	if i < len(data) {
		if k, ok := letterKey(data[i]); ok {
			m, _ := strconv.Atoi(string(data[2:i]))
			k.Mod |= modifiers(m)
			return key(k), i + 1
		}
		if k, ok := keypadKey(data[i]); ok && i == 2 {
			return key(k), i + 1
		}
	}
	return altKey(data, final)
}

// modifiers decodes a modifier parameter: 1 plus a bit for each key.
func modifiers(v int) Mod { return Mod((max(v, 1) - 1) & 0x3f) }

// keyReader turns one control sequence into an event.
type keyReader struct{ event Event }

// Print implements Handler.
func (r *keyReader) Print(rune) {}

// Control implements Handler.
func (r *keyReader) Control(byte) {}

// Escape implements Handler.
func (r *keyReader) Escape(Sequence) {}

// OSC implements Handler.
func (r *keyReader) OSC([]byte) {}

// CSI implements Handler.
func (r *keyReader) CSI(q Sequence) {
	switch {
	case q.is('<', 0, 'M'), q.is('<', 0, 'm'), q.is(0, 0, 'M') && q.Len() >= 3:
		r.event = Event{Kind: KindMouse}
	case q.Prefix != 0 || q.Intermediate != 0:
	case (q.Final == 'I' || q.Final == 'O') && q.Len() == 0:
		r.event = Event{Kind: KindFocus}
	case q.Final == 'u' && q.Len() > 0:
		r.event = key(kittyKey(q))
	case q.Final == '~':
		r.tilde(q)
	case q.Final == 'Z':
		k := modified(Key{Name: "tab"}, q)
		k.Mod |= Shift
		r.event = key(k)
	case q.Final == 'R' && q.Len() > 0: // a cursor position, not F3 with a modifier
	default:
		if k, ok := letterKey(q.Final); ok && q.Param(0, 1) <= 1 {
			r.event = key(modified(k, q))
		}
	}
}

// tilde reads CSI code ; mod ~ and modifyOtherKeys, CSI 27 ; mod ; code ~.
func (r *keyReader) tilde(q Sequence) {
	code := q.Param(0, 0)
	if code == 27 && q.Len() >= 3 {
		r.event = key(modified(codeKey(q.Param(field(q, 2), 0)), q))
	} else if name := tildeKey(code); name != "" {
		r.event = key(modified(Key{Name: name}, q))
	}
}

// kittyKey reads CSI code : shifted : base ; mod : action ; text u.
func kittyKey(q Sequence) Key {
	k := modified(codeKey(q.Param(0, 0)), q)
	if k.Name != "" {
		return k
	}
	if text := q.Param(field(q, 2), 0); text >= ' ' {
		k.Rune = rune(text)
	} else if q.Sub(1) && k.Mod&Shift != 0 {
		k.Rune = rune(q.Param(1, int(k.Rune)))
	}
	return k
}

// modified adds the modifiers and the action of the second field.
func modified(k Key, q Sequence) Key {
	i := field(q, 1)
	k.Mod |= modifiers(q.Param(i, 1))
	if q.Sub(i + 1) {
		switch q.Param(i+1, 1) {
		case 2:
			k.Action = Repeat
		case 3:
			k.Action = Release
		}
	}
	return k
}

// field returns the index of the parameter that begins field n, sub-parameters not
// counted.
func field(q Sequence, n int) int {
	i := 0
	for ; n > 0 && i < q.Len(); n-- {
		for i++; q.Sub(i); i++ {
		}
	}
	return i
}
