package recovery

import (
	"errors"
	"time"

	"github.com/cxhook/cxhook/codex/rollout"
)

var (
	errNoConversation = errors.New("codex has written no session file since it was started here")
	errManyCandidates = errors.New("several sessions of this directory went on meanwhile; none is proved to be this one")
)

// conversation finds and reads the session file of the running codex: the one with
// the id that codex has shown, else the only one of this directory that began or went
// on since the launch, else the one that there is proof of. It never guesses.
func (l *launch) conversation() (*rollout.Session, error) {
	return l.conversationOf(l.clues())
}

// clues are what the screen tells of the conversation.
type clues struct {
	id     string    // empty if codex has shown none
	shown  time.Time // when the refusal was shown, zero for none
	prompt string    // what was asked, as lastPrompt gives it
}

func (l *launch) clues() clues {
	return clues{l.watch.SessionID(), l.refusal, l.prompt}
}

// conversationOf does it for what the screen has told. It may run beside the loop: a
// long session takes a moment to read.
func (l *launch) conversationOf(c clues) (*rollout.Session, error) {
	home := rollout.Home(l.Env)
	if c.id != "" {
		if path, err := rollout.Find(home, c.id); err == nil {
			return read(path)
		}
	}
	files, err := rollout.Sessions(home, l.cwd(), l.started)
	if err != nil {
		return nil, err
	}
	var own []*rollout.Session
	add := func(path string, ours func(*rollout.Session) bool) {
		session, err := read(path)
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
	for _, f := range files {
		if f.SubAgent || l.left[f.ID] || f.ID == named {
			continue
		}
		// One that is older than this codex is another terminal's, unless it was
		// chosen in here, which its refusal or its open file has to prove.
		begunHere := !f.Started.Before(l.started.Truncate(time.Second))
		add(f.Path, func(s *rollout.Session) bool {
			return begunHere || open[s.Path] || l.refusedIn(s) && endedAt(s, c.shown)
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

func read(path string) (*rollout.Session, error) {
	session, err := rollout.Read(path)
	if err != nil {
		return nil, err
	}
	return &session, nil
}

// refusedIn tells whether the session's last turn was refused since the launch.
func (l *launch) refusedIn(session *rollout.Session) bool {
	turn, ok := session.Last()
	return ok && turn.Error == rollout.Overloaded && !turn.Ended.Before(l.started)
}
