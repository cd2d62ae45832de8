package rollout

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync"

	"github.com/cxhook/cxhook/internal/untrusted"
)

// Follower reads one session file as it grows: each time only what was added since the last. It is for one goroutine at a
// time, and holds no descriptor between calls.
type Follower struct {
	path string
	info fs.FileInfo // of what was read, nil before
	state
}

// Offset is how far the file was taken in, in bytes.
func (f *Follower) Offset() int64 { return f.Taken }

// Lines counts the lines so far that could not be read.
func (f *Follower) Lines() int { return f.Unread }

// state is what a follower goes on with.
type state struct {
	Form   int    // of the state: formNow
	Taken  int64  // offset of the end of the last line taken in
	Mark   uint64 // of the file's first bytes and of those before that offset
	Unread int    // lines that could not be read
	reader
}

// formNow is the form of a state that this release keeps and goes on with.
const formNow = 2

const (
	// tellingSize is how much of a line tells its name, in bytes, though its end is not written yet.
	tellingSize = 160
	// markSize is how much of a file's beginning, and of what lies before an offset, tells a file that grew from one that
	// was written anew.
	markSize = 256
	// stretch is how much one reading takes in at most, in bytes, and turnsAtOnce how many turns that have ended: so much
	// of a file of any size and form is held at a time by who takes it in stretches.
	stretch     = 64 << 20
	turnsAtOnce = 1024
	// openLimit bounds the turns that are waited for once what has ended was taken. Codex runs one at a time; a second one
	// opens when a prompt is queued.
	openLimit = 8
)

// Follow names a session file to read; nothing is read yet.
func Follow(path string) *Follower { return &Follower{path: path} }

// Resume is Follow for a file of which a follower has read something and left this State.
func Resume(path string, left []byte) *Follower {
	f := Follow(path)
	if json.Unmarshal(left, &f.state) != nil || f.Form != formNow {
		f.state = state{}
	}
	return f
}

// State is what Resume goes on with. It holds names and times, and no text of users or models.
func (f *Follower) State() []byte {
	f.Form = formNow
	text, err := json.Marshal(f.state)
	if err != nil {
		return nil // a year beyond 9999; the file is then read from its beginning
	}
	return text
}

// Advance takes in what was added to the file, and returns the session as far as it is written. A file that was replaced,
// cut short or written anew is read from its beginning. It fails if the file cannot be opened or read; the error wraps
// ErrNoSession if it holds none.
func (f *Follower) Advance() (Session, error) { return f.whole(false) }

func (f *Follower) whole(last bool) (Session, error) {
	_, err := f.read(math.MaxInt64, math.MaxInt, last)
	if err == nil && f.ID == "" {
		err = fmt.Errorf("session file %s: %w", f.path, ErrNoSession)
	}
	if err != nil {
		return Session{}, err
	}
	f.settle()
	s := f.Session
	s.Path, s.Turns = f.path, slices.Clone(s.Turns) // the next reading writes to its own
	return s, nil
}

// Read reads a session file as far as it is written; see Advance.
func Read(path string) (Session, error) { return Follow(path).whole(true) }

// AdvanceSome is Advance for who takes the turns one after the other, with Take: done is false if there is more to read.
func (f *Follower) AdvanceSome() (done bool, err error) { return f.read(stretch, turnsAtOnce, false) }

// Take returns the session with the turns that have ended since it was last called, and those that run as far as they are
// known. What has ended is then forgotten.
func (f *Follower) Take() Session {
	s := f.Session
	f.Turns = nil
	for i, t := range s.Turns {
		if t.Ended.IsZero() && (t.ID != "" || i == len(s.Turns)-1) { // no line tells more of the others
			f.Turns = append(f.Turns, t)
		}
	}
	f.Turns = f.Turns[max(0, len(f.Turns)-openLimit):]
	return s
}

// read takes in some bytes more, and so many turns. last says that the last line counts though it has no end.
func (f *Follower) read(limit int64, turns int, last bool) (done bool, err error) {
	file, err := untrusted.Open(f.path)
	if err != nil {
		return false, fmt.Errorf("session file: %w", err)
	}
	defer file.Close()
	if err := f.goOn(file); err != nil {
		return false, fmt.Errorf("session file: %w", err)
	}
	src := newLines(file)
	defer src.close()
	for stop, most := f.Taken+min(limit, math.MaxInt64-f.Taken), len(f.Turns)+min(turns, math.MaxInt-len(f.Turns)); err == nil && f.Taken < stop && len(f.Turns) < most; {
		err = f.take(src, last)
	}
	if done = errors.Is(err, io.EOF); done {
		err = nil
	}
	if err != nil {
		return false, fmt.Errorf("session file %s: %w", f.path, err)
	}
	f.Mark, _ = mark(file, f.Taken) // without it the file is read from its beginning
	return done, nil
}

// take takes the next line in.
func (f *Follower) take(src *lines, last bool) error {
	line, whole, err := src.next(f.needs)
	if f.ID == "" && (len(line) >= tellingSize || len(line) > 0 && err == nil) {
		if _, foreign := f.needs(line); foreign != nil {
			return foreign
		}
	}
	if err != nil && (err != io.EOF || !last) {
		return err
	}
	if len(line) > 0 {
		if !f.line(line, whole) && err == nil {
			f.Unread++
		}
	}
	if err == nil {
		f.Taken += src.size
	}
	return err
}

// goOn sets the file to where the last reading has stopped, if it is still the same up to there, or else to its beginning.
func (f *Follower) goOn(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	same := info.Size() >= f.Taken && (f.info == nil || os.SameFile(f.info, info))
	if same && f.Taken > 0 {
		m, err := mark(file, f.Taken)
		same = err == nil && m == f.Mark
	}
	if f.info = info; !same {
		f.state = state{}
	}
	_, err = file.Seek(f.Taken, io.SeekStart)
	return err
}

// mark is a checksum of the file's first bytes and of those before the offset.
func mark(f *os.File, offset int64) (uint64, error) {
	n := min(markSize, offset)
	h := fnv.New64a()
	for _, at := range []int64{0, offset - n} {
		if _, err := io.CopyN(h, io.NewSectionReader(f, at, n), n); err != nil {
			return 0, err
		}
	}
	return h.Sum64(), nil
}

// Followers keeps a Follower of each file that was read, so that to read it again costs what was added. The zero value is
// ready, for any goroutines.
type Followers struct {
	mutex sync.Mutex
	files map[string]*Follower
}

// followed bounds how many files are kept in mind: more than one run of Codex ever asks about.
const followed = 64

// Read is Read for a file that may have been read before.
func (f *Followers) Read(path string) (Session, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.files == nil || len(f.files) >= followed && f.files[path] == nil {
		f.files = map[string]*Follower{}
	}
	if f.files[path] == nil {
		f.files[path] = Follow(path)
	}
	return f.files[path].Advance()
}
