// Command cxhook puts a PTY shim between the shell and codex, and makes codex's
// "Selected model is at capacity" a one-key event. Each command has one file here;
// what the commands do lives in the packages that they call.
//
// The limits of a container are asked once: to follow them takes 0.3 of the 7 ms of a run's start.
//
//go:debug updatemaxprocs=0
package main

import (
	"os"

	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/demo"
	"github.com/cxhook/cxhook/internal/scriptedcodex"
	"github.com/cxhook/cxhook/lang"
)

func main() {
	if os.Getenv(demo.ScriptedVariable) != "" {
		os.Exit(scriptedcodex.Main(os.Args[1:], os.Stdin, os.Stdout))
	}
	lang.Use(language)
	os.Exit(execute(os.Args[1:]))
}

// language is what cxhook speaks to people. It is asked when there is something to say: reading the settings takes time
// that neither a shell's start nor codex's should wait for.
func language() lang.Language {
	settings, _ := config.Load(config.Path())
	return lang.Choose(settings.Language, os.Environ())
}
