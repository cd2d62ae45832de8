// Package folders decides where cxhook's own files are: the user's folders of the XDG base
// directory specification, on every system. It must not read or make any of them.
//
// On macOS too that is ~/.config and not ~/Library/Application Support: command line tools
// and their users keep such files there, and so say our own documents. Of the library xdg,
// which has Apple's folders there, it takes the home directory alone.
package folders

import (
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Config is the folder for settings. Like the others it need not exist.
func Config() string { return folder("XDG_CONFIG_HOME", ".config") }

// State is the folder for what cxhook saw and did.
func State() string { return folder("XDG_STATE_HOME", ".local/state") }

// Cache is the folder for what can be found out again.
func Cache() string { return folder("XDG_CACHE_HOME", ".cache") }

// Elsewhere is where macOS's own programs keep their settings, and where cxhook does not look.
func Elsewhere() string { return filepath.Join(xdg.Home, "Library", "Application Support", name) }

const name = "cxhook"

// folder is the one that a variable names by an absolute path, as the specification wants it.
func folder(variable, inHome string) string {
	base := os.Getenv(variable)
	if !filepath.IsAbs(base) {
		base = filepath.Join(xdg.Home, inHome)
	}
	return filepath.Join(base, name)
}
