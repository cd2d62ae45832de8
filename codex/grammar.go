package codex

// Takes says how many values an option takes.
type Takes uint8

// The arities that Codex's options have.
const (
	TakesNone Takes = iota // a switch
	TakesOne               // exactly one value
	TakesMany              // one or more: it eats every word up to the next option
)

// Option is one option at one level of Codex's command line.
type Option struct {
	// Level is the subcommand it belongs to: "" for codex itself, "exec",
	// "exec resume", "resume" and so on.
	Level string `json:"level"`
	// Long is the name without dashes; Short is 0 when there is none.
	Long  string `json:"long"`
	Short rune   `json:"short,omitempty"`
	Takes Takes  `json:"takes,omitempty"`
	// Repeats is true if it may be given more than once at its level. Codex
	// refuses a second one of the others (exit status 2).
	Repeats bool `json:"repeats,omitempty"`
}

// Names of the options that plans read or write.
const (
	optModel    = "model"
	optConfig   = "config"
	optImage    = "image"
	optSandbox  = "sandbox"
	optApproval = "ask-for-approval"
	optCwd      = "cd"
	optBypass   = "dangerously-bypass-approvals-and-sandbox"
	optFullAuto = "full-auto"
	optReviewed = "approve-for-me"
	optWorktree = "worktree"
	optLast     = "last"
	optAll      = "all"
	optNonInter = "include-non-interactive"
	optJSON     = "json"
	optNoDaemon = "no-daemon"
	optInline   = "no-alt-screen"
	optAddDir   = "add-dir"
	optProfile  = "profile"
	optRemote   = "remote"
	optEphem    = "ephemeral"
)

// aliases maps hidden and former spellings to the option they mean.
var aliases = map[string]string{
	"yolo":              optBypass,   // hidden, every release
	"not-so-yolo":       optReviewed, // hidden, 0.171.0
	"experimental-json": optJSON,     // hidden, every release
}

// The option sets are the union of what the releases 0.100 to 0.171 accept.
// Whether the installed release accepts one is for Codex to say.
var (
	everywhere = []Option{
		{Long: optConfig, Short: 'c', Takes: TakesOne, Repeats: true},
		{Long: "enable", Takes: TakesOne, Repeats: true},
		{Long: "disable", Takes: TakesOne, Repeats: true},
		{Long: "strict-config"}, // not in 0.106
		{Long: optRemote, Takes: TakesOne},
		{Long: "remote-auth-token-env", Takes: TakesOne},
		{Long: "help", Short: 'h'},
	}
	turn = []Option{ // what a turn is run with, accepted by codex exec resume too
		{Long: optModel, Short: 'm', Takes: TakesOne},
		{Long: optFullAuto}, // 0.106; hidden in 0.144; gone in 0.171
		{Long: optBypass},
		{Long: "dangerously-bypass-hook-trust"}, // not in 0.106
		{Long: optWorktree},                     // from 0.15x
	}
	session = []Option{ // what a session is opened with
		{Long: "oss"},
		{Long: "local-provider", Takes: TakesOne},
		{Long: optProfile, Short: 'p', Takes: TakesOne},
		{Long: optSandbox, Short: 's', Takes: TakesOne},
		{Long: optReviewed}, // from 0.15x
		{Long: optCwd, Short: 'C', Takes: TakesOne},
		{Long: optAddDir, Takes: TakesOne, Repeats: true},
		{Long: "version", Short: 'V'},
	}
	screen = []Option{ // the TUI's own
		{Long: optApproval, Short: 'a', Takes: TakesOne},
		{Long: "search"},
		{Long: optInline},
		{Long: optNoDaemon}, // from 0.15x
	}
	script = []Option{ // codex exec's own, inherited by its subcommands
		{Long: "skip-git-repo-check"},
		{Long: "trust"},
		{Long: optEphem},
		{Long: "ignore-user-config"},
		{Long: "ignore-rules"},
		{Long: "output-schema", Takes: TakesOne},
		{Long: "thread-source", Takes: TakesOne},
		{Long: "cyber-access-program", Takes: TakesOne},
		{Long: optJSON},
		{Long: "output-last-message", Short: 'o', Takes: TakesOne},
	}
	colour = []Option{
		{Long: "color", Takes: TakesOne},
		{Long: "progress-cursor"}, // 0.106
	}
	review = []Option{
		{Long: "uncommitted"},
		{Long: "base", Takes: TakesOne},
		{Long: "commit", Takes: TakesOne},
		{Long: "title", Takes: TakesOne},
		{Long: "trust"},
	}
	recent   = []Option{{Long: optLast}, {Long: optAll}}
	scripted = []Option{{Long: optNonInter}}
	greedy   = []Option{{Long: optImage, Short: 'i', Takes: TakesMany, Repeats: true}}
	one      = []Option{{Long: optImage, Short: 'i', Takes: TakesOne, Repeats: true}}
)

// level is one level of the command line: its options, how many positional
// words it takes and which words lead to the level below.
type level struct {
	options     [][]Option
	positionals int
	commands    map[string]string // word -> name of the level below
}

// opaque is the level of every subcommand that runs no turn: what follows
// its name is not read.
const opaque = "other"

var levels = map[string]level{
	"":            {[][]Option{everywhere, turn, session, screen, greedy}, 1, rootCommands},
	"resume":      {[][]Option{everywhere, turn, session, screen, greedy, recent, scripted}, 2, nil},
	"fork":        {[][]Option{everywhere, turn, session, screen, greedy, recent}, 2, nil},
	"agents":      {[][]Option{everywhere, turn, session, screen}, 0, nil}, // in 0.144 and older the word is a prompt
	"review":      {[][]Option{everywhere, review}, 1, nil},
	"exec":        {[][]Option{everywhere, turn, session, script, colour, greedy}, 1, execCommands},
	"exec resume": {[][]Option{everywhere, turn, script, recent, one}, 2, nil},
	"exec fork":   {[][]Option{everywhere, turn, script, one}, 2, nil},
	"exec review": {[][]Option{everywhere, turn, script, review}, 1, nil},
	opaque:        {nil, 0, nil},
}

var rootCommands = map[string]string{
	"exec": "exec", "e": "exec",
	"resume": "resume",
	"fork":   "fork",
	"review": "review",
	"agents": "agents",
}

var execCommands = map[string]string{
	"resume": "exec resume",
	"fork":   "exec fork",
	"review": "exec review",
	"help":   opaque,
}

func init() {
	for _, name := range []string{
		"login", "logout", "mcp", "mcp-server", "plugin", "app-server", "app", "remote-control",
		"completion", "update", "doctor", "sandbox", "debug", "execpolicy", "apply", "a",
		"archive", "delete", "unarchive", "queue", "migrate-rollouts", "migrate-nfs-db",
		"cloud", "cloud-tasks", "exec-server", "features", "responses-api-proxy", "tcp-tunnel",
		"git-credential", "stdio-to-uds", "help",
	} {
		rootCommands[name] = opaque
	}
}
