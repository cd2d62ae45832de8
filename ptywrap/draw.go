package ptywrap

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"slices"
)

// put shows what the program wrote. A card keeps it back; an overlay is removed
// in the same write. The caller holds t.mu.
func (t *Terminal) put(p []byte) {
	if t.card != nil {
		t.hold(p)
		return
	}
	undo := t.overlay
	t.overlay = nil
	leaves := t.observe(p, undo != nil)
	if undo != nil {
		p = slices.Concat(undo, p)
	}
	t.out(p)
	if leaves {
		t.tellMonitor()
	}
}

// out writes to the terminal. A terminal that has gone takes nothing; the program
// hears of that by the hang-up, not by a pump that stops.
func (t *Terminal) out(p []byte) {
	if len(p) > 0 {
		_, _ = t.tty.Write(p)
	}
}

// observe follows what the program sets, and tells the monitor before the bytes
// reach the terminal, so that no kill in between leaves a mode set. Of bytes that leave
// the alternate screen the monitor is to hear when they are there: it reports that.
func (t *Terminal) observe(p []byte, changed bool) (leaves bool) {
	defer t.freeze()
	alternate := t.modes.Alternate()
	t.modes.Write(p)
	if v := t.modes.Version(); v != t.version || changed {
		t.version = v
		if leaves = alternate && !t.modes.Alternate(); !leaves {
			t.tellMonitor()
		}
	}
	return leaves
}

// freeze is deferred around calls of modes: one that panics is replaced.
func (t *Terminal) freeze() {
	if r := recover(); r != nil {
		t.fault(fmt.Sprintf("terminal modes: %v\n%s", r, debug.Stack()))
		var known []byte
		if t.child != nil {
			known = slices.Clone(t.child.link.sent)
		}
		t.modes = frozenModes{known}
	}
}

// tellMonitor gives the monitor the bytes that would put the terminal right now.
func (t *Terminal) tellMonitor() {
	if t.child == nil {
		return
	}
	var leave []byte
	if t.card != nil {
		leave = []byte(leaveAlternate)
	}
	undo := slices.Concat(leave, t.modes.Rescue())
	if len(t.overlay)+len(undo) < wholeMessage/2 {
		undo = slices.Concat(t.overlay, undo)
	}
	t.child.link.undo(undo)
}

// Show draws an overlay. draw must leave cursor, pen and modes as it found them;
// undo must put the covered cells back. It is drawn only if the program has
// written exactly offset bytes (the drawing was made for that screen), and is
// not in the middle of a sequence, a rune or a synchronized update; the result
// tells. The program's next bytes remove it in the same write. An overlay shown
// before is replaced.
func (t *Terminal) Show(draw, undo []byte, offset int64) (shown bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.freeze()
	if t.child == nil || t.raw == nil || t.card != nil || offset != t.offset || !t.modes.AtRest() {
		return false
	}
	if t.overlay != nil && !bytes.Equal(t.overlay, undo) {
		draw = slices.Concat(t.overlay, draw)
	}
	t.overlay = append([]byte{}, undo...)
	t.tellMonitor()
	t.out(draw)
	return true
}

// Hide removes the overlay now, if there is one.
func (t *Terminal) Hide() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hide()
}

func (t *Terminal) hide() {
	if t.overlay == nil {
		return
	}
	undo := t.overlay
	t.overlay = nil
	t.out(undo)
	defer t.freeze()
	t.tellMonitor()
}

// Drop forgets the overlay without removing it, when a new size has made the
// bytes that would remove it meaningless. A change of size does it by itself.
func (t *Terminal) Drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop()
}

func (t *Terminal) drop() {
	if t.overlay != nil {
		t.overlay = nil
		defer t.freeze()
		t.tellMonitor()
	}
}

// Shown reports whether an overlay is on the terminal.
func (t *Terminal) Shown() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.overlay != nil
}
