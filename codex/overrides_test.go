package codex

import (
	"slices"
	"testing"
)

func TestAValueBehindASubcommand(t *testing.T) {
	for _, c := range []struct {
		argv []string
		want string
	}{
		{[]string{"-p", "a"}, ""}, {[]string{"-p", "a", "exec", "hi"}, ""}, {[]string{"exec", "-p", "b", "resume", "--last"}, "b"}, {[]string{"-p", "a", "exec", "-p", "b"}, "b"},
	} {
		args, err := ParseArgs(c.argv)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := args.ValueBehind("profile"); got != c.want || ok != (c.want != "") {
			t.Errorf("%q: %q", c.argv, got)
		}
	}
}

func TestOverridesOfAllLevelsAndOfTheInnermost(t *testing.T) {
	for _, c := range []struct{ argv, all, inner []string }{
		{[]string{"hi"}, nil, nil},
		{[]string{"-c", "a=1", "-c", "b=2"}, []string{"a=1", "b=2"}, []string{"a=1", "b=2"}},
		{[]string{"-c", "a=1", "exec", "-cb=2", "--config=c=3", "hi"}, []string{"a=1", "b=2", "c=3"}, []string{"b=2", "c=3"}},
		{[]string{"-c", "a=1", "exec", "hi"}, []string{"a=1"}, []string{"a=1"}},
	} {
		args, err := ParseArgs(c.argv)
		if err != nil {
			t.Fatal(err)
		}
		if all, inner := args.Overrides(), args.InnerOverrides(); !slices.Equal(all, c.all) || !slices.Equal(inner, c.inner) {
			t.Errorf("%q: %q, %q", c.argv, all, inner)
		}
	}
}

func TestAnAddedOverrideHidesNoneOfTheUsers(t *testing.T) {
	for _, c := range []struct{ argv, want []string }{
		{[]string{"exec", "hi"}, []string{"exec", "-c", "k=1", "hi"}},
		{[]string{"-c", "a=1", "exec", "hi"}, []string{"-c", "k=1", "-c", "a=1", "exec", "hi"}},
		{[]string{"-c", "a=1", "exec", "-c", "b=2", "hi"}, []string{"-c", "a=1", "exec", "-c", "k=1", "-c", "b=2", "hi"}},
		{[]string{"exec", "-c", "k=2", "hi"}, []string{"exec", "-c", "k=1", "hi"}},
		{[]string{"exec", "-c", "b=2", "resume", "--last", "hi"}, []string{"exec", "-c", "k=1", "-c", "b=2", "resume", "--last", "hi"}},
	} {
		args, err := ParseArgs(c.argv)
		if err != nil {
			t.Fatal(err)
		}
		if got := args.withOverride("k", "1").Argv(); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.argv, got, c.want)
		}
	}
}
