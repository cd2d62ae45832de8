package ptywrap

import "slices"

// Sequences of a card. DECSET 1049 saves the cursor and the pen, clears the
// alternate screen and shows it; DECRST 1049 undoes all of it.
const (
	enterAlternate = "\x1b[?1049h"
	leaveAlternate = "\x1b[?1049l"
	blankScreen    = "\x1b[m\x1b[H\x1b[J" // default pen, home, erase below
)

// holdLimit bounds the output kept behind a card, in bytes. A program that writes
// more is not made to wait: the card is closed.
const holdLimit = 4 << 20

type card struct {
	draw func(Size) []byte
	held []byte
}

// ShowCard shows a drawing on the alternate screen, which the terminal itself
// removes without a trace, while the program draws on the main one. What the
// program writes meanwhile is held and shown after HideCard; the observer gets it
// at once. draw is called again on a new size, must not block, and may set
// nothing but cells and pen. It is refused where Show would be, and while the
// program itself is on the alternate screen.
func (t *Terminal) ShowCard(draw func(Size) []byte) (shown bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.freeze()
	if t.child == nil || t.raw == nil || t.card != nil || !t.modes.AtRest() || t.modes.Alternate() {
		return false
	}
	t.hide()
	t.card = &card{draw: draw}
	t.tellMonitor()
	t.out([]byte(enterAlternate))
	t.redrawCard()
	return true
}

func (t *Terminal) redrawCard() {
	if t.card == nil {
		return
	}
	size, _ := getSize(t.tty) // 0x0 at worst, which draw has to expect anyway
	t.Guard("draw a card", func() { t.out(slices.Concat([]byte(blankScreen), t.card.draw(size))) })
}

// HideCard removes the card, if there is one, and shows what was held.
func (t *Terminal) HideCard() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hideCard()
}

func (t *Terminal) hideCard() {
	if t.card == nil {
		return
	}
	held := t.card.held
	t.observe(held, false)
	t.card = nil
	t.out(slices.Concat([]byte(leaveAlternate), held))
	t.tellMonitor()
}

// CardShown reports whether a card is up. It closes by itself when the program
// writes more than 4 MiB behind it, is stopped, or ends.
func (t *Terminal) CardShown() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.card != nil
}

func (t *Terminal) hold(p []byte) {
	t.card.held = append(t.card.held, p...)
	if len(t.card.held) > holdLimit {
		t.hideCard()
	}
}
