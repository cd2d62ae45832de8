package rollout

import (
	"path/filepath"
	"slices"
)

// permissions is a permission profile, written from 0.13x on beside (0.171.0:
// in thread_settings instead of) the sandbox policy.
type permissions struct {
	Type       string `json:"type"` // "managed", "disabled", "external"
	Network    string `json:"network"`
	FileSystem struct {
		Type    string `json:"type"` // "restricted", "unrestricted"
		Entries []struct {
			Access string `json:"access"` // "read", "write", "deny"
			Path   struct {
				Type  string `json:"type"`
				Path  string `json:"path"`
				Value struct {
					Kind string `json:"kind"` // "root", "slash_tmp", "tmpdir", …
				} `json:"value"`
			} `json:"path"`
		} `json:"entries"`
	} `json:"file_system"`
}

// sandbox gives the profile as a sandbox policy. Custom is set where the
// profile says more than a policy can.
func (p permissions) sandbox(cwd string) Sandbox {
	s := Sandbox{Network: p.Network == "enabled"}
	switch p.Type {
	case "disabled":
		s.Mode, s.Network = "danger-full-access", true
		return s
	case "managed":
	default:
		s.Custom = true
		return s
	}
	if p.FileSystem.Type != "restricted" {
		s.Custom = true
		return s
	}
	var whole, slash, tmpdir, workspace bool
	for _, e := range p.FileSystem.Entries {
		kind := e.Path.Value.Kind
		switch {
		case e.Access == "read" && kind == "root":
			whole = true
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
	if workspace {
		s.Mode, s.NoSlashTmp, s.NoTmpdir = "workspace-write", !slash, !tmpdir
	} else if slash || tmpdir || len(s.WritableRoots) > 0 {
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
