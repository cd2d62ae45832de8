package terminal

import (
	"strings"
	"testing"
)

func TestCodexThatEndsByItselfLeavesNothingToUndo(t *testing.T) {
	for _, r := range recordings(t) {
		var m Modes
		m.Write([]byte(r.output()))
		if undo := m.Undo(); undo != nil {
			t.Errorf("%s leaves %q", r.name, undo)
		}
	}
}

func TestCodexKilledAfterAnyWriteIsUndone(t *testing.T) {
	for _, r := range recordings(t) {
		var m Modes
		for i, e := range r.events {
			if e.kind != "o" {
				continue
			}
			m.Write([]byte(e.data))
			after := m
			after.Write(m.Undo())
			if left := after.Undo(); left != nil || after.Alternate() || !after.AtRest() {
				t.Fatalf("%s: killed after event %d, there is left %q", r.name, i, left)
			}
			if strings.Contains(string(m.Undo()), "\x1bc") {
				t.Fatalf("%s: the terminal is reset", r.name)
			}
		}
	}
}

func TestModesOfCodexInTheMiddleOfASession(t *testing.T) {
	r := readRecording(t, "testdata/recordings/0.171.0/tui-100x30.cast")
	var m Modes
	asked := 0
	for _, e := range r.events {
		if e.kind == "i" && e.data == "\r" {
			break
		}
		if e.kind == "i" && strings.HasPrefix(e.data, "\x1b[?62") {
			asked = m.Asked()
		}
		if e.kind == "o" {
			m.Write([]byte(e.data))
		}
	}
	if !m.Alternate() || m.KittyFlags() != 7 || !m.isChanged(2004) || !m.AtRest() || asked != 6 {
		t.Errorf("alternate %v, keyboard %d, paste %v, at rest %v, %d queries at the start",
			m.Alternate(), m.KittyFlags(), m.isChanged(2004), m.AtRest(), asked)
	}
}
