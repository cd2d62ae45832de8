package recovery

import (
	"io"
	"os"
)

// Stdio are the standard files that codex has besides its terminal. The zero value
// has all three on the pseudo-terminal.
type Stdio struct {
	// Input is piped into codex, from its beginning for every codex of the run.
	Input io.Reader
	// Output and Errors go to codex as they are; nothing on them is seen by us.
	Output, Errors *os.File
}

// input is the piped standard input of one codex. A nil input is none.
type input struct {
	spool       *spool
	read, write *os.File
}

// pipeInput makes a pipe from which a codex will get the whole of the spool.
func pipeInput(s *spool) (*input, error) {
	if s == nil {
		return nil, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &input{s, r, w}, nil
}

// file is what codex reads; nil means the pseudo-terminal.
func (i *input) file() *os.File {
	if i == nil {
		return nil
	}
	return i.read
}

// started is called when codex has been started, or could not be: codex's end is
// closed here, and the input begins to flow, in a goroutine that ends with the spool
// or with codex.
func (i *input) started(err error) {
	if i == nil {
		return
	}
	i.read.Close()
	if err != nil {
		i.write.Close()
		return
	}
	i.spool.fill()
	go func() {
		_, _ = io.Copy(i.write, i.spool.reader()) // an error means that codex reads no more
		i.write.Close()
	}()
}
