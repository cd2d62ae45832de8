package ptywrap

// modes is what a Terminal needs to know about what the program has set on it.
// terminal.Modes is the implementation; the interface is here so that a test can
// show that a failing one never stops the bytes.
type modes interface {
	Write(b []byte)
	Answer(reply []byte)
	Undo() []byte
	Rescue() []byte
	Reassert() []byte
	AtRest() bool
	Alternate() bool
	Asked() int
	Version() uint64
}

// frozenModes stands in once the tracker has failed: it undoes what was known
// then, and lets nothing be drawn any more.
type frozenModes struct{ undo []byte }

func (frozenModes) Write([]byte)     {}
func (frozenModes) Answer([]byte)    {}
func (f frozenModes) Undo() []byte   { return f.undo }
func (f frozenModes) Rescue() []byte { return f.undo }
func (frozenModes) Reassert() []byte { return nil }
func (frozenModes) AtRest() bool     { return false }
func (frozenModes) Alternate() bool  { return false }
func (frozenModes) Asked() int       { return 0 }
func (frozenModes) Version() uint64  { return 0 }
