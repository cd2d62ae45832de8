package terminal

// Handler receives what a Parser finds, in order.
type Handler interface {
	// Print receives a character of text. Malformed UTF-8 arrives as U+FFFD, once
	// for each maximal part of a character.
	Print(r rune)
	// Control receives a C0 control byte other than ESC, also one inside a
	// sequence, and a C1 control (0x80 to 0x9F) that was written as UTF-8.
	Control(b byte)
	// Escape receives ESC, an optional intermediate byte and a final byte.
	Escape(s Sequence)
	// CSI receives a control sequence, ESC [ … final.
	CSI(s Sequence)
	// OSC receives the body of an operating system command, ESC ] body, ended by
	// BEL or ESC \. The slice is valid only during the call. Bodies longer than
	// 64 KiB are dropped. DCS, APC, PM and SOS strings are swallowed.
	OSC(data []byte)
}

// asciiHandler is a Handler that takes a run of printable ASCII at once.
type asciiHandler interface{ ascii(run []byte) }

// dcsHandler is a Handler that wants to know the head of a device control string.
type dcsHandler interface{ dcs(s Sequence) }

const (
	// maxOSC bounds an OSC body: a title, a link or a clipboard write of ordinary size.
	maxOSC = 64 << 10
	// maxParams bounds the parameters of a sequence; SGR with two RGB colours takes 12.
	maxParams = 32
	// maxParam bounds a parameter: it must hold any Unicode code point (kitty keys).
	maxParam = 1 << 21
)

type state uint8

const (
	ground state = iota
	escape
	escapeIntermediate
	csiEntry
	csiParam
	csiIntermediate
	csiIgnore
	oscString
	swallowString // DCS, APC, PM, SOS
	stringEscape  // ESC inside a string: \ ends it, anything else cancels it
)

// Parser is the state machine of ECMA-48 as the VT500 family implements it, with
// UTF-8. Any split of the bytes into writes gives the same calls, except that
// runs of text may be cut differently. Its zero value is ready. It is not safe for
// concurrent use.
type Parser struct {
	state state

	// An unfinished UTF-8 character: the bits so far, the bytes still needed, and
	// the range allowed for the next one.
	r      rune
	need   uint8
	lo, hi byte

	prefix, intermediate byte
	params               [maxParams]int32
	n                    int // parameters begun
	sub                  uint32
	surplus              bool // more than maxParams: the rest is ignored
	device               bool // the sequence being read is a DCS head, not a CSI

	osc      []byte
	inOSC    bool // the string being read is an OSC
	overlong bool // the OSC outgrew maxOSC and will be dropped
}

// Ground reports whether the parser stands between sequences and characters.
func (p *Parser) Ground() bool { return p.state == ground && p.need == 0 }

// Write reads b and calls h for everything completed by it.
func (p *Parser) Write(b []byte, h Handler) {
	runs, _ := h.(asciiHandler)
	for len(b) > 0 {
		if p.state == ground {
			b = b[p.text(b, h, runs):]
		} else {
			b = b[p.sequence(b, h):]
		}
	}
}
