//go:build linux

// Command program is what scripts/measure runs in codex's place: small, without any
// work of its own at the start, on a raw terminal as codex has it.
//
//	program echo              writes "." and then a carriage return and the byte for every
//	                          byte that it reads: no line fills, nothing scrolls
//	program write KIND BYTES  writes "." and, for every byte that it reads, BYTES of
//	                          plain or coloured text and the word Fin
//	program first             writes "." and ends with the next byte
//
// It imports nothing but what talks to the kernel, so that its own start hides nothing.
package main

import (
	"os"
	"syscall"
	"unsafe"
)

// Words of text, about as long as those of an answer, and the same in colours, about
// as dense as codex's own diff.
const (
	plainLine    = "The parser reads one token ahead and keeps what it has read in a small buffer.\r\n"
	colouredLine = "\x1b[38;5;2m+\x1b[39m the \x1b[1mparser\x1b[22m reads \x1b[38;2;90;200;250mone\x1b[39m token \x1b[2mahead\x1b[22m\r\n"
)

func main() {
	args := os.Args
	if len(args) < 2 {
		os.Exit(2)
	}
	if args[1] != "first" {
		raw()
	}
	write([]byte("."))
	one := make([]byte, 1)
	switch args[1] {
	case "first":
		read(one)
	case "echo":
		for read(one) {
			write([]byte{'\r', one[0]})
		}
	case "write":
		line := plainLine
		if args[2] == "coloured" {
			line = colouredLine
		}
		total := 0
		for _, digit := range args[3] {
			total = total*10 + int(digit-'0')
		}
		var block []byte
		for len(block) < 16<<10 {
			block = append(block, line...)
		}
		for read(one) {
			for left := total; left > 0; left -= len(block) {
				write(block)
			}
			write([]byte("Fin"))
		}
	}
	os.Exit(0)
}

// raw switches off what the terminal does to bytes.
func raw() {
	var t syscall.Termios
	ioctl(syscall.TCGETS, &t)
	t.Iflag = 0
	t.Oflag = 0
	t.Lflag = 0
	t.Cc[syscall.VMIN], t.Cc[syscall.VTIME] = 1, 0
	ioctl(syscall.TCSETS, &t)
}

func ioctl(request uintptr, t *syscall.Termios) {
	_, _, _ = syscall.RawSyscall(syscall.SYS_IOCTL, 0, request, uintptr(unsafe.Pointer(t)))
}

// read and write do not tell the scheduler: there is one goroutine.
func read(b []byte) bool {
	n, _, _ := syscall.RawSyscall(syscall.SYS_READ, 0, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	return int(n) > 0
}

func write(b []byte) {
	for len(b) > 0 {
		n, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, 1, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
		switch {
		case errno == syscall.EINTR:
			continue
		case errno != 0:
			os.Exit(1)
		}
		b = b[n:]
	}
}
