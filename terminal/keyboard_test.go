package terminal

import "testing"

func TestKeyboardFlagsInForce(t *testing.T) {
	tests := []struct {
		name, in string
		want     int
	}{
		{"none", "", 0},
		{"pushed", "\x1b[>7u", 7},
		{"pushed without flags", "\x1b[>u", 0},
		{"popped", "\x1b[>1u\x1b[>7u\x1b[<u", 1},
		{"popped twice", "\x1b[>1u\x1b[>7u\x1b[<2u", 0},
		{"popped too often", "\x1b[=4u\x1b[>1u\x1b[<9u", 0},
		{"set", "\x1b[=5u", 5},
		{"bits added", "\x1b[>1u\x1b[=4;2u", 5},
		{"bits removed", "\x1b[>7u\x1b[=2;3u", 5},
		{"each screen has its own", "\x1b[>7u\x1b[?1049h", 0},
		{"back on the main screen", "\x1b[>7u\x1b[?1049h\x1b[>1u\x1b[?1049l", 7},
		{"the stack is bounded", "\x1b[>1u\x1b[>2u\x1b[>3u\x1b[>4u\x1b[>5u\x1b[>6u\x1b[>7u\x1b[>8u\x1b[>9u\x1b[>10u\x1b[>11u\x1b[>12u\x1b[>13u\x1b[>14u\x1b[>15u\x1b[>16u\x1b[>17u\x1b[<u", 16},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m Modes
			m.Write([]byte(tt.in))
			if m.KittyFlags() != tt.want {
				t.Errorf("flags %d, want %d", m.KittyFlags(), tt.want)
			}
		})
	}
}
