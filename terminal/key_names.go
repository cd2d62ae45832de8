package terminal

import "strconv"

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
