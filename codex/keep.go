package codex

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cxhook/cxhook/lang"
)

// Configuration keys that plans name.
const (
	keyEffort      = "model_reasoning_effort"
	keyServiceTier = "service_tier"
	keySandbox     = "sandbox_mode"
	keyApproval    = "approval_policy"
	keyReviewer    = "approvals_reviewer"
	keyProfile     = "default_permissions"
	keyWorkspace   = "sandbox_workspace_write"
	keyMigrations  = "notice.model_migrations"
)

// cannotKeep says why the session's settings cannot be named on a command
// line, "" if they can.
func (p *planner) cannotKeep() lang.Message {
	s := p.now
	switch {
	case p.Session == nil:
		return lang.Say("reason.no_permissions")
	case s.Sandbox.Mode == "":
		return lang.Say("reason.no_sandbox")
	case p.ownProfile():
	case s.Sandbox.Custom:
		return lang.Say("reason.no_flag")
	case !slices.Contains(sandboxes, s.Sandbox.Mode):
		return lang.Say("reason.sandbox", s.Sandbox.Mode)
	case s.Approval == "granular" || s.Approval == "":
		return lang.Say("reason.approval")
	case s.Mode != "" && s.Mode != "default":
		return lang.Say("reason.mode", s.Mode)
	case s.Cwd == "":
		return lang.Say("reason.no_directory")
	}
	return lang.Message{}
}

// sandboxes are the values that -s takes (0.106.0 to 0.171.0).
var sandboxes = []string{"read-only", "workspace-write", "danger-full-access"}

// ownProfile reports whether the session runs with a permission profile that
// the user has made. Its sandbox policy tells only a part of it, so it is
// named instead (seen on 0.171.0).
func (p *planner) ownProfile() bool {
	return p.now.Profile != "" && !strings.HasPrefix(p.now.Profile, ":")
}

// permissions names the working directory, sandbox and approval policy that
// the session last used, whatever the command line said: /permissions may
// have narrowed them since.
func (p *planner) permissions(mode Mode) []string {
	s := p.now
	var argv []string
	if s.Cwd != "" {
		argv = append(argv, "-C", s.Cwd) // or codex asks which directory to use
	}
	if s.Sandbox.Mode == "danger-full-access" && s.Approval == "never" && p.Args.Has(optBypass) {
		return append(argv, "--"+optBypass)
	}
	if slices.Contains(sandboxes, s.Sandbox.Mode) && !p.ownProfile() {
		argv = append(argv, "-s", s.Sandbox.Mode)
	}
	switch {
	case s.Approval == "", s.Approval == "granular":
	case mode == ModeExecResume: // exec has no -a: it asks nobody
	case s.Approval == "on-failure": // no longer a value of -a in 0.144
		argv = append(argv, override{keyApproval, `"on-failure"`}.argv()...)
	default:
		argv = append(argv, "-a", s.Approval)
	}
	return argv
}

// settings names the rest of what the session last used, as far as the
// configuration files would give something else.
func (p *planner) settings() []string {
	var argv []string
	for _, o := range append(p.access(), p.overrides()...) {
		argv = append(argv, o.argv()...)
	}
	return argv
}

// access names the parts of the permissions that have no flag.
func (p *planner) access() []override {
	var list []override
	s := p.now
	switch {
	case p.ownProfile() && !p.configured(keyProfile, s.Profile, ""):
		list = append(list, override{keyProfile, TOMLString(s.Profile)})
	case s.Sandbox.Mode == "workspace-write" && !p.ownProfile():
		list = append(list, p.workspace()...)
	}
	if s.Reviewer != "" && !p.configured(keyReviewer, s.Reviewer, "user") {
		list = append(list, override{keyReviewer, TOMLString(s.Reviewer)})
	}
	return list
}

// workspace names all of the workspace-write policy in one override, or
// nothing if it is the built-in one and no file says otherwise.
func (p *planner) workspace() []override {
	s := p.now.Sandbox
	roots := []string{}
	for _, root := range s.WritableRoots {
		if !p.added(root) {
			roots = append(roots, TOMLString(root))
		}
	}
	plain := len(roots) == 0 && !s.Network && !s.NoSlashTmp && !s.NoTmpdir
	if plain && p.Configured != nil && !p.Configured.mentions(keyWorkspace) {
		return nil
	}
	return []override{{keyWorkspace, "{writable_roots=[" + strings.Join(roots, ",") + "],network_access=" + strconv.FormatBool(s.Network) +
		",exclude_slash_tmp=" + strconv.FormatBool(s.NoSlashTmp) + ",exclude_tmpdir_env_var=" + strconv.FormatBool(s.NoTmpdir) + "}"}}
}

// writable reports whether a directory of --add-dir is still among the
// session's writable ones.
func (p *planner) writable(dir string) bool {
	return p.now.Sandbox.Mode == "workspace-write" && slices.Contains(p.now.Sandbox.WritableRoots, p.absolute(dir))
}

// added reports whether a --add-dir of the user already names the root.
func (p *planner) added(root string) bool {
	return slices.ContainsFunc(p.Args.values(optAddDir), func(dir string) bool { return p.absolute(dir) == root })
}

func (p *planner) absolute(dir string) string {
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(p.now.Cwd, dir)
}

// configured reports whether a key comes out as value without being named:
// every file that sets it says so, or none does and builtin is the same.
func (p *planner) configured(key, value, builtin string) bool {
	if p.Configured == nil {
		return false
	}
	values := p.Configured[key]
	if len(values) == 0 {
		return value == builtin
	}
	for _, v := range values {
		if v != value {
			return false
		}
	}
	return true
}

// replacedKey reports whether a -c of the user is dropped, because the
// session's last settings say it anew.
func (p *planner) replacedKey(key string) bool {
	switch {
	case key == keySandbox, key == keyApproval, key == keyReviewer, key == keyProfile:
		return true
	case key == keyWorkspace, strings.HasPrefix(key, keyWorkspace+"."):
		return true
	case key == keyEffort:
		return true
	case key == keyServiceTier:
		return p.now.ServiceTier != ""
	}
	return false
}
