package main

import (
	"os"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/lang"
)

// loadConfig reads the settings, the policy's variable above them. What is wrong with them is said when codex has
// ended: while it owns the screen there is no place for it.
func loadConfig() (config.Config, []config.Problem) {
	c, problems := config.Load(config.Path())
	switch p := config.Policy(os.Getenv(config.PolicyVariable)); {
	case p.Valid():
		c.OnCapacity = p
	case p != "":
		problems = append(problems, config.Problem{File: config.PolicyVariable, Text: lang.Say("settings.policy", string(p))})
	}
	return c, problems
}
