// Package cast reads and writes terminal recordings in asciicast version 2: a JSON header line, then one JSON array
// [seconds, kind, data] per line. It owns the file format only. It must never look at what the recorded bytes mean,
// and it imports nothing of this project.
package cast

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The event kinds of asciicast version 2 that this package knows by name, and Exit, which version 3 added. Readers
// pass on any other kind unchanged.
const (
	Output = "o" // bytes the program wrote to the terminal
	Input  = "i" // bytes the terminal sent to the program
	Resize = "r" // new size, as COLSxROWS
	Marker = "m" // a label for people
	Exit   = "x" // exit status of the program, in decimal
)

// What a Marker of this project's recorder says of the program.
const (
	LaunchMark = "$ "          // and a shell line: another program was started, after the one before had ended
	LostMark   = "output lost" // some of what the program wrote before this is not in the recording
)

// Header is the first line of a recording. Width and Height are columns and rows at the start. Command is the program
// as a shell line. Exit is its status where the recorder knew it when it wrote the header; a recording made live ends
// with an Exit event instead.
type Header struct {
	Version   int               `json:"version"`
	Width     int               `json:"width"`
	Height    int               `json:"height"`
	Timestamp int64             `json:"timestamp,omitempty"` // seconds since 1970
	Title     string            `json:"title,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	Command   string            `json:"command,omitempty"`
	Exit      *int              `json:"exit,omitempty"`
}

// Event is one line after the header. At is the time since the recording began. Data is text: a recorder must not
// split a character between two events, so concatenated Output data gives back the program's bytes wherever they were
// UTF-8.
type Event struct {
	At   time.Duration
	Kind string
	Data string
}

// Size reads the data of a Resize event.
func (e Event) Size() (cols, rows int, err error) {
	left, right, found := strings.Cut(e.Data, "x")
	if found {
		cols, err = strconv.Atoi(left)
		if err == nil {
			rows, err = strconv.Atoi(right)
		}
	}
	if !found || err != nil || cols < 1 || rows < 1 {
		return 0, 0, fmt.Errorf("size %q is not COLSxROWS", e.Data)
	}
	return cols, rows, nil
}

// Status reads the data of an Exit event.
func (e Event) Status() (int, error) {
	status, err := strconv.Atoi(e.Data)
	if err != nil {
		return 0, fmt.Errorf("exit status %q is not a number", e.Data)
	}
	return status, nil
}
