package terminal

// Sequence is one escape or control sequence: ESC or CSI, an optional private
// marker, parameters, an optional intermediate byte and the final byte. Its
// parameters belong to the Parser and are valid only during the Handler's call.
type Sequence struct {
	// Prefix is the private marker '<', '=', '>' or '?', or 0.
	Prefix byte
	// Intermediate is the byte 0x20 to 0x2F before the final byte, or 0. Sequences
	// with two of them are not handed out: nothing here has a use for one.
	Intermediate byte
	// Final is the byte that ends the sequence.
	Final byte

	params []int32 // missing marks a parameter left empty
	sub    uint32  // bit i: parameter i is joined to the one before it by a colon
}

// missing marks an empty parameter, which is not the same as 0 in some sequences.
const missing = -1

// Len is the number of parameters, empty ones and sub-parameters included.
func (s *Sequence) Len() int { return len(s.params) }

// Param returns parameter i, or otherwise if it is absent or empty.
func (s *Sequence) Param(i, otherwise int) int {
	if i >= len(s.params) || s.params[i] == missing {
		return otherwise
	}
	return int(s.params[i])
}

// Count returns parameter i as a repeat count or a 1-based position: at least 1.
func (s *Sequence) Count(i int) int { return max(1, s.Param(i, 1)) }

// Sub reports whether parameter i is a sub-parameter (":") of the one before it.
func (s *Sequence) Sub(i int) bool { return i < len(s.params) && s.sub&(1<<i) != 0 }

// is reports whether the sequence has this shape.
func (s *Sequence) is(prefix, intermediate, final byte) bool {
	return s.Prefix == prefix && s.Intermediate == intermediate && s.Final == final
}
