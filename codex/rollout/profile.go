package rollout

import (
	"encoding/json"
	"path/filepath"
	"slices"
)

// permissions is a permission profile, written from 0.124 on beside (0.171.0:
// in thread_settings instead of) the sandbox policy. In 0.124 the two types
// are missing, and full access is the right to write at the root.
type permissions struct {
	Type       string  `json:"type"` // "managed", "disabled", "external"
	Network    network `json:"network"`
	FileSystem struct {
		Type    string `json:"type"` // "restricted", "unrestricted"
		Entries []struct {
			Access string `json:"access"` // "read", "write", "deny"
			Path   struct {
				Type  string `json:"type"`
				Path  string `json:"path"`
				Value struct {
					// "root", "slash_tmp", "tmpdir", "current_working_directory" (0.124),
					// "project_roots" (0.130), …
					Kind    string `json:"kind"`
					Subpath string `json:"subpath"` // of project_roots; "" for the root itself
				} `json:"value"`
			} `json:"path"`
		} `json:"entries"`
	} `json:"file_system"`
}

// network is whether commands may use it: "enabled", or {"enabled":true} in 0.124.
type network bool

func (n *network) UnmarshalJSON(text []byte) error {
	var o struct {
		Enabled bool `json:"enabled"`
	}
	*n = network(json.Unmarshal(text, &o) == nil && o.Enabled || string(text) == `"enabled"`)
	return nil
}

// profile reads a permission profile. One in a form that is not known is custom.
func profile(raw json.RawMessage, cwd string) Sandbox {
	var p permissions
	if json.Unmarshal(raw, &p) != nil {
		return Sandbox{Custom: true}
	}
	return p.sandbox(cwd)
}

// sandbox gives the profile as a sandbox policy. Custom is set where the
// profile says more than a policy can.
func (p permissions) sandbox(cwd string) Sandbox {
	s := Sandbox{Network: bool(p.Network)}
	untyped := p.Type == "" && p.FileSystem.Type == ""
	switch {
	case p.Type == "disabled":
		s.Mode, s.Network = "danger-full-access", true
		return s
	case !untyped && (p.Type != "managed" || p.FileSystem.Type != "restricted"):
		s.Custom = true
		return s
	}
	var whole, slash, tmpdir, workspace, all bool
	for _, e := range p.FileSystem.Entries {
		kind := e.Path.Value.Kind
		switch {
		case e.Access == "read" && kind == "root":
			whole = true
		case e.Access == "write" && kind == "root" && untyped:
			whole, all = true, true
		case e.Access == "write" && kind == "current_working_directory" && untyped:
			workspace = true
		case e.Access == "write" && kind == "project_roots" && e.Path.Value.Subpath == "":
			workspace = true
		case e.Access == "read" && kind == "project_roots":
			s.Custom = s.Custom || !protected(e.Path.Value.Subpath)
		case e.Access == "read" && e.Path.Type == "path":
			s.Custom = s.Custom || !protected(e.Path.Path)
		case e.Access == "write" && kind == "slash_tmp":
			slash = true
		case e.Access == "write" && kind == "tmpdir":
			tmpdir = true
		case e.Access == "write" && e.Path.Type == "path" && filepath.Clean(e.Path.Path) == filepath.Clean(cwd):
			workspace = true
		case e.Access == "write" && e.Path.Type == "path":
			s.WritableRoots = append(s.WritableRoots, e.Path.Path)
		default:
			s.Custom = true
		}
	}
	s.Mode = "read-only"
	switch {
	case all:
		s.Mode = "danger-full-access"
		s.Custom = s.Custom || len(p.FileSystem.Entries) > 1 || !s.Network
	case workspace:
		s.Mode, s.NoSlashTmp, s.NoTmpdir = "workspace-write", !slash, !tmpdir
	case slash || tmpdir || len(s.WritableRoots) > 0:
		s.Custom = true
	}
	s.Custom = s.Custom || !whole
	return s
}

// protected reports whether Codex itself keeps a folder of a writable root
// read-only under every workspace-write policy (.aws since 0.17x).
func protected(path string) bool {
	return slices.Contains([]string{".git", ".agents", ".codex", ".aws"}, filepath.Base(path))
}
