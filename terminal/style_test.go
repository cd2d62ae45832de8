package terminal

import "testing"

func TestStyleFollowsSGR(t *testing.T) {
	tests := []struct {
		in   string
		want Style
	}{
		{"1;2;3;5;6;7;8;9;53", Style{Attr: Bold | Faint | Italic | Blink | RapidBlink | Reverse | Hidden | Strike | Overline}},
		{"1;2;3;5;6;7;8;9;53;4;22;23;24;25;27;28;29;55", Style{}},
		{"1;31;", Style{}},
		{"1;31;0", Style{}},
		{"31;42", Style{FG: Indexed(1), BG: Indexed(2)}},
		{"31;42;39;49", Style{}},
		{"91;107", Style{FG: Indexed(9), BG: Indexed(15)}},
		{"38;5;200;1", Style{FG: Indexed(200), Attr: Bold}},
		{"48;2;1;2;3;1", Style{BG: RGB(1, 2, 3), Attr: Bold}},
		{"38:5:200;1", Style{FG: Indexed(200), Attr: Bold}},
		{"38:2:1:2:3;1", Style{FG: RGB(1, 2, 3), Attr: Bold}},
		{"38:2::1:2:3;1", Style{FG: RGB(1, 2, 3), Attr: Bold}},
		{"58;5;3;4:3", Style{UL: Indexed(3), Underline: Curly}},
		{"58:2::1:2:3;59", Style{}},
		{"4", Style{Underline: Single}},
		{"21", Style{Underline: Double}},
		{"4:0", Style{}},
		{"4:9", Style{Underline: Dashed}},
		{"38;5;1;48;5;9", Style{FG: Indexed(1), BG: Indexed(9), long: longFG | longBG}},
		{"38;5;1;31;48;5;9;41", Style{FG: Indexed(1), BG: Indexed(1)}},
		{"38;5;1;48;5;9;39;49", Style{}},
		{"38;5", Style{}},
		{"38;2;1;2", Style{}},
		{"38:5;1", Style{Attr: Bold}},
		{"38;5;256", Style{}},
		{"38;2;1;2;256", Style{}},
		{"1:2", Style{}},
		{"74;200", Style{}},
	}
	for _, tt := range tests {
		s := NewScreen(1, 1)
		s.Write([]byte("\x1b[" + tt.in + "m"))
		if s.pen != tt.want {
			t.Errorf("%s gives %+v, want %+v", tt.in, s.pen, tt.want)
		}
		again := NewScreen(1, 1)
		again.Write([]byte("\x1b[1;3;45m"))
		again.Write(tt.want.append(nil))
		if again.pen != tt.want {
			t.Errorf("%+v is written as %q, which gives %+v", tt.want, tt.want.append(nil), again.pen)
		}
	}
}

func TestColorTellsWhatItIs(t *testing.T) {
	if i, ok := Indexed(0).Index(); i != 0 || !ok {
		t.Errorf("indexed 0 is %d, %v", i, ok)
	}
	if r, g, b, ok := RGB(0, 1, 255).RGB(); r != 0 || g != 1 || b != 255 || !ok {
		t.Errorf("RGB is %d %d %d, %v", r, g, b, ok)
	}
	var none Color
	_, index := none.Index()
	_, _, _, rgb := none.RGB()
	_, direct := RGB(1, 2, 3).Index()
	if index || rgb || direct {
		t.Error("a colour is taken for one of another kind")
	}
}
