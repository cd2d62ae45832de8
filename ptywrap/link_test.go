package ptywrap

import (
	"bytes"
	"testing"

	"golang.org/x/sys/unix"
)

// A kernel may take a part of a message: XNU whenever 2 KiB are free, Linux with so small a buffer.
func TestAMessageOfWhichAPartWasTakenIsFinishedBeforeTheNext(t *testing.T) {
	ours, theirs, err := socketPair()
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	err = control(ours, func(fd int) error { return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF, 4096) })
	if err != nil {
		t.Fatal(err)
	}
	wait := unix.Timeval{Sec: 5} // for bytes that never come, were the messages broken
	if err := unix.SetsockoptTimeval(int(theirs.Fd()), unix.SOL_SOCKET, unix.SO_RCVTIMEO, &wait); err != nil {
		t.Fatal(err)
	}
	l := &link{conn: ours}
	payload := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, wholeMessage-5-i) }
	var taken []int
	for i := range 100 {
		if l.send(message{msgUndo, payload(i)}) {
			taken = append(taken, i)
		}
	}
	if len(taken) == 0 || len(taken) == 100 {
		t.Fatalf("%d of 100 were taken: the buffer is not full", len(taken))
	}
	for n, i := range taken {
		m, err := readMessage(theirs)
		if err != nil || m.kind != msgUndo || !bytes.Equal(m.payload, payload(i)) {
			t.Fatalf("message %d is %q with %d bytes, %v; want %d", n, m.kind, len(m.payload), err, len(payload(i)))
		}
	}
	last := numberMessage(msgSignal, 15)
	eventually(t, "there is room again", func() bool { return l.send(last) })
	if m, err := readMessage(theirs); err != nil || m.kind != msgSignal || m.number() != 15 {
		t.Fatalf("%q, %v; want the last one", m.kind, err)
	}
	ours.Close()
}
