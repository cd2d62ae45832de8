package codex

// Overrides are the values of every -c as written, "key=value", in the order
// in which they count: the last one that sets a key wins, and a subcommand's
// come after those before it.
func (a Args) Overrides() []string { return a.values(optConfig) }
