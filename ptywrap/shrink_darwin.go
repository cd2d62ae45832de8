package ptywrap

// shrink has nothing to give back that Darwin counts as ours.
func shrink() {}
