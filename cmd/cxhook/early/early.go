// Package early does what people wait for before the rest of the program is initialised: main imports it for its
// initialisation, which comes, by the order of the import paths, before that of SQLite and of the HTTP client. It must
// import neither. What it does not know it leaves to the commands, which do the same, later.
package early

import (
	"fmt"
	"os"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/ptywrap"
	"github.com/cxhook/cxhook/shellinit"
)

func init() {
	if len(os.Args) < 3 {
		return
	}
	switch os.Args[1] {
	case "run":
		if isatty.IsTerminal(os.Stdin.Fd()) && isatty.IsTerminal(os.Stdout.Fd()) {
			ptywrap.StartAhead() // or dropped, by a run that needs none
		}
	case "init":
		if len(os.Args) > 3 {
			return
		}
		if code, err := Init(os.Args[2], shellinit.Options{}); err == nil {
			if _, err := os.Stdout.WriteString(code); err == nil {
				os.Exit(0)
			}
		}
	}
}

// Init is the code of `cxhook init`. It completes the options by what this process and its user have.
func Init(shell string, o shellinit.Options) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("cannot tell where cxhook itself is: %w", err)
	}
	o.Self, o.Notices, o.Now = self, forecast.NoticePath(), time.Now()
	return shellinit.Render(shell, o)
}
