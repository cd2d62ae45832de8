package terminal

import (
	"reflect"
	"strings"
	"testing"
)

func TestParserCalls(t *testing.T) {
	// csi is how the recorder writes a sequence.
	csi := func(prefix, intermediate, final byte, sub uint32, params ...int32) Sequence {
		if params == nil {
			params = []int32{}
		}
		return Sequence{Prefix: prefix, Intermediate: intermediate, Final: final, params: params, sub: sub}
	}
	many := make([]int32, maxParams)
	for i := range many {
		many[i] = 1
	}
	tests := []struct {
		name, in string
		want     func(c *calls)
	}{
		{"text", "aé世", func(c *calls) { c.text("aé世") }},
		{"controls", "\r\x07\x7f\u0085", func(c *calls) { c.Control('\r'); c.Control(7); c.Control(0x85) }},
		{"malformed text", "\xc0\xaf|\xed\xa0\x80|\xf4\x90\x80\x80|\xe4\xb8|\xf0\x9f\x98", func(c *calls) {
			c.text("\ufffd\ufffd|\ufffd\ufffd\ufffd|\ufffd\ufffd\ufffd\ufffd|\ufffd|")
		}},
		{"missing and empty parameters", "\x1b[m\x1b[;5H\x1b[0m", func(c *calls) {
			c.CSI(csi(0, 0, 'm', 0))
			c.CSI(csi(0, 0, 'H', 0, missing, 5))
			c.CSI(csi(0, 0, 'm', 0, 0))
		}},
		{"sub-parameters", "\x1b[4:3;38:2::1m", func(c *calls) { c.CSI(csi(0, 0, 'm', 0b111010, 4, 3, 38, 2, missing, 1)) }},
		{"private marker and intermediate", "\x1b[?1007$p\x1b[>7u\x1b[2 q", func(c *calls) {
			c.CSI(csi('?', '$', 'p', 0, 1007))
			c.CSI(csi('>', 0, 'u', 0, 7))
			c.CSI(csi(0, ' ', 'q', 0, 2))
		}},
		{"ill-formed sequences are dropped", "\x1b[1?h\x1b[ 1q\x1b[ !q\x1b[1 2;mx", func(c *calls) { c.text("x") }},
		{"huge parameter", "\x1b[99999999999999999999A", func(c *calls) { c.CSI(csi(0, 0, 'A', 0, maxParam)) }},
		{"too many parameters", "\x1b[" + strings.Repeat("1;", maxParams) + "99;99m", func(c *calls) { c.CSI(csi(0, 0, 'm', 0, many...)) }},
		{"escapes", "\x1b7\x1b(0\x1b#8\x1b( 0\x1b((0", func(c *calls) {
			c.Escape(Sequence{Final: '7'})
			c.Escape(Sequence{Intermediate: '(', Final: '0'})
			c.Escape(Sequence{Intermediate: '#', Final: '8'})
		}},
		{"command ended by BEL and by ST", "\x1b]0;a\x07\x1b]0;é\x1b\\", func(c *calls) { c.OSC([]byte("0;a")); c.OSC([]byte("0;é")) }},
		{"command cut off", "\x1b]0;a\x1b[A\x1b]0;a\x18x\x1b]0;a\x1b\x1b\\", func(c *calls) {
			c.CSI(csi(0, 0, 'A', 0))
			c.text("x")
			c.Escape(Sequence{Final: '\\'})
		}},
		{"longest command", "\x1b]" + strings.Repeat("a", maxOSC) + "\x07", func(c *calls) { c.OSC([]byte(strings.Repeat("a", maxOSC))) }},
		{"overlong command is dropped", "\x1b]" + strings.Repeat("a", maxOSC+1) + "\x07x", func(c *calls) { c.text("x") }},
		{"device control", "\x1bP1;2$rq\x1b\\x\x1bP+q54\x1b\\", func(c *calls) {
			c.dcs(csi(0, '$', 'r', 0, 1, 2))
			c.text("x")
			c.dcs(csi(0, '+', 'q', 0))
		}},
		{"BEL does not end a device control string", "\x1bP1q\x07text\x1b\\x", func(c *calls) { c.dcs(csi(0, 0, 'q', 0, 1)); c.text("x") }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got, want calls
			var p Parser
			p.Write([]byte(tt.in), &got)
			tt.want(&want)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("calls\n%.300q, want\n%.300q", got.log, want.log)
			}
		})
	}
}

func TestParserKeepsNoGiantString(t *testing.T) {
	var p Parser
	var c calls
	p.Write([]byte("\x1b]"), &c)
	for range 100 {
		p.Write(make([]byte, 0), &c)
		p.Write([]byte(strings.Repeat("a", 10<<10)), &c)
	}
	if len(p.osc) > maxOSC {
		t.Errorf("%d bytes are kept of an endless string", len(p.osc))
	}
	p.Write([]byte("\x07"), &c)
	if cap(p.osc) > maxOSC/2 {
		t.Errorf("%d bytes are kept after its end", cap(p.osc))
	}
}
