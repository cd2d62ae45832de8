// Command cxhook puts a PTY shim between the shell and codex, and makes codex's
// "Selected model is at capacity" a one-key event. Each command has one file here;
// what the commands do lives in the packages that they call.
package main

import (
	"os"

	"github.com/cxhook/cxhook/demo"
	"github.com/cxhook/cxhook/internal/scriptedcodex"
	"github.com/cxhook/cxhook/ptywrap"
)

func main() {
	ptywrap.MonitorMain()
	if os.Getenv(demo.ScriptedVariable) != "" {
		os.Exit(scriptedcodex.Main(os.Args[1:], os.Stdin, os.Stdout))
	}
	os.Exit(execute(os.Args[1:]))
}
