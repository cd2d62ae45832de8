package scriptedcodex

import (
	"bytes"
	"regexp"
	"unicode"
	"unicode/utf8"

	"github.com/cxhook/cxhook/internal/lazy"
)

// keyKind is what the view does with a piece of input.
type keyKind int

const (
	keyText keyKind = iota // a character or a whole paste goes into the composer
	keyEnter
	keyBackspace
	keyEscape
	keyInterrupt // Ctrl-C
	keySuspend   // Ctrl-Z
	keyIgnored   // a reply of the terminal, a mouse event, a key that is not played
)

type key struct {
	kind keyKind
	text string
}

var (
	pasteStart, pasteEnd = []byte("\x1b[200~"), []byte("\x1b[201~")
	controlSequence      = lazy.Regexp(`^\x1b\[[0-?]*[ -/]*[@-~]`)
	stringSequence       = lazy.Regexp(`^\x1b[\]P_^X][^\x07\x1b]*(\x07|\x1b\\)`)
	singleShift          = lazy.Regexp(`^\x1bO.`)
	kittyKeys            = map[string]keyKind{
		"\x1b[13u": keyEnter, "\x1b[127u": keyBackspace, "\x1b[27u": keyEscape, "\x1b[99;5u": keyInterrupt, "\x1b[122;5u": keySuspend,
	}
	controlKeys = map[byte]keyKind{'\r': keyEnter, 0x7f: keyBackspace, 0x08: keyBackspace, 0x03: keyInterrupt, 0x1a: keySuspend}
)

// nextKey takes one key off the front of in. It reports false when in is empty or ends inside a sequence; with flush
// set an unfinished sequence is taken as it is, a lone ESC being the Escape key.
func nextKey(in []byte, flush bool) (k key, rest []byte, ok bool) {
	switch {
	case len(in) == 0:
		return key{}, in, false
	case bytes.HasPrefix(in, pasteStart):
		body, after, whole := bytes.Cut(in[len(pasteStart):], pasteEnd)
		if !whole && !flush {
			return key{}, in, false
		}
		return key{keyText, string(body)}, after, true
	case in[0] == 0x1b:
		return nextSequence(in, flush)
	case in[0] < 0x20 || in[0] == 0x7f:
		kind, known := controlKeys[in[0]]
		if !known {
			kind = keyIgnored
		}
		return key{kind: kind}, in[1:], true
	case !utf8.FullRune(in) && !flush:
		return key{}, in, false
	}
	r, n := utf8.DecodeRune(in)
	if !unicode.IsPrint(r) {
		return key{kind: keyIgnored}, in[n:], true
	}
	return key{keyText, string(r)}, in[n:], true
}

func nextSequence(in []byte, flush bool) (k key, rest []byte, ok bool) {
	for _, form := range []*regexp.Regexp{controlSequence(), stringSequence(), singleShift()} {
		if found := form.Find(in); found != nil {
			kind, known := kittyKeys[string(found)]
			if !known {
				kind = keyIgnored
			}
			return key{kind: kind}, in[len(found):], true
		}
	}
	if !flush {
		return key{}, in, false
	}
	if len(in) == 1 {
		return key{kind: keyEscape}, nil, true
	}
	return key{kind: keyIgnored}, nil, true
}
