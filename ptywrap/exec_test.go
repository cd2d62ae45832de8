package ptywrap

import (
	"errors"
	"os/exec"
	"testing"
)

func TestExecTakesThePlaceOfTheProcess(t *testing.T) {
	cmd := helper("exec", "/bin/sh", "other name", "-c", `echo "$0 $A"; exit 6`)
	c := exec.Command(cmd[0], cmd[1:]...)
	out, err := c.Output()
	var status *exec.ExitError
	if !errors.As(err, &status) || status.ExitCode() != 6 {
		t.Errorf("status %v, want 6", err)
	}
	if string(out) != "other name 1\n" {
		t.Errorf("output %q", out)
	}
}

func TestExecSaysWhyItFailed(t *testing.T) {
	for path, want := range map[string]int{"/no/such/program": 127, "/etc/passwd": 126} {
		var failed *StartError
		if err := Exec(path, []string{path}, nil); !errors.As(err, &failed) || failed.Code != want {
			t.Errorf("%s: %v, want code %d", path, err, want)
		}
	}
}
