package environ

import "testing"

func TestTheLastOfTwoVariablesCounts(t *testing.T) {
	env := []string{"HOME=/a", "HOMEPAGE=x", "EMPTY=", "HOME=/b=c"}
	for name, want := range map[string]string{"HOME": "/b=c", "EMPTY": "", "NONE": "", "HOM": ""} {
		if got := Value(env, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
