package ptywrap

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// device is a terminal, or the master of one, that is read and written with
// deadlines but not through the runtime's poller. A reader waits in the kernel
// for its own descriptor, so that a byte wakes the thread that passes it on and
// no other: through the poller a key and its echo took ten times as long on a
// busy machine. One goroutine reads and one writes at a time; deadlines and Close
// are for any.
type device struct {
	fd      int
	in, out side
	much    bool // the last read got much: the next one does not wait first
	closed  atomic.Bool
	use     sync.RWMutex // held while fd is in use; Close waits for it
}

// side is one direction of a device.
type side struct {
	wake     waker
	deadline atomic.Pointer[time.Time] // nil: none
}

// openTerminalFile opens a terminal so that reads take deadlines: a goroutine left
// in a read would take the next key from the shell. The flag must not be set on
// descriptor 0, which shares its open file with the shell.
func openTerminalFile(name string) (*device, error) {
	fd, err := unix.Open(name, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return newDevice(fd)
}

// duplicate makes a device of an open file, which stays open and becomes non-blocking.
func duplicate(f *os.File) (d *device, err error) {
	err = control(f, func(fd int) error {
		dup, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			return os.NewSyscallError("dup", err)
		}
		if err := unix.SetNonblock(dup, true); err != nil {
			unix.Close(dup)
			return err
		}
		d, err = newDevice(dup)
		return err
	})
	return d, err
}

// newDevice takes fd over, also if it fails.
func newDevice(fd int) (*device, error) {
	d := &device{fd: fd}
	var err error
	if d.in.wake, err = newWaker(); err == nil {
		if d.out.wake, err = newWaker(); err == nil {
			return d, nil
		}
		d.in.wake.close()
	}
	unix.Close(fd)
	return nil, os.NewSyscallError("wake", err)
}

// Read implements io.Reader. It fails with os.ErrDeadlineExceeded and
// os.ErrClosed as a file does.
func (d *device) Read(b []byte) (int, error) { return d.read(b, 0) }

// muchBytes is what a read gets at least of a terminal that is written to all the time, which hands out 4 KiB at most on
// Linux.
const muchBytes = 1 << 10

// errPause is returned by read when nothing came for a while.
var errPause = errors.New("a pause")

// read reads. If pause is not 0 it returns errPause when nothing came that long.
func (d *device) read(b []byte, pause time.Duration) (int, error) {
	d.use.RLock()
	defer d.use.RUnlock()
	for {
		wait, err := d.remaining(&d.in)
		if err != nil {
			return 0, err
		}
		paused := pause > 0 && (wait < 0 || pause < wait)
		if paused {
			wait = pause
		}
		if !d.much {
			if ready, woken := waitFor(d.fd, false, &d.in.wake, wait); !ready {
				if paused && !woken {
					return 0, errPause
				}
				continue
			}
		}
		n, err := readOnce(d.fd, b)
		d.much = n >= muchBytes
		switch {
		case n > 0:
			return n, nil
		case err == nil:
			return 0, io.EOF
		case err != unix.EINTR && err != unix.EAGAIN:
			return 0, os.NewSyscallError("read", err)
		}
	}
}

// Write implements io.Writer. It fails as a file does.
func (d *device) Write(b []byte) (done int, err error) {
	d.use.RLock()
	defer d.use.RUnlock()
	for done < len(b) {
		wait, err := d.remaining(&d.out)
		if err != nil {
			return done, err
		}
		n, err := writeOnce(d.fd, b[done:])
		switch {
		case n > 0:
			done += n
		case err == unix.EAGAIN:
			waitFor(d.fd, true, &d.out.wake, wait)
		case err != nil && err != unix.EINTR:
			return done, os.NewSyscallError("write", err)
		}
	}
	return done, nil
}

// writeNow makes one attempt to write and gives the number of bytes taken.
func (d *device) writeNow(b []byte) int {
	d.use.RLock()
	defer d.use.RUnlock()
	if d.closed.Load() {
		return 0
	}
	n, _ := unix.Write(d.fd, b)
	return max(n, 0)
}

// readNow reads what is there, whatever the deadline.
func (d *device) readNow(b []byte) int {
	d.use.RLock()
	defer d.use.RUnlock()
	if ready, _ := waitFor(d.fd, false, nil, 0); !ready || d.closed.Load() {
		return 0
	}
	n, _ := unix.Read(d.fd, b)
	return max(n, 0)
}

// remaining is the time until a side's deadline, negative without one.
func (d *device) remaining(s *side) (time.Duration, error) {
	if d.closed.Load() {
		return 0, os.ErrClosed
	}
	deadline := s.deadline.Load()
	if deadline == nil {
		return -1, nil
	}
	left := time.Until(*deadline)
	if left <= 0 {
		return 0, os.ErrDeadlineExceeded
	}
	return left, nil
}

// SetReadDeadline ends a read, also one that waits already, at t; the zero time
// means never.
func (d *device) SetReadDeadline(t time.Time) { d.in.setDeadline(t) }

// SetWriteDeadline does so for writes.
func (d *device) SetWriteDeadline(t time.Time) { d.out.setDeadline(t) }

func (s *side) setDeadline(t time.Time) {
	if t.IsZero() {
		s.deadline.Store(nil)
	} else {
		s.deadline.Store(&t)
	}
	s.wake.wake()
}

// Close ends a read and a write that wait, and closes the descriptor.
func (d *device) Close() error {
	if d.closed.Swap(true) {
		return os.ErrClosed
	}
	d.in.wake.wake()
	d.out.wake.wake()
	d.use.Lock()
	defer d.use.Unlock()
	d.in.wake.close()
	d.out.wake.close()
	return os.NewSyscallError("close", unix.Close(d.fd))
}

// SyscallConn implements syscall.Conn, for ioctls.
func (d *device) SyscallConn() (syscall.RawConn, error) { return deviceConn{d}, nil }

type deviceConn struct{ d *device }

// Control implements syscall.RawConn.
func (c deviceConn) Control(f func(fd uintptr)) error {
	c.d.use.RLock()
	defer c.d.use.RUnlock()
	if c.d.closed.Load() {
		return os.ErrClosed
	}
	f(uintptr(c.d.fd))
	return nil
}

// Read implements syscall.RawConn.
func (c deviceConn) Read(func(fd uintptr) (done bool)) error { return errors.ErrUnsupported }

// Write implements syscall.RawConn.
func (c deviceConn) Write(func(fd uintptr) (done bool)) error { return errors.ErrUnsupported }
