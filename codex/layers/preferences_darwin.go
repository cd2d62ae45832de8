package layers

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// preferencesTime bounds the program that reads the preferences.
const preferencesTime = 2 * time.Second

// systemPreferences asks the program defaults, which is a part of macOS and merges the domain's files as Codex's
// CFPreferencesCopyAppValue does, if one of the files is there.
func systemPreferences() (p Preferences) {
	const plist = "com.openai.codex.plist"
	home, _ := os.UserHomeDir() // without one the file is not there
	for _, dir := range []string{"/Library/Managed Preferences/" + filepath.Base(os.Getenv("USER")), "/Library/Managed Preferences", "/Library/Preferences", filepath.Join(home, "Library/Preferences")} {
		if _, err := os.Stat(filepath.Join(dir, plist)); err == nil {
			p.File = filepath.Join(dir, plist)
			break
		}
	}
	if p.File == "" {
		return p
	}
	ctx, cancel := context.WithTimeout(context.Background(), preferencesTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, "/usr/bin/defaults", "read", "com.openai.codex", "config_toml_base64").Output()
	if _, missing := err.(*exec.ExitError); missing && ctx.Err() == nil {
		return p // the key is not set
	}
	if err != nil {
		p.Err = &fs.PathError{Op: "read", Path: p.File, Err: err}
	}
	p.Encoded = string(out)
	return p
}
