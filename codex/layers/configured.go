package layers

import (
	"path/filepath"

	"github.com/cxhook/cxhook/codex"
)

// Configured reads the files that count for a run, and no others: nothing of a project
// that is not trusted. It gives nil, which is "unknown", if one of them cannot be read.
func Configured(o Options) codex.Configured {
	o.counting = true
	if real, err := filepath.EvalSymlinks(o.Dir); err == nil {
		o.Dir = real
	}
	stack, err := Read(o)
	if err != nil {
		return nil
	}
	c := codex.Configured{}
	for _, l := range stack.Layers {
		switch {
		case l.File == "" || l.Ignored != "" || !l.Exists:
		case l.Err != nil:
			return nil
		default:
			c.Add(l.Document.values)
		}
	}
	return c
}
