package ptywrap

import (
	"io"
	"os"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
)

// closedGate gives a gate that was shut before its reader came, with a byte behind it.
func closedGate(t *testing.T, quiet time.Duration) (*gate, *device) {
	t.Helper()
	file, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := duplicate(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	if _, err := w.WriteString("k"); err != nil {
		t.Fatal(err)
	}
	g := newGate(r)
	g.closed, g.quiet, g.limit = true, quiet, time.Now().Add(console.Patience)
	r.SetReadDeadline(time.Unix(1, 0))
	return g, r
}

func TestAGateThatDrainsLetsThroughWhatIsThere(t *testing.T) {
	g, _ := closedGate(t, time.Millisecond)
	buf := make([]byte, 8)
	if n, err := g.read(buf); err != nil || string(buf[:n]) != "k" {
		t.Errorf("read %q, %v", buf[:n], err)
	}
}

func TestAGateThatIsShutTakesNothing(t *testing.T) {
	g, r := closedGate(t, 0)
	ended := make(chan error)
	go func() {
		_, err := g.read(make([]byte, 8))
		ended <- err
	}()
	g.shut(0, console.Patience) // returns once the reader is parked
	g.stop()
	if err := <-ended; err != io.EOF {
		t.Errorf("the reader of a stopped gate gets %v", err)
	}
	r.SetReadDeadline(time.Time{})
	buf := make([]byte, 8)
	if n, err := r.Read(buf); err != nil || string(buf[:n]) != "k" {
		t.Errorf("left for others %q, %v", buf[:n], err)
	}
}

func TestAParkedGateCanStillBeDrained(t *testing.T) {
	g, _ := closedGate(t, 0)
	got := make(chan string, 1)
	go func() {
		buf := make([]byte, 8)
		n, _ := g.read(buf)
		got <- string(buf[:n])
		_, _ = g.read(buf)
	}()
	g.shut(0, console.Patience)
	g.shut(time.Millisecond, console.Patience)
	select {
	case s := <-got:
		if s != "k" {
			t.Errorf("read %q", s)
		}
	default:
		t.Error("nothing was read")
	}
	g.stop()
}

func TestAGateThatOpensLetsTheReaderGoOn(t *testing.T) {
	g, _ := closedGate(t, 0)
	got := make(chan string)
	go func() {
		buf := make([]byte, 8)
		n, _ := g.read(buf)
		got <- string(buf[:n])
	}()
	g.shut(0, console.Patience)
	g.open()
	if s := <-got; s != "k" {
		t.Errorf("read %q", s)
	}
}

// passed gives a gate through which blocks of 4 KiB came for a second.
func passed(rate int) (g *gate, began time.Time) {
	const block = 4 << 10
	g, began = &gate{}, time.Now()
	for n := 0; n < rate; n += block {
		g.tellSoon(nil, block, began.Add(time.Second*time.Duration(n)/time.Duration(rate)))
	}
	return g, began
}

func TestOnlyWhatComesFasterThanAnyoneReadsIsAFlood(t *testing.T) {
	if g, _ := passed(floodRate); g.flooded() {
		t.Error("codex at its fastest is a flood")
	}
	g, began := passed(4 * floodRate)
	if !g.flooded() {
		t.Error("four times as much is none")
	}
	if g.tellSoon(nil, 1, began.Add(time.Minute)); g.flooded() {
		t.Error("it never ends")
	}
}
