//go:build linux

package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// readable waits for something to read.
func readable(fd int, wait time.Duration) (bool, error) {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(fds, int(wait/time.Millisecond))
		if err != unix.EINTR {
			return n > 0, err
		}
	}
}
