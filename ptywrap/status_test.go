package ptywrap

import (
	"syscall"
	"testing"
)

func TestWhatWaitTellsIsReadAsTheKernelMeansIt(t *testing.T) {
	const linux, xnu = syscall.Signal(18), syscall.Signal(19) // the numbers of SIGCONT
	for _, test := range []struct {
		name   string
		cont   syscall.Signal
		status uint32
		want   change
	}{
		{"Linux, SIGSTOP", linux, 0x137f, change{stopped, 19}},
		{"Linux, SIGTSTP", linux, 0x147f, change{stopped, 20}},
		{"Linux, continued", linux, 0xffff, change{state: continued}},
		{"Linux, exit 3", linux, 0x0300, change{}},
		{"Linux, exit 127", linux, 0x7f00, change{}},
		{"Linux, killed", linux, 0x0009, change{}},
		{"Linux, dumped core", linux, 0x008b, change{}},
		{"XNU, SIGSTOP", xnu, 0x117f, change{stopped, 17}},
		{"XNU, SIGTSTP", xnu, 0x127f, change{stopped, 18}},
		{"XNU, SIGTTIN", xnu, 0x157f, change{stopped, 21}},
		{"XNU, continued", xnu, 0x137f, change{state: continued}},
		{"XNU, exit 3", xnu, 0x0300, change{}},
		{"XNU, killed", xnu, 0x0009, change{}},
	} {
		if got := changeOf(test.status, test.cont); got != test.want {
			t.Errorf("%s: %#x is %+v, want %+v", test.name, test.status, got, test.want)
		}
	}
}
