package appserver

import (
	"errors"
	"fmt"
)

// Reasons why a turn is not continued in place. Test with errors.Is; every
// one arrives inside an *Error.
var (
	// ErrNoDaemon: the socket is missing, or nobody listens on it (a daemon
	// that was killed leaves it behind).
	ErrNoDaemon = errors.New("no codex daemon is listening")
	// ErrForeign: the socket belongs to another user.
	ErrForeign = errors.New("the socket of the codex daemon belongs to another user")
	// ErrNotLoaded: the daemon does not run this thread; a TUI started with
	// --no-daemon, or with -c in 0.171.0, runs its thread itself.
	ErrNotLoaded = errors.New("the codex daemon does not run this thread")
	// ErrRunning: a turn is running on the thread, so nothing was started.
	ErrRunning = errors.New("a turn is running already")
	// ErrMoved: the thread's last turn did not fail, or is another one than
	// the caller means, so nothing was started.
	ErrMoved = errors.New("the refused turn is not the last one any more")
	// ErrChanged: the new turn would have had other permissions than the one
	// before. It has been interrupted.
	ErrChanged = errors.New("the permissions of the turn changed")
	// ErrStalled: the turn goes on, but the goal of the thread could not be taken up again.
	ErrStalled = errors.New("the goal was not taken up again")
	// ErrLost: the connection ended.
	ErrLost = errors.New("the codex daemon closed the connection")
	// ErrDraining: the daemon is about to end and takes no new turns.
	ErrDraining = errors.New("the codex daemon is shutting down")
	// ErrRefused: the daemon answered a request with an error of another kind.
	ErrRefused = errors.New("the codex daemon refused")
	// ErrProtocol: an answer that no release known here gives.
	ErrProtocol = errors.New("unexpected answer of the codex daemon")
)

// Error is what every method of this package fails with.
type Error struct {
	// Op is the step that failed: "dial", or the name of a request.
	Op string
	// Started is true if the daemon may have begun a turn that the caller did
	// not get to know: the connection or the context ended after the request
	// was sent. The session file tells. A fork made without looking could
	// work on the same files beside that turn.
	Started bool
	// Err is one of the reasons above, or the end of the context.
	Err error
}

// Error says where it failed and why.
func (e *Error) Error() string { return fmt.Sprintf("codex daemon: %s: %v", e.Op, e.Err) }

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// fail wraps err for the step op, once.
func fail(op string, err error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &Error{Op: op, Err: err}
}

func unexpected(op, format string, args ...any) error {
	return fail(op, fmt.Errorf("%w: "+format, append([]any{ErrProtocol}, args...)...))
}
