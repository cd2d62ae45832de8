package shellinit

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// What the waiter prints once it waits for a line, once the shell has put it
// into the foreground again, and once it has read its line.
const (
	waiting   = "codex waits"
	continued = "codex continues"
	ending    = "codex ends"
)

// waiterVariable makes the test binary play a codex that has the terminal.
const waiterVariable = "SHELLINIT_TEST_WAITER"

func TestMain(m *testing.M) {
	if os.Getenv(waiterVariable) != "" {
		os.Exit(wait())
	}
	os.Exit(m.Run())
}

// wait stays in the foreground until it reads a line, and returns the status
// written in it.
func wait() int {
	again := make(chan os.Signal, 1)
	signal.Notify(again, syscall.SIGCONT)
	go func() { // Ends with the process.
		for range again {
			fmt.Println(continued)
		}
	}()
	fmt.Println(waiting)
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	status, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return 99 // Nothing that a test asks for.
	}
	fmt.Println(ending)
	return status
}

// waits makes this session's fakes wait for a line.
func (s *session) waits() {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	s.env = append(s.env, "FAKE_WAIT="+self, waiterVariable+"=1")
}
