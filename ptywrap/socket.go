package ptywrap

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// socketPair gives two connected stream sockets: ours with deadlines, and one for the
// monitor, which blocks.
func socketPair() (ours, theirs *os.File, err error) {
	syscall.ForkLock.RLock()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(pair[0])
		unix.CloseOnExec(pair[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	for _, fd := range pair { // XNU gives them 8 KiB; what Linux gives by itself is enough
		_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF, socketBuffer)
		_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, socketBuffer)
	}
	if err := unix.SetNonblock(pair[0], true); err != nil {
		unix.Close(pair[0])
		unix.Close(pair[1])
		return nil, nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(pair[0]), "monitor"), os.NewFile(uintptr(pair[1]), "front"), nil
}

// socketBuffer is asked for in bytes, for each direction.
const socketBuffer = 256 << 10

// sendFiles sends a message that carries descriptors.
func sendFiles(conn *os.File, fds []int) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var sendErr error
	err = raw.Write(func(fd uintptr) bool {
		sendErr = unix.Sendmsg(int(fd), filesMessage(), unix.UnixRights(fds...), nil, 0)
		return sendErr != unix.EAGAIN && sendErr != unix.EINTR
	})
	if err == nil {
		err = os.NewSyscallError("sendmsg", sendErr)
	}
	return err
}

func filesMessage() []byte { return numberMessage(msgFiles, wireVersion).encode() }

// mostFiles is how many descriptors one message carries: two terminals and the program's
// three standard files.
const mostFiles = 5

// receiveFiles waits for such a message on a socket that blocks.
func receiveFiles(fd int) ([]int, error) {
	body := make([]byte, len(filesMessage()))
	rights := make([]byte, unix.CmsgSpace(mostFiles*4))
	for {
		n, size, _, _, err := unix.Recvmsg(fd, body, rights, 0)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		if string(body[:n]) != string(filesMessage()) {
			return nil, errMessage
		}
		messages, err := unix.ParseSocketControlMessage(rights[:size])
		if err != nil || len(messages) != 1 {
			return nil, errMessage
		}
		return unix.ParseUnixRights(&messages[0])
	}
}
