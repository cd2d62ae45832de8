package recovery

import (
	"errors"
	"slices"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/matcher"
)

// Why the conversation of a codex is not known.
var (
	errNoConversation = errors.New("codex keeps no file of what was refused (a side conversation, or --ephemeral)")
	errManyCandidates = errors.New("it is not certain which conversation was refused")
	errNotMain        = errors.New("an agent's or a side conversation was refused, not the main one")
)

// clues are what the screen tells of the conversation.
type clues struct {
	id     string    // empty if codex has shown none
	shown  time.Time // when the error was shown, zero for none
	prompt string    // what was asked, as lastPrompt gives it

	class       matcher.Class // of the error, as far as its words tell
	unconfirmed bool          // they do so by a part of them only
}

func (l *launch) clues() clues {
	return clues{l.watch.SessionID(), l.refusal, l.prompt, l.failure.Class, l.failure.Unconfirmed}
}

// conversation finds and reads the session file of the running codex. It never guesses.
func (l *launch) conversation() (*rollout.Session, error) {
	return l.conversationOf(l.clues())
}

// conversationOf does it for what the screen has told: the one with the id that codex
// has shown, else the one that was refused when the screen showed it, else the one that
// this codex began. It may run beside the loop: a long session takes a moment to read.
func (l *launch) conversationOf(c clues) (*rollout.Session, error) {
	home := rollout.Home(l.Env)
	if c.id != "" {
		if path, err := rollout.Find(home, c.id); err == nil {
			return l.read(path)
		}
	}
	if c.shown.IsZero() || l.args.Exec() {
		return l.begun(home, c)
	}
	session, err := l.refusedThen(home, c)
	if errors.Is(err, errNoConversation) && codex.Older(l.Binary.Release(), writesErrors) {
		return l.begun(home, c)
	}
	return session, err
}

// refusedThen gives the conversation whose last turn was refused when the screen showed
// it, in whatever directory: /cd, /new and a worktree lead to others. Where none was, one
// whose turn ended otherwise then tells that what was shown is no refusal.
func (l *launch) refusedThen(home string, c clues) (*rollout.Session, error) {
	files, err := rollout.Sessions(home, "", c.shown.Add(-sameMoment))
	if err != nil {
		return nil, err
	}
	var refused, otherwise []*rollout.Session
	var agents, waiting bool
	for _, f := range files {
		s, err := l.read(f.Path)
		if err != nil || l.left[s.ID] {
			continue
		}
		turn, ok := s.Last()
		switch said, _ := l.verdict(s, c, false); {
		case !ok || !turn.Ended.IsZero() && turn.Ended.Before(l.started):
		case turn.Ended.IsZero():
			waiting = waiting || !s.SubAgent && l.near(f)
		case said == refuted:
			if !s.SubAgent && l.near(f) {
				otherwise = append(otherwise, s)
			}
		case !endedAt(s, c.shown):
		case s.SubAgent:
			agents = true
		default:
			refused = append(refused, s)
		}
	}
	for _, list := range [][]*rollout.Session{refused, otherwise} {
		if session := l.provedAmong(list, c); session != nil {
			return session, nil
		}
	}
	if !recorded(c.shown) && waiting {
		return nil, errManyCandidates // it may be ours, not yet written down
	}
	near := func(s *rollout.Session) bool { return l.near(rollout.File{ID: s.ID, Started: s.Started, Cwd: s.Cwd}) }
	switch session := only(refused, near); {
	case session != nil:
		return session, nil
	case len(refused) > 0:
		return nil, errManyCandidates
	case agents:
		return nil, errNotMain
	case recorded(c.shown) && !waiting && len(otherwise) == 1:
		return otherwise[0], nil
	}
	return nil, errNoConversation
}

// near reports whether a session is of this codex's own directory, or began since it did.
func (l *launch) near(f rollout.File) bool {
	return f.ID == l.args.Session() || l.begunHere(f.Started) || rollout.SameDir(f.Cwd, l.cwd())
}

// begun gives the conversation that the running codex has begun or resumed: the only one
// of this directory that began or went on since the launch, else the one that there is
// proof of.
func (l *launch) begun(home string, c clues) (*rollout.Session, error) {
	files, err := rollout.Sessions(home, l.cwd(), l.started)
	if err != nil {
		return nil, err
	}
	var own []*rollout.Session
	add := func(path string, ours func(*rollout.Session) bool) {
		session, err := l.read(path)
		if err == nil && !session.SubAgent && ours(session) {
			own = append(own, session)
		}
	}
	named := l.args.Session()
	if path, err := rollout.Find(home, named); named != "" && l.args.Subcommand() != "fork" && err == nil {
		add(path, func(*rollout.Session) bool { return true })
	}
	open := map[string]bool{}
	if l.group != 0 {
		open = openFiles(l.group)
	}
	copies := slices.DeleteFunc(slices.Clone(files), func(f rollout.File) bool {
		return !l.left[f.ForkedFrom] || f.SubAgent || l.left[f.ID] || !l.begunHere(f.Started)
	})
	if len(copies) == 1 {
		return l.read(copies[0].Path)
	}
	for _, f := range files {
		if f.SubAgent || l.left[f.ID] || f.ID == named {
			continue
		}
		// One that is older than this codex is another terminal's, unless it was
		// chosen in here, which its refusal or its open file has to prove.
		add(f.Path, func(s *rollout.Session) bool {
			return l.begunHere(f.Started) || open[s.Path] || l.failedIn(s) && endedAt(s, c.shown)
		})
	}
	switch len(own) {
	case 0:
		return nil, errNoConversation
	case 1:
		return own[0], nil
	}
	if session := l.proved(own, c); session != nil {
		return session, nil
	}
	return nil, errManyCandidates
}

// begunHere reports whether a session that began then may have begun in this codex, also
// where no more than the second is written down.
func (l *launch) begunHere(at time.Time) bool {
	since := l.started
	if at.Nanosecond() == 0 {
		since = since.Truncate(time.Second)
	}
	return !at.Before(since)
}

// read reads a session file: of one that was read before, what was added.
func (l *launch) read(path string) (*rollout.Session, error) {
	session, err := l.files.Read(path)
	if err != nil {
		return nil, err
	}
	return &session, nil
}

// failedIn reports whether the session's last turn ended with an error since the launch.
func (l *launch) failedIn(session *rollout.Session) bool {
	turn, ok := session.Last()
	return ok && turn.Error != "" && !turn.Ended.Before(l.started)
}
