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
		o, err := Here(shellinit.Options{})
		if err != nil {
			return
		}
		if code, err := shellinit.Render(os.Args[2], o); err == nil {
			if _, err := os.Stdout.WriteString(code); err == nil {
				os.Exit(0)
			}
		}
	}
}

// Here completes the options of `cxhook init` by what this process and its user have.
func Here(o shellinit.Options) (shellinit.Options, error) {
	self, err := os.Executable()
	if err != nil {
		return o, fmt.Errorf("cannot tell where cxhook itself is: %w", err)
	}
	o.Self, o.Notices, o.Now = self, forecast.NoticePath(), time.Now()
	return o, nil
}
