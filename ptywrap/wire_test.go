package ptywrap

import (
	"errors"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Whoever has to change this line has to change wireVersion too.
func TestWhatFrontAndMonitorSayIsOfThisVersion(t *testing.T) {
	kinds := []byte{msgFiles, msgLaunch, msgUndo, msgTermios, msgForeground, msgBackground, msgSignal, msgStarted, msgFailed, msgStopped, msgExited}
	launch := launch{path: "p", dir: "d", argv: []string{"a", "b"}, env: []string{"e"}, background: true, redirected: [3]bool{false, true}}
	const want = `1 dlutfbspezq "l)\x00\x00\x00\x01\x00\x01\x00\x02\x00\x00\x00\x01\x00\x00\x00p\x01\x00\x00\x00d\x02\x00\x00\x00\x01\x00\x00\x00a\x01\x00\x00\x00b\x01\x00\x00\x00\x01\x00\x00\x00e"`
	if got := fmt.Sprintf("%d %s %q", wireVersion, kinds, launch.encode().encode()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// As after an upgrade in place.
func TestAMonitorOfAnotherVersionRunsNothing(t *testing.T) {
	l, err := startMonitor()
	if err != nil {
		t.Fatal(err)
	}
	defer l.end()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	files := unix.UnixRights(int(null.Fd()), int(null.Fd()))
	other := numberMessage(msgFiles, wireVersion+1).encode()
	if err := control(l.conn, func(fd int) error { return unix.Sendmsg(fd, other, files, nil, 0) }); err != nil {
		t.Fatal(err)
	}
	_ = l.conn.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := readMessage(l.conn); !errors.Is(err, io.EOF) && !errors.Is(err, unix.ECONNRESET) {
		t.Errorf("it says %v, want its end", err)
	}
}
