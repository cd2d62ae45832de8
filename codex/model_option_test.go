package codex

import (
	"strings"
	"testing"
)

func TestWithModelChangesTheModelAndNothingElse(t *testing.T) {
	for _, tt := range []struct{ name, argv, want string }{
		{"bare", "", "-m new"},
		{"prompt", "hi", "-m new hi"},
		{"replaced in place", "--oss -m old hi", "--oss -m new hi"},
		{"spelling kept: attached", "-mold hi", "-mnew hi"},
		{"spelling kept: =", "-m=old hi", "-m=new hi"},
		{"spelling kept: long", "--model old hi", "--model new hi"},
		{"spelling kept: long =", "hi --model=old", "hi --model=new"},
		{"an empty model", "--model= hi", "--model=new hi"},
		{"never after an image", "-i a.png", "-m new -i a.png"},
		{"exec", "exec hi", "exec -m new hi"},
		{"alias", "e hi", "e -m new hi"},
		{"exec after an outer option", "-c a=b exec -i x -- hi", "-c a=b exec -m new -i x -- hi"},
		{"exec resume", "exec -s read-only resume --last hi", "exec -s read-only resume -m new --last hi"},
		{"exec with a model above", "-m old exec resume ID", "-m new exec resume ID"},
		{"the inner of two", "-m a exec -m b hi", "-m a exec -m new hi"},
		{"one of two at a level", "exec -m a -m b hi", "exec -m new hi"},
		{"two above, one below", "-m a --model=b exec -m c hi", "--model=b exec -m new hi"},
		{"resume", "resume ID", "resume -m new ID"},
		{"review has no model", "review --base main", "-m new review --base main"},
		{"behind --", "-- -m", "-m new -- -m"},
		{"a value that looks like one", "-C -- hi", "-m new -C -- hi"},
		{"a word that looks like one", "exec -- --model=x", "exec -m new -- --model=x"},
		{"cluster-like value", "-c m=old hi", "-m new -c m=old hi"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := ParseArgs(strings.Fields(tt.argv))
			if got := strings.Join(a.WithModel("new"), " "); got != tt.want {
				t.Errorf("%q became %q, want %q", tt.argv, got, tt.want)
			}
		})
	}
}

func TestWithOverrideReplacesOrAdds(t *testing.T) {
	for _, tt := range []struct{ argv, want string }{
		{"hi", `-c k="v" hi`},
		{"-c k=1 -i a", `-c k="v" -i a`},
		{"-c k=1 exec -c k=2 -c kk=3 hi", `exec -c k="v" -c kk=3 hi`},
		{"resume --last", `resume -c k="v" --last`},
	} {
		a, err := ParseArgs(strings.Fields(tt.argv))
		if err != nil {
			t.Fatal(err)
		}
		b := a.withOverride("k", `"v"`)
		if got := strings.Join(b.Argv(), " "); got != tt.want {
			t.Errorf("%q became %q, want %q", tt.argv, got, tt.want)
		}
		if v, _ := b.override("k"); v != `"v"` {
			t.Errorf("%q: the override in force is %q", tt.argv, v)
		}
	}
}
