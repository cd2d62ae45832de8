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

// letterKey is the key of a final letter in CSI 1 ; mod letter and SS3 letter.
func letterKey(c byte) (Key, bool) {
	switch c {
	case 'A':
		return Key{Name: "up"}, true
	case 'B':
		return Key{Name: "down"}, true
	case 'C':
		return Key{Name: "right"}, true
	case 'D':
		return Key{Name: "left"}, true
	case 'E':
		return Key{Name: "begin"}, true
	case 'F':
		return Key{Name: "end"}, true
	case 'H':
		return Key{Name: "home"}, true
	case 'P', 'Q', 'R', 'S':
		return Key{Name: functionKey(int(c-'P') + 1)}, true
	}
	return Key{}, false
}

// keypadKey is a key of the keypad in application mode, SS3 j to y and M.
func keypadKey(c byte) (Key, bool) {
	switch {
	case c == 'M':
		return Key{Name: "enter"}, true
	case c == 'X':
		return Key{Rune: '='}, true
	case c >= 'j' && c <= 'y':
		return Key{Rune: rune(c - 0x40)}, true
	}
	return Key{}, false
}

func functionKey(n int) string { return "f" + strconv.Itoa(n) }

// tildeKey is the name of the key CSI code ~, "" if there is none.
func tildeKey(code int) string {
	switch code {
	case 1, 7:
		return "home"
	case 2:
		return "insert"
	case 3:
		return "delete"
	case 4, 8:
		return "end"
	case 5:
		return "pageup"
	case 6:
		return "pagedown"
	case 29:
		return "menu"
	}
	switch { // the codes leave gaps after f5, f10, f14, f16
	case code >= 11 && code <= 15:
		return functionKey(code - 10)
	case code >= 17 && code <= 21:
		return functionKey(code - 11)
	case code >= 23 && code <= 26:
		return functionKey(code - 12)
	case code == 28:
		return functionKey(15)
	case code >= 31 && code <= 34:
		return functionKey(code - 14)
	}
	return ""
}

// codeKey is the key of a Unicode code in CSI u and modifyOtherKeys.
func codeKey(code int) Key {
	switch {
	case code < ' ' || code == 0x7f:
		return controlKey(byte(code))
	case code >= 57344 && code <= 63743: // kitty's private use area
		return functionalKey(code)
	}
	return Key{Rune: rune(code)}
}

// functionalKey is one of the keys kitty numbers in the private use area.
func functionalKey(code int) Key {
	const keypad = "0123456789./*-+"
	switch {
	case code >= 57358 && code <= 57360:
		return Key{Name: "lock"}
	case code == 57361:
		return Key{Name: "printscreen"}
	case code == 57362:
		return Key{Name: "pause"}
	case code == 57363:
		return Key{Name: "menu"}
	case code >= 57376 && code <= 57398:
		return Key{Name: functionKey(code - 57376 + 13)}
	case code >= 57399 && code <= 57413:
		return Key{Rune: rune(keypad[code-57399])}
	case code == 57414:
		return Key{Name: "enter"}
	case code == 57415:
		return Key{Rune: '='}
	case code == 57416:
		return Key{Rune: ','}
	case code >= 57417 && code <= 57427:
		names := [...]string{"left", "right", "up", "down", "pageup", "pagedown", "home", "end", "insert", "delete", "begin"}
		return Key{Name: names[code-57417]}
	case code >= 57428 && code <= 57440:
		return Key{Name: "media"}
	}
	return Key{Name: "modifier"}
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
