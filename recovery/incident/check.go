package incident

import "time"

const (
	// checkPause separates two looks at the session file.
	checkPause = 500 * time.Millisecond
	// doubtTime is how long the file has to name another model before we say so: a
	// turn begins with the old settings there and gets its own up to 0.2 s later.
	doubtTime = 2 * time.Second
	// dialogTime is how long a dialog has to stand before it is pointed out.
	dialogTime = 3 * time.Second
	// checkLimit is when the footer has to do: a session file that has no turn by
	// then is of a kind we cannot read.
	checkLimit = 20 * time.Second
)

// Check is what there is to find out about a choice once codex goes on: which model the first
// turn really asks, and what comes of it. It runs beside the states, since another incident may
// come meanwhile, and belongs to the one that it is the choice for. It is as pure as the Machine.
type Check struct {
	ID    ID        // "" for a model that was chosen before the run
	Want  string    // the model
	Retry bool      // it is the one of before: only another is worth a word
	Begun time.Time // when codex was told to go on, or started

	looked  time.Time // at the session file, last
	reading bool      // it is being read
	doubted time.Time // when the file first named another model than wanted
	told    bool      // the model is known and was said
	asked   bool      // that codex asks something first was said
}

// Look is what a look has shown.
type Look struct {
	Turn    bool   // the first turn has begun
	Model   string // that it asks, "" if the file does not tell yet
	Ended   bool   // it has ended
	Blocked bool   // a dialog is in front of codex's composer
}

// What a look leads to.
type (
	// Asks points out that codex asks something before it goes on.
	Asks struct{}
	// OnModel says which model codex is on.
	OnModel struct{ Used string }
	// Unread says that no session file tells it: what codex's footer shows has to do. The check is over.
	Unread struct{}
	// Over judges how the turn has ended. The check is over.
	Over struct{}
)

func (Asks) effect()    {}
func (OnModel) effect() {}
func (Unread) effect()  {}
func (Over) effect()    {}

// Due is when the next look makes sense: codex has written since the last one, or has
// been given enough time to begin. Zero: not before something happens.
func (c *Check) Due(lastOutput time.Time) time.Time {
	switch {
	case c == nil || c.reading:
		return time.Time{}
	case !c.looked.After(lastOutput.Add(checkPause)), !c.told && !c.doubted.IsZero():
		return c.looked.Add(checkPause)
	}
	for _, limit := range []time.Duration{dialogTime, checkLimit} {
		if at := c.Begun.Add(limit + checkPause); !c.told && c.looked.Before(c.Begun.Add(limit)) {
			return at
		}
	}
	return time.Time{}
}

// Begin reports whether a look is to begin now; Saw follows.
func (c *Check) Begin(now time.Time) bool {
	if c.reading || now.Sub(c.looked) < checkPause {
		return false
	}
	c.looked, c.reading = now, true
	return true
}

// Knows says that the model is known in another way, and was said.
func (c *Check) Knows() { c.told = true }

// Saw takes what a look has shown and returns what follows.
func (c *Check) Saw(l Look, now time.Time) (effects []Effect) {
	c.reading = false
	since := now.Sub(c.Begun)
	if !l.Turn && !c.asked && l.Blocked && since > dialogTime {
		c.asked = true
		effects = append(effects, Asks{})
	}
	if !l.Turn && !c.told && since > checkLimit {
		return append(effects, Unread{})
	}
	if l.Turn && !c.told && c.certain(l, now) {
		c.told = true
		effects = append(effects, OnModel{l.Model})
	}
	if l.Turn && l.Ended {
		effects = append(effects, Over{})
	}
	return effects
}

// certain reports whether the model that the file names is the last word on it.
func (c *Check) certain(l Look, now time.Time) bool {
	switch {
	case l.Model == "":
		return false
	case l.Model == c.Want || l.Ended:
		return true
	case c.doubted.IsZero():
		c.doubted = now
	}
	return now.Sub(c.doubted) >= doubtTime
}
