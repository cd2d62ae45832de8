package ptywrap

import (
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// The benchmarks compare a program on a pseudo-terminal of its own with the same
// program behind the shim, seen from the terminal's end. The terminal here is a
// master in blocking mode, as most terminals have it.

// outer is the terminal of a benchmark: its master, raw from the start.
func outer(b *testing.B) (master, slave *os.File) {
	b.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		b.Fatal(err)
	}
	tio, err := getTermios(slave)
	if err != nil {
		b.Fatal(err)
	}
	if err := setTermios(slave, rawTermios(tio)); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { master.Close(); slave.Close() })
	return master, slave
}

// bare starts a program on the terminal, without us.
func bare(b *testing.B, slave *os.File, args ...string) (end func()) {
	b.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	return func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
}

// shimmed starts a program on the terminal through us, with an observer.
func shimmed(b *testing.B, slave *os.File, args ...string) (end func()) {
	b.Helper()
	term, err := OpenTerminal(TerminalOptions{TTY: slave})
	if err != nil {
		b.Fatal(err)
	}
	c, err := Start(term, Command{Path: args[0], Args: args[1:]})
	if err != nil {
		b.Fatal(err)
	}
	go func() {
		for {
			if e, _ := c.Events().Next(time.Time{}); e.Kind == Exited || e.Kind == 0 {
				return
			}
		}
	}()
	return func() { _ = c.Signal(syscall.SIGKILL); c.Wait(); term.Close() }
}

var both = map[string]func(*testing.B, *os.File, ...string) func(){"bare": bare, "shim": shimmed}

func benchmarkBoth(b *testing.B, run func(b *testing.B, start func(*testing.B, *os.File, ...string) func())) {
	for _, name := range []string{"bare", "shim"} {
		b.Run(name, func(b *testing.B) { run(b, both[name]) })
	}
}

// BenchmarkRoundTrip is a key and its echo by the program.
func BenchmarkRoundTrip(b *testing.B) {
	benchmarkBoth(b, func(b *testing.B, start func(*testing.B, *os.File, ...string) func()) {
		master, slave := outer(b)
		defer start(b, slave, helper("echo")...)()
		one := make([]byte, 1)
		if _, err := master.Read(one); err != nil { // it is ready
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := master.Write(one); err != nil {
				b.Fatal(err)
			}
			if _, err := master.Read(one); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkThroughput is a program that writes as fast as it can.
func BenchmarkThroughput(b *testing.B) {
	const size = 16 << 20
	benchmarkBoth(b, func(b *testing.B, start func(*testing.B, *os.File, ...string) func()) {
		b.SetBytes(size)
		for b.Loop() {
			master, slave := outer(b)
			end := start(b, slave, helper("flood", "16777216")...)
			if _, err := io.CopyN(io.Discard, master, size); err != nil {
				b.Fatal(err)
			}
			end()
		}
	})
}

// BenchmarkFirstByte is from the start of a program to its first output.
func BenchmarkFirstByte(b *testing.B) {
	benchmarkBoth(b, func(b *testing.B, start func(*testing.B, *os.File, ...string) func()) {
		master, slave := outer(b)
		one := make([]byte, 1)
		for b.Loop() {
			end := start(b, slave, "/bin/echo", "-n", "x")
			if _, err := master.Read(one); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			end()
			b.StartTimer()
		}
	})
}
