package layers

import "github.com/cxhook/cxhook/codex"

// Kind names a layer of the configuration.
type Kind string

// The kinds of layers, highest first.
const (
	Flag     Kind = "flag"     // an option of its own, such as -m
	OSS      Kind = "oss"      // what --oss forces; only -m beats its model
	Managed  Kind = "managed"  // the preferences of a Mac's administrator, /etc/codex/managed_config.toml
	Override Kind = "override" // -c KEY=VALUE
	Review   Kind = "review"   // review_model, which beats even -m for a review
	Session  Kind = "session"  // the session that codex resume goes on with
	Project  Kind = "project"  // .codex/config.toml, nearest directory first
	Profile  Kind = "profile"  // $CODEX_HOME/NAME.config.toml, chosen by -p
	User     Kind = "user"     // $CODEX_HOME/config.toml
	System   Kind = "system"   // /etc/codex/config.toml
	BuiltIn  Kind = "built_in" // what Codex does unasked
	// Environment is a variable; no layer of a Stack is of this kind.
	Environment Kind = "environment"
)

// Reason says why Codex passes over a value or a whole layer.
type Reason string

// Why something is ignored.
const (
	Untrusted      Reason = "untrusted"       // a project file in a project that is not trusted
	NotForProjects Reason = "not_for_project" // a key that no project file may set
	UserIgnored    Reason = "user_ignored"    // --ignore-user-config
	NotListed      Reason = "not_listed"      // an effort of a model outside the catalogue, in older releases
	Broken         Reason = "broken"          // not valid TOML, or not readable
)

// Layer is one source of settings. Document is nil when there is no file or it
// cannot be read.
type Layer struct {
	Kind     Kind
	File     string // absolute path, "" for what is not a file
	Exists   bool
	Ignored  Reason // of the whole layer, "" if it counts
	Err      error  // why an existing file could not be read or parsed
	Document *Document
}

// State says what becomes of a value.
type State string

// The states of a value.
const (
	InForce    State = "in_force"
	Overridden State = "overridden"
	Ignored    State = "ignored"
)

// Setting is one value that one layer gives to a key, with its origin.
type Setting struct {
	Value  any // as TOML has it: string, int64, bool, map[string]any, …
	Kind   Kind
	Place  Place
	State  State
	Reason Reason // why it is ignored, "" otherwise
}

// Text is the value as a person writes it.
func (s Setting) Text() string {
	if _, ok := s.Value.(map[string]any); ok {
		return "{…}"
	}
	return codex.TOMLText(s.Value)
}
