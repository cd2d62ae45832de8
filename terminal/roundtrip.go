package terminal

import (
	"bytes"
	"time"
)

// query is a question that every terminal answers, in order.
type query uint8

const (
	askedAttributes query = iota // DA1, CSI c; answered by CSI ? … c
	askedPosition                // CPR, CSI 6 n; answered by CSI row ; column R
	queryKinds                   // how many there are
)

const (
	// keptTrips is how many of the latest measurements count: a link that was slow for
	// a moment is taken for fast again after some more of them.
	keptTrips = 8
	// overtake is how much sooner than its question an answer can be told of: a near
	// terminal answers before whoever wrote the question has told of it.
	overtake = time.Second
	// giveUp is when a question is taken for one that this terminal does not answer.
	giveUp = 10 * time.Second
)

// RoundTrip measures how long it takes from here to the user's eyes and hands and back,
// as far as the terminal shows it: the time between the program's queries (DA1, CSI c; and
// CPR, CSI 6 n) and the terminal's answers. It sends none of its own. All times are on one
// clock, whose zero does not matter. The zero value has measured nothing. It is not safe
// for concurrent use.
type RoundTrip struct {
	open  [queryKinds][]time.Duration // when those without an answer were asked
	early [queryKinds][]time.Duration // when answers came whose questions have not
	trips []time.Duration             // the latest, oldest first
}

// Asked notes that the program wrote q at the time at, if that is a query it knows.
func (r *RoundTrip) Asked(q Sequence, at time.Duration) {
	switch {
	case q.is(0, 0, 'c') && q.Param(0, 0) == 0:
		r.ask(askedAttributes, at)
	case q.is(0, 0, 'n') && q.Param(0, 0) == 6:
		r.ask(askedPosition, at)
	}
}

func (r *RoundTrip) ask(q query, at time.Duration) {
	for len(r.early[q]) > 0 {
		answered := r.early[q][0]
		r.early[q] = r.early[q][1:]
		if at-answered <= overtake {
			r.took(0)
			return
		}
	}
	if len(r.open[q]) < maxAsked {
		r.open[q] = append(r.open[q], at)
	}
}

// Answered takes an event of the terminal that was read at the time at.
func (r *RoundTrip) Answered(e Event, at time.Duration) {
	q := askedPosition
	if _, _, ok := e.CursorReport(); !ok {
		q = askedAttributes
		if e.Kind != KindReply || !bytes.HasPrefix(e.Raw, []byte("\x1b[?")) || e.Raw[len(e.Raw)-1] != 'c' {
			return
		}
	}
	for len(r.open[q]) > 0 {
		trip := at - r.open[q][0]
		r.open[q] = r.open[q][1:]
		if trip <= giveUp {
			r.took(max(trip, 0))
			return
		}
	}
	if len(r.early[q]) < maxAsked {
		r.early[q] = append(r.early[q], at)
	}
}

func (r *RoundTrip) took(trip time.Duration) {
	r.trips = append(r.trips[max(0, len(r.trips)+1-keptTrips):], trip)
}

// Reset forgets the questions without an answer, say when the program has ended and the
// clock begins anew; what was measured stays.
func (r *RoundTrip) Reset() {
	r.open, r.early = [queryKinds][]time.Duration{}, [queryKinds][]time.Duration{}
}

// Longest returns the longest of the latest round trips at the time now, an answer that is
// overdue included. ok is false while none has been measured.
func (r *RoundTrip) Longest(now time.Duration) (longest time.Duration, ok bool) {
	for _, trip := range r.trips {
		longest, ok = max(longest, trip), true
	}
	for _, open := range r.open {
		if len(open) > 0 && now-open[0] <= giveUp {
			longest = max(longest, now-open[0])
		}
	}
	return longest, ok
}
