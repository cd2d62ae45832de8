// Package matcher owns what Codex CLI's words mean: Classify says what a text is, and Watcher finds, in what a
// running codex shows, the errors that end a turn. It is the only way from bytes to incidents, for
// live runs, replays and demos alike. It must never do I/O, start goroutines, or change a byte that passes.
package matcher

import "time"

// Surface is where an incident appeared.
type Surface string

// The surfaces. Inline is the terminal interface without the alternate screen: --no-alt-screen, and every release
// before 0.157.
const (
	TUI      Surface = "tui"
	Inline   Surface = "inline"
	Exec     Surface = "exec"
	ExecJSON Surface = "exec_json"
)

// Task is what the refused request was for.
type Task string

// The tasks. RemoteCompact is told by the words "Error running remote compact task: "; a compaction that Codex runs
// itself, as it does with a custom provider, prints the same sentence as a turn and is reported as one.
const (
	Turn          Task = "turn"
	RemoteCompact Task = "remote_compact"
)

// Incident is one live error that has ended a turn or a compaction: what it was, and where it was seen.
type Incident struct {
	Verdict
	At      time.Duration // since the watcher started, as the caller's clock had it
	Offset  int64         // bytes of output consumed when it was found
	Surface Surface
	// Unconfirmed says that the words tell the class by a part of them only, or not at all: nothing may be offered or done
	// before the session file's codex_error_info, or where it has none its end of the turn, says the same.
	Unconfirmed bool
}

// Class is the kind of a message.
type Class string

// The classes. NotAnError and CLIUsage are never incidents; CapacityRetrying is the same cause while Codex still tries by itself.
const (
	Capacity          Class = "capacity"
	CapacityRetrying  Class = "capacity_retrying"
	PolicyCapacity    Class = "policy_capacity"
	HighDemand        Class = "high_demand"
	ServerError       Class = "server_error"
	UsageLimit        Class = "usage_limit"
	RateLimit         Class = "rate_limit"
	ContextWindow     Class = "context_window"
	Auth              Class = "auth"
	ModelUnsupported  Class = "model_unsupported"
	ModelNotFound     Class = "model_not_found"
	EffortUnsupported Class = "effort_unsupported"
	ProviderConfig    Class = "provider_config"
	LocalConfig       Class = "local_config"
	Network           Class = "network"
	ContentPolicy     Class = "content_policy"
	Sandbox           Class = "sandbox"
	Session           Class = "session"
	CLIUsage          Class = "cli_usage"
	NotAnError        Class = "not_an_error"
	Unknown           Class = "unknown"
)
