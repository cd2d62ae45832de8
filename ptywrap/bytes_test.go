package ptywrap

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
)

// strange holds every byte value that sets nothing on a terminal: no ESC, no SO.
var strange = func() (b []byte) {
	for i := range 256 {
		if i != 0x1b && i != 0x0e {
			b = append(b, byte(i))
		}
	}
	return append(b, "\xff\xfe\xc3\x28 caf\u00e9 \U0001f600\r\n\x00"...)
}()

func TestBytesPassUnchangedBothWays(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, fmt.Sprintf("stty raw -echo; printf ready; head -c %d", len(strange)))
	con.WaitOutput("ready")
	con.Type(string(strange))
	if exit := c.Wait(); exit.Code != 0 {
		t.Errorf("exit code %d", exit.Code)
	}
	con.Settle()
	if got, want := con.Output(), append([]byte("ready"), strange...); !bytes.Equal(got, want) {
		t.Errorf("the terminal got\n%q, want\n%q", got, want)
	}
}

// A terminal that edits lines holds 4,096 bytes of one (N_TTY_BUF_SIZE on Linux) and drops the rest but its end.
func TestALineThatFillsTheTerminalIsReadAsOnABareOne(t *testing.T) {
	const read = "stty -echo; printf ready; read -r line; echo got=${#line}."
	for _, length := range []int{4094, 4095, 4096, 6000} {
		line := strings.Repeat("a", length) + "\n"
		got := func(con *console.Console) string {
			con.WaitOutput("ready")
			con.Type(line)
			con.WaitOutput(".\r\n")
			return string(con.Output())
		}
		bare := got(console.Start(t, console.Options{Cmd: []string{"/bin/sh", "-c", read}}))
		con, term := openConsole(t, console.Options{})
		script(t, term, read)
		if ours := got(con); ours != bare {
			t.Errorf("of %d bytes: %q, bare %q", length, ours, bare)
		}
	}
}

func TestTheObserverGetsTheSameBytes(t *testing.T) {
	_, term := openConsole(t, console.Options{})
	c := script(t, term, "printf one; sleep 0.01; printf two; exit 3")
	var out []byte
	for {
		e, ok := c.Events().Next(time.Time{})
		if !ok {
			t.Fatal("the queue ended without Exited")
		}
		if e.Kind == Output {
			out = append(out, e.Bytes...)
			if e.Offset != int64(len(out)) {
				t.Errorf("offset %d after %d bytes", e.Offset, len(out))
			}
		}
		if e.Kind == Exited {
			if e.Exit.Code != 3 {
				t.Errorf("exit code %d, want 3", e.Exit.Code)
			}
			break
		}
	}
	if string(out) != "onetwo" {
		t.Errorf("observed %q", out)
	}
}

func TestNoOutputIsCutWhenAProgramEndsAtOnce(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	// Four times what the kernel holds for a reader, so that some is in flight.
	text := strings.Repeat("0123456789abcdef", 1024)
	runs := 200
	if testing.Short() {
		runs = 20
	}
	for i := range runs {
		con.Forget()
		script(t, term, "stty -opost; echo "+text).Wait()
		con.Settle()
		if got := string(con.Output()); got != text+"\n" {
			t.Fatalf("run %d: %d bytes, want %d: it ends with %q", i, len(got), len(text)+1, got[max(0, len(got)-40):])
		}
	}
}

func TestASlowReaderGetsEveryByteInOrder(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	var text strings.Builder
	for i := 0; text.Len() < 300<<10; i++ {
		fmt.Fprintf(&text, "%d,", i)
	}
	script(t, term, fmt.Sprintf("stty raw -echo; printf ready; sleep 0.2; head -c %d | sha256sum", text.Len()))
	con.WaitOutput("ready")
	con.Type(text.String())
	con.WaitOutput(fmt.Sprintf("%x", sha256.Sum256([]byte(text.String()))))
}

func TestFlowControlKeysBlockNothing(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	script(t, term, "stty ixon -echo; printf ready; exec cat")
	con.WaitOutput("ready")
	con.Type("\x13held\r")
	con.Type("\x11")
	con.WaitOutput("held")
}
