package terminal

// privateMode carries out CSI ? mode h and l.
func (s *Screen) privateMode(mode int, on bool) {
	switch mode {
	case 6:
		s.origin = on
		s.moveTo(0, 0)
	case 7:
		s.noWrap = !on
		s.pending = s.pending && on
	case 25:
		s.hidden = !on
	case 47, 1047, 1049:
		s.alternate(mode, on)
	case 1048:
		if on {
			s.g.saved = s.cursor
		} else {
			s.restore()
		}
	case 2026:
		s.inked = 0
		if !on && s.hooks.Frame != nil {
			s.hooks.Frame()
		}
	}
}

// alternate enters or leaves the alternate screen. 1049 saves the cursor and enters a
// cleared one; 1047 clears it on leaving; 47 never clears.
func (s *Screen) alternate(mode int, on bool) {
	if on == s.Alternate() {
		return
	}
	s.pending = false
	if on {
		if mode == 1049 {
			s.main.saved = s.cursor
		}
		s.g = s.alt
		if mode == 1049 {
			s.clear()
		}
		return
	}
	if mode == 1047 {
		s.clear()
	}
	s.g = s.main
	if mode == 1049 {
		s.restore()
	}
}
