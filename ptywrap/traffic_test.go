package ptywrap

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/cxhook/cxhook/terminal"
)

var trafficBytes = flag.Int64("traffic", 32<<20, "`bytes` each way in the test with random traffic")

// pieces are what random traffic is made of, besides random bytes.
var pieces = []string{
	"The parser reads one token ahead.\r\n", "naïve 日本語 \U0001f469\u200d\U0001f680 e\u0301", "\x00\x00\x00", "\xff\xfe\xc3\x28\xe2\x82",
	"\x1b[?2026h", "\x1b[?2026l", "\x1b[38;2;1;2;3m", "\x1b[m", "\x1b[12;40H", "\x1b[2J", "\x1b[?1049h", "\x1b[?1049l", "\x1b[>7u", "\x1b[<u",
	"\x1b]0;title\x07", "\x1b]8;;https://example.com\x1b\\", "\x1bP+q544e\x1b\\", "\x1b[", "\x1b]52;c;", "\x18", "\x1b[200~pasted\x1b[201~", "\x1b[1;1R",
}

// traffic is an endless stream that two processes can make alike.
type traffic struct {
	random *rand.Rand
	block  []byte
}

func newTraffic(seed uint64) *traffic {
	t := &traffic{random: rand.New(rand.NewPCG(seed, seed))}
	for len(t.block) < 1<<20 {
		if t.random.IntN(4) > 0 {
			t.block = append(t.block, pieces[t.random.IntN(len(pieces))]...)
			continue
		}
		for range t.random.IntN(64) {
			t.block = append(t.block, byte(t.random.Uint32()))
		}
	}
	return t
}

// chunk is what comes next, in one write: mostly little, sometimes more than fits
// into any buffer.
func (t *traffic) chunk(most int64) []byte {
	size := 1 + t.random.IntN(1<<(3+t.random.IntN(13)))
	from := t.random.IntN(len(t.block) - size)
	return t.block[from : from+int(min(int64(size), most))]
}

// send writes n bytes of it.
func (t *traffic) send(w io.Writer, n int64) error {
	for n > 0 {
		c := t.chunk(n)
		if _, err := w.Write(c); err != nil {
			return err
		}
		n -= int64(len(c))
	}
	return nil
}

func (t *traffic) sum(n int64) []byte {
	h := sha256.New()
	_ = t.send(h, n) // a hash takes everything
	return h.Sum(nil)
}

// exchange is the program: it sends traffic and tells the sum of what it gets.
func exchange(args []string) {
	n, _ := strconv.ParseInt(args[0], 10, 64)
	settings, _ := unix.IoctlGetTermios(0, ioctlGetTermios)
	raw := rawTermios(*settings)
	_ = unix.IoctlSetTermios(0, ioctlSetTermios, &raw)
	_, _ = os.Stdout.WriteString("ready")
	got := make(chan []byte)
	go func() {
		h := sha256.New()
		_, _ = io.CopyN(h, os.Stdin, n)
		got <- h.Sum(nil)
	}()
	_ = newTraffic(1).send(os.Stdout, n)
	fmt.Printf("%x", <-got)
}

// readHashed reads n bytes into a hash.
func readHashed(r io.Reader, n int64) (h hash.Hash, err error) {
	h = sha256.New()
	_, err = io.CopyBuffer(h, io.LimitReader(r, n), make([]byte, 64<<10))
	return h, err
}

func TestRandomTrafficPassesUnchangedBothWays(t *testing.T) {
	n := *trafficBytes
	if testing.Short() {
		n = min(n, 1<<20)
	}
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	term, err := OpenTerminal(TerminalOptions{TTY: slave})
	if err != nil {
		t.Fatal(err)
	}
	c := start(t, term, helper("exchange", strconv.FormatInt(n, 10))...)
	word := make([]byte, len("ready"))
	if _, err := io.ReadFull(master, word); err != nil || string(word) != "ready" {
		t.Fatalf("read %q, %v", word, err)
	}
	began := time.Now()
	sent := make(chan error, 1)
	go func() { sent <- newTraffic(2).send(master, n) }()
	out, err := readHashed(master, n)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprintf("%x", out.Sum(nil)) != fmt.Sprintf("%x", newTraffic(1).sum(n)) {
		t.Error("the terminal got other bytes than the program wrote")
	}
	told := make([]byte, 2*sha256.Size)
	if _, err := io.ReadFull(master, told); err != nil {
		t.Fatal(err)
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	if string(told) != fmt.Sprintf("%x", newTraffic(2).sum(n)) {
		t.Error("the program got other bytes than were typed")
	}
	t.Logf("%d MiB each way in %v", n>>20, time.Since(began).Round(time.Second))
	c.Wait()
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	wantNothingSet(t, master, n)
}

// wantNothingSet checks what came behind the program's bytes: it undoes what they set.
func wantNothingSet(t *testing.T, master *os.File, n int64) {
	t.Helper()
	var m terminal.Modes
	_ = newTraffic(1).send(writerFunc(m.Write), n)
	d, err := duplicate(master)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	rest := make([]byte, 64<<10)
	m.Write(rest[:d.readNow(rest)])
	if undo := m.Undo(); undo != nil {
		t.Errorf("left set: to be undone by %q", undo)
	}
}

type writerFunc func([]byte)

func (f writerFunc) Write(b []byte) (int, error) { f(b); return len(b), nil }
