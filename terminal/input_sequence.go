package terminal

import "bytes"

// str reads an OSC, DCS or APC string from its ESC on. What no reply begins with is
// Alt with a key.
func (in *Input) str(data []byte, final bool) (Event, int) {
	switch {
	case len(data) == 2 && !final:
		return Event{}, 0
	case len(data) == 2 || !beginsReply(data[1], data[2]):
		return altKey(data, final)
	}
	return in.stringFrom(data, 2, final)
}

// stringFrom reads a string whose body goes on at data[from]; from is 0 if its begin
// has been given out. Another control, or an ESC without \, cuts it off.
func (in *Input) stringFrom(data []byte, from int, final bool) (Event, int) {
	n, ended := stringEndAt(data, from)
	perhapsEnding := n == len(data)-1 && data[n] == 0x1b
	switch {
	case ended:
		in.inside = nothing
		return reply(n)
	case perhapsEnding && final:
		in.inside = aStringEnd
		return reply(len(data))
	case n == len(data) || perhapsEnding:
		if n == 0 || from > 0 && !final && n <= maxHeld {
			return Event{}, 0
		}
		in.inside = aString
		return reply(n)
	}
	in.inside = nothing
	if n == 0 {
		return in.next(data, final)
	}
	return reply(n)
}

// beginsReply reports whether a string introduced by ESC intro can be a reply that
// goes on with c: a number for OSC, parameters or a marker for DCS, G for kitty
// graphics.
func beginsReply(intro, c byte) bool {
	switch intro {
	case ']':
		return c >= '0' && c <= '9' || c == 'l' || c == 'L'
	case 'P':
		return c >= '0' && c <= '9' || bytes.IndexByte([]byte("$+>!="), c) >= 0
	}
	return c == 'G'
}

// stringEndAt looks from i on for the end of a string: BEL, or ESC \. If another
// control comes first it returns its index and false; if nothing ends it, len(data).
func stringEndAt(data []byte, i int) (n int, ended bool) {
	for ; i < len(data); i++ {
		switch c := data[i]; {
		case c == 0x07:
			return i + 1, true
		case c == 0x1b && i+1 < len(data) && data[i+1] == '\\':
			return i + 2, true
		case c < ' ':
			return i, false
		}
	}
	return i, false
}

// control reads a control sequence from its ESC on.
func (in *Input) control(data []byte, final bool) (Event, int) {
	i := parametersEnd(data, 2)
	if i == len(data) {
		switch {
		case final && i == 2:
			return altKey(data, final)
		case final || i > maxControl:
			in.inside = aControl
			return reply(i)
		}
		return Event{}, 0
	}
	c, n := data[i], i+1
	switch {
	case c < '@' || c > '~': // no final byte: the sequence was cut off
		if i == 2 {
			return altKey(data, final)
		}
		return reply(i)
	case i == 2 && (c == 'M' || c == '['):
		return in.oldControl(data, final)
	case bytes.Equal(data[:n], pasteStart):
		return in.paste(data, n, final)
	}
	return interpret(data[:n]), n
}

func parametersEnd(data []byte, i int) int {
	for i < len(data) && data[i] >= ' ' && data[i] < '@' {
		i++
	}
	return i
}

// oldControl reads the two sequences that go on after their final byte: X10 mouse
// reports, ESC [ M and three bytes, and the Linux console's F1 to F5, ESC [ [ A to E.
func (in *Input) oldControl(data []byte, final bool) (Event, int) {
	const mouse, function = 6, 4
	if data[2] == 'M' {
		switch {
		case len(data) >= mouse:
			return Event{Kind: KindMouse}, mouse
		case final:
			in.inside, in.missing = aMouse, mouse-len(data)
			return reply(len(data))
		}
		return Event{}, 0
	}
	switch {
	case len(data) >= function && data[3] >= 'A' && data[3] <= 'E':
		return key(Key{Name: functionKey(int(data[3]-'A') + 1)}), function
	case len(data) >= function || final:
		return altKey(data, final)
	}
	return Event{}, 0
}

// restOfMouse gives out the rest of a mouse report whose begin has been given out: its
// bytes are numbers from 32 on, which look like keys. It returns 0 if the data does not
// go on with one.
func (in *Input) restOfMouse(data []byte) (Event, int) {
	n := 0
	for n < min(len(data), in.missing) && data[n] >= ' ' {
		n++
	}
	if in.missing -= n; in.missing == 0 || n < len(data) {
		in.inside = nothing
	}
	return reply(n)
}

// restOfControl gives out the rest of a control sequence whose begin has been given
// out. It returns 0 if the data does not go on with one.
func (in *Input) restOfControl(data []byte) (Event, int) {
	n := parametersEnd(data, 0)
	if n == len(data) {
		return reply(n)
	}
	in.inside = nothing
	if data[n] >= '@' && data[n] <= '~' {
		n++
	}
	return reply(n)
}

// paste reads a bracketed paste whose text goes on at data[from]; from is 0 if its
// begin has been given out.
func (in *Input) paste(data []byte, from int, final bool) (Event, int) {
	if rest := pasteEnd[in.ended:]; in.ended > 0 {
		switch {
		case bytes.HasPrefix(data, rest):
			in.inside, in.ended = nothing, 0
			return Event{Kind: KindPaste}, len(rest)
		case bytes.HasPrefix(rest, data):
			if !final {
				return Event{}, 0
			}
			in.ended += len(data)
			return Event{Kind: KindPaste}, len(data)
		}
		in.ended = 0
	}
	if i := bytes.Index(data[from:], pasteEnd); i >= 0 {
		in.inside = nothing
		return Event{Kind: KindPaste}, from + i + len(pasteEnd)
	}
	ending := suffixOf(data[from:], pasteEnd)
	switch {
	case final:
		in.inside, in.ended = aPaste, ending
		return Event{Kind: KindPaste}, len(data)
	case len(data) > maxHeld:
		in.inside = aPaste
		return Event{Kind: KindPaste}, len(data) - ending
	}
	return Event{}, 0
}

// suffixOf returns the length of the longest end of data that mark begins with.
func suffixOf(data, mark []byte) int {
	for n := min(len(data), len(mark)-1); n > 0; n-- {
		if bytes.HasSuffix(data, mark[:n]) {
			return n
		}
	}
	return 0
}
