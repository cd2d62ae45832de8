package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// walk visits every command and topic that a user is told of.
func walk(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			walk(sub, visit)
		}
	}
}

func TestEveryCommandHasAnExampleOfItself(t *testing.T) {
	walk(newRoot(), func(c *cobra.Command) {
		if c.Runnable() && !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("%s: the example is %q", c.CommandPath(), c.Example)
		}
		if c.Example == "" {
			t.Errorf("%s has no example", c.CommandPath())
		}
	})
}
