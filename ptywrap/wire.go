package ptywrap

import (
	"encoding/binary"
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

// A message between front and monitor: one byte that says what it is, four that
// count the payload (little endian), the payload.
type message struct {
	kind    byte
	payload []byte
}

// Front to monitor. The end of the stream means that the front has gone.
const (
	msgFiles      = 'd' // comes first: wireVersion, with descriptors: slave, terminal, redirected ones
	msgLaunch     = 'l' // a launch
	msgUndo       = 'u' // the bytes that undo what is set on the terminal now
	msgTermios    = 't' // raw and original settings; empty: the terminal is not raw
	msgForeground = 'f' // the program's group to the foreground, and go on
	msgBackground = 'b' // go on in the background
	msgSignal     = 's' // the signal for the program's group
)

// Monitor to front. The end of the stream means that the monitor has gone.
const (
	msgStarted = 'p' // the program's process id, also that of its group
	msgFailed  = 'e' // the error number of the exec
	msgStopped = 'z' // the signal that stopped the program
	msgExited  = 'q' // the wait status
)

// maxMessage bounds a payload in bytes: larger than any argument list and
// environment the kernel takes (2 MiB on Linux).
const maxMessage = 8 << 20

// wireVersion stands in the first message. Both ends are the same binary, unless it was
// replaced while the front ran and the system knows the old one by no name (XNU): a
// monitor of another version ends at once.
const wireVersion = 1

var errMessage = errors.New("malformed message")

func (m message) encode() []byte {
	b := append(make([]byte, 0, 5+len(m.payload)), m.kind)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(m.payload)))
	return append(b, m.payload...)
}

func readMessage(r io.Reader) (message, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return message{}, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > maxMessage {
		return message{}, errMessage
	}
	m := message{kind: head[0], payload: make([]byte, n)}
	_, err := io.ReadFull(r, m.payload)
	return m, err
}

// number is the payload of messages that carry one.
func (m message) number() int {
	if len(m.payload) != 4 {
		return 0
	}
	return int(binary.LittleEndian.Uint32(m.payload))
}

func numberMessage(kind byte, n int) message {
	return message{kind, binary.LittleEndian.AppendUint32(nil, uint32(n))}
}

// launch is what the monitor has to start. Strings may hold any bytes.
type launch struct {
	path, dir  string
	argv, env  []string
	background bool    // leave the program's group out of the foreground
	redirected [3]bool // stdin, stdout, stderr are files behind fdFirstFile, in this order
}

func (l launch) encode() message {
	b := []byte{boolByte(l.background), boolByte(l.redirected[0]), boolByte(l.redirected[1]), boolByte(l.redirected[2])}
	for _, list := range [][]string{{l.path, l.dir}, l.argv, l.env} {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(list)))
		for _, s := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
			b = append(b, s...)
		}
	}
	return message{msgLaunch, b}
}

func decodeLaunch(m message) (l launch, err error) {
	b := m.payload
	if m.kind != msgLaunch || len(b) < 4 {
		return l, errMessage
	}
	l.background = b[0] != 0
	for i := range l.redirected {
		l.redirected[i] = b[1+i] != 0
	}
	b = b[4:]
	take := func() int {
		if len(b) < 4 {
			err = errMessage
			return 0
		}
		n := int(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return n
	}
	var lists [3][]string
	for i := range lists {
		for n := take(); n > 0 && err == nil; n-- {
			size := take()
			if size > len(b) {
				return l, errMessage
			}
			lists[i] = append(lists[i], string(b[:size]))
			b = b[size:]
		}
	}
	if err != nil || len(lists[0]) != 2 {
		return l, errMessage
	}
	l.path, l.dir, l.argv, l.env = lists[0][0], lists[0][1], lists[1], lists[2]
	return l, nil
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// termiosPair is what the monitor needs to put the terminal right: the settings
// the front made and those it found.
type termiosPair struct{ Raw, Original unix.Termios }

func (p termiosPair) encode() message {
	b, err := binary.Append(nil, binary.NativeEndian, p)
	if err != nil { // not a fixed-size struct: a mistake in this file
		panic(err)
	}
	return message{msgTermios, b}
}

func decodeTermios(m message) *termiosPair {
	var p termiosPair
	if _, err := binary.Decode(m.payload, binary.NativeEndian, &p); err != nil {
		return nil
	}
	return &p
}
