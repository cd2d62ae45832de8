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

func TestQueueThatOverflowsLosesOutputOnly(t *testing.T) {
	q := newQueue()
	chunk := bytes.Repeat([]byte("x"), mergeLimit)
	q.push(Event{Kind: Resize})
	q.push(Event{Kind: Output, Bytes: chunk})
	q.push(Event{Kind: Input, Bytes: []byte("held"), Held: true})
	for range queueLimit / mergeLimit {
		q.push(Event{Kind: Output, Bytes: chunk, Offset: 77})
	}
	q.push(Event{Kind: Output, Bytes: []byte("after"), Offset: 82})
	got := []Event{}
	for {
		e, ok := q.Next(past())
		if !ok {
			break
		}
		got = append(got, e)
	}
	if len(got) != 4 || got[0].Kind != Resize || got[1].Kind != Lost || got[1].Offset != 77 ||
		string(got[2].Bytes) != "held" || string(got[3].Bytes) != "after" {
		t.Errorf("got %d events", len(got))
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
