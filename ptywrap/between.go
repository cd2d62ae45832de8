package ptywrap

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// SignalError is returned by ReadInput when a signal arrived that ends a program.
type SignalError struct{ Signal syscall.Signal }

// Error implements error.
func (e *SignalError) Error() string { return "received signal " + e.Signal.String() }

// ErrDisturbed is returned by ReadInput when somebody else has changed the terminal's
// settings, and perhaps what it shows. The settings are ours again.
var ErrDisturbed = errors.New("the terminal was used by somebody else")

// Wake has ReadInput return soon, as at its deadline. Any goroutine may call it.
func (t *Terminal) Wake() { t.woken.Store(true) }

// signalCheck is how often ReadInput looks for a signal, at the settings, and whether it is woken.
const signalCheck = 50 * time.Millisecond

// ReadInput reads what is typed while no program runs. It fails with
// os.ErrDeadlineExceeded at the deadline, *SignalError on a signal to end,
// ErrDisturbed, and io.EOF or another error when the terminal has gone.
func (t *Terminal) ReadInput(deadline time.Time) ([]byte, error) {
	if b := t.takeTyped(); len(b) > 0 {
		return b, nil
	}
	buf := make([]byte, 4<<10)
	for {
		select {
		case s := <-t.signals:
			if sig := s.(syscall.Signal); sig != syscall.SIGTSTP {
				return nil, &SignalError{sig}
			}
		default:
		}
		if t.reassert() {
			return nil, ErrDisturbed
		}
		if t.woken.Swap(false) {
			return nil, os.ErrDeadlineExceeded
		}
		slice := time.Now().Add(signalCheck)
		if !deadline.IsZero() && deadline.Before(slice) {
			slice = deadline
		}
		t.tty.SetReadDeadline(slice)
		n, err := t.tty.Read(buf)
		t.tty.SetReadDeadline(time.Time{})
		if n > 0 {
			return buf[:n], nil
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) || slice.Equal(deadline) {
			return nil, err
		}
	}
}

func (t *Terminal) takeTyped() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.typed
	t.typed = nil
	return b
}
