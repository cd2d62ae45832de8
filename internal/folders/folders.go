// Package folders decides where cxhook's own files are: the user's folders of the XDG base
// directory specification, on every system. It must not read or make any of them.
//
// On macOS too that is ~/.config and not ~/Library/Application Support: command line tools
// and their users keep such files there, and so say our own documents. Of the library xdg,
// which has Apple's folders there, it takes the home directory alone.
package folders

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// ErrNone is the error of whoever would write a file that has no place.
var ErrNone = errors.New("HOME is not set, so that there is no place for it")

// Config is the path of a file of settings. Like the others it is "" where no home directory is known, and need not exist.
func Config(file string) string { return path("XDG_CONFIG_HOME", ".config", file) }

// State is the path of a file of what cxhook saw and did.
func State(file string) string { return path("XDG_STATE_HOME", ".local/state", file) }

// Cache is the folder for what can be found out again.
func Cache() string { return path("XDG_CACHE_HOME", ".cache", "") }

// Elsewhere is where macOS's own programs keep their settings, and where cxhook does not look.
func Elsewhere() string { return filepath.Join(xdg.Home, "Library", "Application Support", name) }

const name = "cxhook"

// path is that of a file in the folder that a variable names by an absolute path, as the specification wants it.
func path(variable, inHome, file string) string {
	base := os.Getenv(variable)
	if !filepath.IsAbs(base) {
		if os.Getenv("HOME") == "" {
			return "" // the library would take the root directory
		}
		base = filepath.Join(xdg.Home, inHome)
	}
	return filepath.Join(base, name, file)
}
