package layers

import (
	"encoding/base64"
	"io/fs"
	"strings"
)

// Preferences is what the administrator of a Mac has set for Codex.
type Preferences struct {
	File    string // absolute path; empty: there are none
	Encoded string // config_toml_base64 of the domain com.openai.codex; empty: not set
	Err     error  // why that could not be read
}

// layers is the layer of the preferences, none without them. It stands above /etc/codex/managed_config.toml, which older
// releases read too (Codex's documentation of managed configuration; not seen on a Mac).
func (p Preferences) layers() []Layer {
	if p.File == "" || p.Encoded == "" && p.Err == nil {
		return nil
	}
	l := Layer{Kind: Managed, File: p.File, Exists: true, Err: p.Err}
	if l.Err == nil {
		text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(p.Encoded))
		if err != nil {
			l.Err = &fs.PathError{Op: "decode", Path: p.File, Err: err}
		} else {
			l.Document, l.Err = parse(p.File, text)
		}
	}
	return []Layer{l}
}
