package ptywrap

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"github.com/cxhook/cxhook/internal/console"
)

// past is a deadline that does not wait.
func past() time.Time { return time.Now().Add(-time.Second) }

func kinds(q *Queue) (got []Kind) {
	for {
		e, ok := q.Next(past())
		if !ok {
			return got
		}
		got = append(got, e.Kind)
	}
}

func TestQueueKeepsTheOrderAndMergesOutput(t *testing.T) {
	q := newQueue()
	q.push(Event{Kind: Output, Bytes: []byte("a"), Offset: 1})
	q.push(Event{Kind: Output, Bytes: []byte("b"), Offset: 2})
	q.push(Event{Kind: Input, Bytes: []byte("k")})
	q.push(Event{Kind: Output, Bytes: []byte("c"), Offset: 3})
	q.push(Event{Kind: Resize, Size: Size{Cols: 1, Rows: 1}})
	q.push(Event{Kind: Resize, Size: Size{Cols: 2, Rows: 2}})
	q.push(Event{Kind: Exited})
	e, _ := q.Next(past())
	if string(e.Bytes) != "ab" || e.Offset != 2 {
		t.Errorf("first event %+v", e)
	}
	for _, want := range []Kind{Input, Output, Resize, Exited} {
		e, ok := q.Next(past())
		if !ok || e.Kind != want {
			t.Errorf("kind %d, %v, want %d", e.Kind, ok, want)
		}
		if e.Kind == Resize && e.Size.Cols != 2 {
			t.Errorf("a size that is past: %v", e.Size)
		}
	}
	if _, ok := q.Next(time.Time{}); ok {
		t.Error("an event after Exited")
	}
}

func TestQueueCopiesBytes(t *testing.T) {
	q := newQueue()
	b := []byte("a")
	q.push(Event{Kind: Output, Bytes: b})
	b[0] = 'X'
	if e, _ := q.Next(past()); string(e.Bytes) != "a" {
		t.Errorf("got %q", e.Bytes)
	}
}

// waiting takes all events that wait, and the bytes of output in them.
func waiting(q *Queue) (got []Event, output []byte) {
	for {
		e, ok := q.Next(past())
		if !ok {
			return got, output
		}
		got = append(got, e)
		if e.Kind == Output {
			output = append(output, e.Bytes...)
		}
	}
}

func TestQueueThatOverflowsLosesTheOlderOutputOnly(t *testing.T) {
	for name, test := range map[string]struct {
		flood bool
		limit int
	}{"slow observer": {false, queueLimit}, "flood": {true, floodKept}} {
		t.Run(name, func(t *testing.T) {
			q := newQueue()
			chunk := bytes.Repeat([]byte("x"), mergeLimit)
			q.push(Event{Kind: Resize})
			q.push(Event{Kind: Output, Bytes: chunk, Offset: 1, flood: test.flood})
			q.push(Event{Kind: Input, Bytes: []byte("held"), Held: true})
			for i := range test.limit/mergeLimit - 1 {
				q.push(Event{Kind: Output, Bytes: chunk, Offset: int64(2 + i), flood: test.flood})
			}
			q.push(Event{Kind: Output, Bytes: []byte("after"), Offset: 1000, flood: test.flood})
			got, output := waiting(q)
			if len(got) < 4 || got[0].Kind != Resize || got[1].Kind != Lost || string(got[2].Bytes) != "held" || got[3].Kind != Output {
				t.Fatalf("got %d events: %v", len(got), got[:min(4, len(got))])
			}
			if got[3].Offset != got[1].Offset+1 {
				t.Errorf("lost up to %d, goes on at %d", got[1].Offset, got[3].Offset)
			}
			if n := len(output); n <= test.limit/2-mergeLimit || n > test.limit/2 || !bytes.HasSuffix(output, []byte("after")) {
				t.Errorf("%d bytes kept, of at most %d", n, test.limit/2)
			}
		})
	}
}

func TestDroppedOutputIsFilledAgainAndNeverWhatWasHandedOut(t *testing.T) {
	q := newQueue()
	var got [][]byte
	for i := range 1000 {
		q.push(Event{Kind: Output, Bytes: bytes.Repeat([]byte{byte(i % 200)}, mergeLimit), flood: true})
		if i%7 > 0 {
			continue
		}
		if e, _ := q.Next(past()); e.Kind == Output {
			got = append(got, e.Bytes)
		}
		if e, _ := q.Next(past()); e.Kind == Output {
			got = append(got, e.Bytes)
		}
	}
	if len(got) == 0 || len(q.spare) == 0 {
		t.Fatalf("%d events taken, %d dropped", len(got), len(q.spare))
	}
	for i := range 100 {
		q.push(Event{Kind: Output, Bytes: bytes.Repeat([]byte{255}, mergeLimit), Offset: int64(i), flood: true})
	}
	for _, b := range got {
		if b[0] == 255 || !bytes.Equal(b, bytes.Repeat(b[:1], mergeLimit)) {
			t.Fatal("an event was changed after it was handed out")
		}
	}
	if len(q.spare) > floodKept/mergeLimit {
		t.Errorf("%d buffers kept", len(q.spare))
	}
}

func TestQueueWakesAWaitingObserver(t *testing.T) {
	q := newQueue()
	go q.push(Event{Kind: Stopped})
	if e, ok := q.Next(time.Now().Add(console.Patience)); !ok || e.Kind != Stopped {
		t.Errorf("got %+v, %v", e, ok)
	}
	go q.Discard()
	if _, ok := q.Next(time.Now().Add(console.Patience)); ok {
		t.Error("an event after Discard")
	}
	if q.push(Event{Kind: Output}) {
		t.Error("a discarded queue takes events")
	}
}

func TestAnObserverThatNeverReadsDelaysNothing(t *testing.T) {
	con, term := openConsole(t, console.Options{})
	c := script(t, term, "stty -opost; head -c 20000000 /dev/zero | tr '\\0' x; printf end")
	c.Wait()
	con.WaitOutput("xend")
	if got := kinds(c.Events()); len(got) == 0 || got[0] != Lost || got[len(got)-1] != Exited {
		t.Errorf("events %v", got)
	}
}

func TestWhatIsPostedComesInItsOrderAndOutlivesADrop(t *testing.T) {
	q := newQueue()
	q.push(Event{Kind: Output, Bytes: []byte("a")})
	q.Post("told")
	q.push(Event{Kind: Output, Bytes: make([]byte, queueLimit+1)})
	var got []any
	for range 2 {
		e, _ := q.Next(past())
		got = append(got, e.Kind, e.Value)
	}
	if want := []any{Lost, nil, Posted, "told"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	q.push(Event{Kind: Exited})
	q.Post("too late")
	q.Next(past())
	if e, ok := q.Next(past()); ok {
		t.Errorf("after the end came %v", e)
	}
}
