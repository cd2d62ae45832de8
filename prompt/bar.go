// Package prompt owns the bar, cxhook's inline one-key prompt: what it says at a
// given size and moment, and what a key means to it.
//
// It is pure: it reads no clock, no terminal and no file. It must never choose
// without a key that was pressed after the bar had been drawn; everything that is
// not such a key is handed back for codex, byte for byte.
//
// It speaks the language in force (package lang): its own words, and the remarks and
// notices that are handed to it in English as far as a catalogue knows them.
package prompt

import (
	"slices"
	"time"

	"github.com/cxhook/cxhook/terminal"
)

const (
	// calm is how long after the last key the bar begins to take keys. A typing
	// user pauses less than a second between two keys.
	calm = time.Second
	// heldKey is how long an equal key counts as the same key still held down.
	// The longest usual delay before a keyboard repeats is one second.
	heldKey = 1500 * time.Millisecond
	// settle is how long a choosing key waits for a companion. Bytes of a paste
	// follow each other faster than two keys can be struck.
	settle = 40 * time.Millisecond
)

// Reaction is the time after a drawing in which a key cannot be an answer to it yet, on
// a terminal that is near; the fastest human reactions to a picture take about 200 ms. On
// one that is far the way there and back comes on top.
const Reaction = 300 * time.Millisecond

// UnknownRoundTrip is the way to the terminal and back while nothing has shown how long it
// is: over a satellite or a poor mobile connection it takes about a second.
const UnknownRoundTrip = time.Second

// openKey is the name of the key that opens a passive bar and recalls a dismissed
// one, as the bar writes it. The byte is 0x1d.
const openKey = "ctrl-]"

// moreKey shows the next models where not all fit: no key that writes, so that nothing is
// typed amiss, and one that codex does nothing with in an empty composer.
const moreKey = "tab"

// Action is one thing that a key does. The digits are for one kind of thing, of which there
// may be more than the screen has room for: those are shown in turn.
type Action struct {
	Key   rune   // '1' to '9', or a letter; '?' and the space are the bar's own
	Label string // what the key does
	Note  string // one short remark on it
}

func (a Action) numbered() bool { return '1' <= a.Key && a.Key <= '9' }

// Offer is what a bar has to say. Every text may come from outside: the bar makes
// it safe before drawing.
type Offer struct {
	Title    string   // what has happened, in the language in force
	Actions  []Action // the numbered ones first, from 1 on; then, in the order of their use, the others
	Most     int      // so many numbered ones are shown at a time where there is room; four at least
	Why      []string // lines shown by the why key, in the language in force
	Note     string   // one remark behind the keys
	Faint    bool     // it only informs, and is drawn so that it does not call for an answer
	WaitNote string   // one remark beside the countdown
}

// numbered are the actions on digits.
func (o Offer) numbered() []Action {
	n := slices.IndexFunc(o.Actions, func(a Action) bool { return !a.numbered() })
	if n < 0 {
		return o.Actions
	}
	return o.Actions[:n]
}

// lettered are the others.
func (o Offer) lettered() []Action { return o.Actions[len(o.numbered()):] }

// Kind names what was chosen.
type Kind uint8

// The kinds of choice.
const (
	None     Kind = iota
	Act           // what Choice.Key stands for
	Now           // the countdown is not waited for
	StopWait      // the countdown is over, and nothing is done
	Leave         // the bar was dismissed
)

// Choice is the answer of the user.
type Choice struct {
	Kind Kind
	Key  rune // of the action, for Act
}

// Outcome is what follows from some keys or from time going by: bytes that codex
// must get, in order, then possibly a choice.
type Outcome struct {
	Pass   []byte
	Choice Choice
}

// Bar is one prompt from the incident to its answer. It is owned by one goroutine.
type Bar struct {
	offer Offer

	ready     bool // codex would lose nothing if a key did not reach it
	opened    bool // the open key was pressed: takes keys even if not ready
	dismissed bool
	why       bool
	waitUntil time.Time // zero: not waiting

	trip    time.Duration // to the user's terminal and back
	drawn   time.Time     // when it was first drawn taking keys; zero: not yet
	from    int           // the first numbered action on the screen
	to      int           // the one behind the last
	last    terminal.Key
	lastAt  time.Time
	pending terminal.Event // a choosing key that may prove to be part of a paste
	meant   Action         // what it stood for; zero for a key of the bar's own
	since   time.Time      // when pending was read; zero: none
}

// New makes a bar that is passive until SetReady says otherwise.
func New(o Offer) *Bar { return &Bar{offer: o} }

// SetOffer replaces what is offered, say when the catalogue has come in.
func (b *Bar) SetOffer(o Offer) {
	same := func(a, b Action) bool { return a.Key == b.Key && a.Label == b.Label }
	if !slices.EqualFunc(o.Actions, b.offer.Actions, same) {
		b.from, b.drawn = 0, time.Time{} // keys mean something else now, which has to be seen first
	}
	b.offer = o
}

// SetReady tells the bar whether codex's composer is visible and empty, with no
// dialog, picker or overlay in front of it.
func (b *Bar) SetReady(ready bool) { b.ready = ready }

// SetRoundTrip tells the bar how long a byte takes to the user's terminal and back: a key
// that is read was pressed that long after what was drawn left here, at the soonest, if it
// is an answer to it.
func (b *Bar) SetRoundTrip(d time.Duration) { b.trip = d }

// calmAt is when the user has not typed for long enough, as far as it is known here.
func (b *Bar) calmAt() time.Time { return b.lastAt.Add(calm + b.trip) }

// Waiting reports whether a countdown runs, and until when.
func (b *Bar) Waiting() (until time.Time, ok bool) { return b.waitUntil, !b.waitUntil.IsZero() }

// StartWait begins the countdown that ends at until, by the clock on the wall: a computer that
// sleeps meanwhile has waited too. Its clock time is shown in until's zone.
func (b *Bar) StartWait(until time.Time) {
	b.waitUntil, b.why, b.drawn = until.Round(0), false, time.Time{}
}

// StopWait ends the countdown and offers the choices again.
func (b *Bar) StopWait() { b.waitUntil, b.drawn = time.Time{}, time.Time{} }

// TakesKeys reports whether a key may choose now. A bar that takes none is passive.
func (b *Bar) TakesKeys(now time.Time) bool {
	if b.dismissed {
		return false
	}
	return b.opened || b.ready && !now.Before(b.calmAt())
}

// Calm reports whether the user types nothing at the time now.
func (b *Bar) Calm(now time.Time) bool { return !now.Before(b.calmAt()) }

// Drawn tells the bar that the user can see it, as it is at the time now.
func (b *Bar) Drawn(now time.Time) {
	switch {
	case !b.TakesKeys(now):
		b.drawn = time.Time{}
	case b.drawn.IsZero():
		b.drawn = now
	}
}

// Hidden tells the bar that it is not on the screen: no key can answer it then.
func (b *Bar) Hidden() { b.drawn = time.Time{} }

// Next is when the bar changes by itself: Tick and Draw are due then. Zero means
// that only a key can change it.
func (b *Bar) Next(now time.Time) time.Time {
	var next time.Time
	sooner := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	if !b.since.IsZero() {
		sooner(b.since.Add(settle))
	}
	if b.dismissed {
		return next
	}
	if calmAt := b.calmAt(); (b.ready && !b.opened || !b.waitUntil.IsZero()) && now.Before(calmAt) {
		sooner(calmAt)
	}
	if left := b.waitUntil.Sub(now); left > 0 {
		_, changes := remaining(left)
		sooner(now.Add(changes))
	}
	return next
}
