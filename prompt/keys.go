package prompt

import (
	"time"

	"github.com/cxhook/cxhook/terminal"
)

// Handle takes the events of one read from the keyboard, made at the time at. What
// codex must get is returned in the outcome; the bar has swallowed the rest.
func (b *Bar) Handle(events []terminal.Event, at time.Time) Outcome {
	var out Outcome
	for _, e := range events {
		if !b.since.IsZero() && pressed(e) {
			// A companion so soon: both belong to a paste or to fast typing.
			out.Pass = append(out.Pass, b.release(at)...)
			b.dismissed = true
		}
		choice, swallow := b.key(e, at)
		if !swallow {
			out.Pass = append(out.Pass, e.Raw...)
			b.Passed(e, at)
		}
		if choice.Kind != None {
			out.Choice = choice
		}
	}
	return out
}

// Tick lets time go by: a choosing key that stayed alone becomes a choice.
func (b *Bar) Tick(now time.Time) Outcome {
	if b.since.IsZero() || now.Sub(b.since) < settle {
		return Outcome{}
	}
	e := b.pending
	if a, _ := b.action(e.Key.Rune); a != b.meant { // something else is offered since
		return Outcome{Pass: b.release(now)}
	}
	b.pending, b.since = terminal.Event{}, time.Time{}
	return Outcome{Choice: b.choose(e.Key)}
}

// Passed tells the bar of an event that went to codex: a key equal to it that
// follows soon is the same key held down, and a user who types is left alone.
func (b *Bar) Passed(e terminal.Event, at time.Time) {
	switch {
	case e.Kind == terminal.KindPaste:
		b.last, b.lastAt = terminal.Key{}, at
	case e.Kind == terminal.KindKey && e.Key.Action != terminal.Release:
		b.last, b.lastAt = e.Key, at
	default:
		return
	}
	b.drawn = time.Time{}
}

// pressed reports whether the event is a key going down, Enter behind a pasted digit too.
func pressed(e terminal.Event) bool {
	return e.Kind == terminal.KindKey && e.Key.Action == terminal.Press
}

// release gives up the pending key: its bytes, which codex must get after all.
func (b *Bar) release(at time.Time) []byte {
	e := b.pending
	b.pending, b.since = terminal.Event{}, time.Time{}
	b.Passed(e, at)
	return e.Raw
}

// key decides about one event: a choice at once, or swallowed, or left to codex.
func (b *Bar) key(e terminal.Event, at time.Time) (c Choice, swallow bool) {
	if e.Kind != terminal.KindKey || e.Key.Action != terminal.Press {
		return Choice{}, false
	}
	if opens(e.Key) {
		b.dismissed, b.opened, b.why, b.drawn = false, true, false, time.Time{}
		return Choice{}, true
	}
	answerable := b.TakesKeys(at) && !b.drawn.IsZero() && at.Sub(b.drawn) >= Reaction+b.trip
	if held := sameKey(e.Key, b.last) && at.Sub(b.lastAt) < heldKey; !answerable || held {
		return Choice{}, false
	}
	switch {
	case b.means(e.Key) != None && e.Key.Text():
		b.pending, b.since = e, at
		b.meant, _ = b.action(e.Key.Rune)
		return Choice{}, true
	case b.means(e.Key) != None:
		return b.choose(e.Key), true
	case e.Key.Text() && b.waitUntil.IsZero():
		b.dismissed, b.opened = true, false
		return Choice{Kind: Leave}, false
	}
	return Choice{}, false
}

// The meanings of the keys ? and tab. They change only what the bar shows, so they never
// leave the package.
const (
	why  Kind = 255
	more Kind = 254
)

// means tells what the key stands for in the present state.
func (b *Bar) means(k terminal.Key) Kind {
	plain := k.Mod&^terminal.Shift == 0
	waiting := !b.waitUntil.IsZero()
	switch {
	case !plain:
		return None
	case k.Name == "esc" && waiting:
		return StopWait
	case k.Name == "esc":
		return Leave
	case k.Name == moreKey && k.Mod == 0 && b.to-b.from < len(b.offer.numbered()):
		return more
	case k.Name != "":
		return None
	case k.Rune == ' ' && waiting:
		return Now
	case k.Rune == '?' && len(b.offer.Why) > 0 && !waiting:
		return why
	}
	if _, ok := b.action(k.Rune); ok {
		return Act
	}
	return None
}

// action is what a key stands for, of what can be chosen now: no letter during a countdown,
// and no digit that is not on the screen.
func (b *Bar) action(key rune) (Action, bool) {
	for i, a := range b.offer.Actions {
		if a.Key == key && (a.numbered() && b.from <= i && i < b.to || !a.numbered() && b.waitUntil.IsZero()) {
			return a, true
		}
	}
	return Action{}, false
}

// choose carries out what is the bar's own part of a choice.
func (b *Bar) choose(k terminal.Key) Choice {
	kind := b.means(k)
	switch kind {
	case why:
		b.why = !b.why
		return Choice{}
	case more:
		b.from, b.drawn = b.to, time.Time{}
		if b.from >= len(b.offer.numbered()) {
			b.from = 0
		}
		return Choice{}
	case Leave:
		if b.why {
			b.why = false
			return Choice{}
		}
		b.dismissed, b.opened = true, false
	case StopWait:
		b.StopWait()
	case Act:
		return Choice{Kind: Act, Key: k.Rune}
	}
	return Choice{Kind: kind}
}

// opens reports whether k is the open key, as a legacy byte (0x1d) or in the kitty
// protocol (CSI 93;5u).
func opens(k terminal.Key) bool {
	return k.Rune == ']' && k.Mod == terminal.Ctrl
}

func sameKey(a, b terminal.Key) bool {
	return a.Rune == b.Rune && a.Name == b.Name && a.Mod == b.Mod
}
