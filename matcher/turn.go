package matcher

import "slices"

// turn follows whether a turn of this codex is running and which failures were seen to arrive. A failure counts where
// it was not on the screen before, under a prompt that was: a replay draws both at once.
type turn struct {
	open      bool   // a turn has begun and its end has not been told
	submitted bool   // it began with a key or the command line, and no frame has shown it running yet
	busy      bool   // Codex says so with OSC 7501, since 0.163
	reported  bool   // OSC 7501 was seen
	errors    bool   // this codex reports with it that a turn failed, since 0.168
	failed    bool   // it has, since it last reported that a turn runs
	line      bool   // the working line is shown
	replays   bool   // an old conversation may be drawn before the next turn: resume, fork, or a slash command
	queued    bool   // prompts waited in a queue when it was last seen running
	fresh     int    // failures below the newest prompt that arrived during this turn
	behind    string // the newest prompt, if it was drawn with the failure of the turn before it; "" if not
	last      view
}

// submit notes that the user, or the command line, gave Codex a prompt.
func (t *turn) submit() { t.open, t.submitted = true, true }

// command notes that the user gave Codex a slash command: /resume, say, draws another conversation.
func (t *turn) command() {
	if !t.busy && !t.line {
		t.open, t.submitted, t.replays, t.fresh = false, false, true, 0
	}
}

// compact notes that the user had Codex compact the conversation. A refusal may come before a working line was ever
// drawn; unlike after a prompt it can only be below what stands there now.
func (t *turn) compact() {
	if !t.busy && !t.line {
		t.open, t.submitted, t.fresh = true, false, 0
	}
}

// state takes the state that Codex reports with OSC 7501: working, idle, error, done or clear.
func (t *turn) state(name string) {
	ran := t.busy
	t.reported = true
	t.busy = name == "working"
	switch name {
	case "working":
		t.open, t.failed = true, false
	case "error":
		t.errors, t.failed = true, true
	case "idle":
		if ran && t.errors { // interrupted
			t.open, t.fresh = false, 0
		}
	case "done", "clear":
		t.open, t.fresh = false, 0
	}
}

// see takes a frame and gives the failure that has just ended a turn, or nil.
func (t *turn) see(v view) *failure {
	before := t.last
	t.last = v
	t.line = v.working
	if v.working {
		t.open, t.replays, t.queued = true, false, v.queued
	}
	if !t.reported && !t.replays && v.newest() != "" && !slices.Contains(before.prompts, v.newest()) && len(v.below(len(v.prompts))) == 0 {
		t.open = true // before 0.163 a refusal may come before the working line was ever drawn
	}
	if !t.open {
		t.fresh = 0
		return nil
	}
	below := v.below(len(v.prompts))
	arrived := len(below) - before.count(v)
	if t.queued && overtakes(before, v) {
		t.behind = v.newest()
	}
	if v.working || v.newest() != t.behind || len(below) > 0 {
		t.behind = "" // that prompt's own turn counts
	}
	if t.behind != "" {
		below = v.between()
		arrived = len(below)
	}
	switch {
	case arrived > 0 && (t.submitted || continues(before, v)):
		t.fresh = arrived
	case len(below) == 0:
		t.fresh = 0
	}
	if v.working {
		t.submitted = false
	}
	if t.fresh == 0 || t.line || t.busy {
		return nil
	}
	last := below[len(below)-1]
	if last.buried || t.reported && t.errors && !t.failed {
		return nil
	}
	t.open, t.submitted, t.fresh, t.behind = false, false, 0, ""
	if len(below) > 1 && below[len(below)-2].verdict.Task == RemoteCompact {
		// A compaction that Codex ran itself: its message with the prefix, then without.
		last.verdict.Task, last.again = RemoteCompact, true
	}
	return &last
}

// newest is the first row of the newest prompt in sight, or "".
func (v view) newest() string {
	if len(v.prompts) == 0 {
		return ""
	}
	return v.prompts[len(v.prompts)-1]
}

// below gives the failures under prompt n, counted from 1; 0 stands for what is above all prompts.
func (v view) below(n int) []failure {
	i := slices.IndexFunc(v.failures, func(f failure) bool { return f.prompt >= n })
	if i < 0 {
		return nil
	}
	return v.failures[i:]
}

// between gives the failures under the prompt before the newest one.
func (v view) between() (list []failure) {
	for _, f := range v.failures {
		if f.prompt == len(v.prompts)-1 {
			list = append(list, f)
		}
	}
	return list
}

// overtakes says whether next shows the failure of the turn in v and, drawn with it, the prompt that was queued behind
// that turn. Codex then sends it, or loses it (0.106.0 and 0.171.0, where both come within milliseconds).
func overtakes(v, next view) bool {
	n := len(next.prompts)
	return n > 1 && next.prompts[n-2] == v.newest() && (n > len(v.prompts) || next.newest() != v.newest()) &&
		len(next.between()) > len(v.below(len(v.prompts)))
}

// count gives the failures that v showed under the newest prompt of next.
func (v view) count(next view) int {
	if len(next.prompts) == 0 {
		return len(v.below(len(v.prompts)))
	}
	newest := next.newest()
	for n := len(v.prompts); n > 0; n-- {
		if v.prompts[n-1] == newest {
			return len(v.below(n))
		}
	}
	return 0
}

// continues says whether next shows the same conversation as v, gone on: a prompt that was there is still there, or,
// where long output has driven all prompts out of sight, one of its rows; or the turn was running.
func continues(v, next view) bool {
	if len(next.prompts) == 0 {
		return v.working || slices.ContainsFunc(next.rows, func(h uint64) bool { return slices.Contains(v.rows, h) })
	}
	if len(v.prompts) == 0 {
		return v.working
	}
	return slices.Contains(next.prompts, v.newest())
}
