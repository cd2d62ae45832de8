package recovery

import (
	"errors"

	"github.com/cxhook/cxhook/codex/rollout"
)

// overloaded is what a refused turn's record says: codex_error_info of task_complete
// (seen on 0.144.6 and 0.171.0; 0.106.0 and 0.142 record no error).
const overloaded = "server_overloaded"

var (
	errNoConversation = errors.New("codex has written no session file since it was started here")
	errManyCandidates = errors.New("several sessions of this directory went on meanwhile; none is proved to be this one")
)

// conversation finds and reads the session file of the running codex: the one with
// the id that codex has shown, else the only one of this directory that began or
// went on since the launch, else the only one of these whose last turn was refused.
// It never guesses.
func (s *session) conversation() (*rollout.Session, error) {
	home := rollout.Home(s.Env)
	if id := s.watch.SessionID(); id != "" {
		if path, err := rollout.Find(home, id); err == nil {
			return read(path)
		}
	}
	files, err := rollout.Sessions(home, s.cwd(s.args), s.started)
	if err != nil {
		return nil, err
	}
	var own, refused []*rollout.Session
	for _, f := range files {
		if f.SubAgent || f.ID == s.left {
			continue
		}
		session, err := read(f.Path)
		if err != nil || session.SubAgent {
			continue
		}
		own = append(own, session)
		if turn, ok := session.Last(); ok && turn.Error == overloaded && !turn.Ended.Before(s.started) {
			refused = append(refused, session)
		}
	}
	switch {
	case len(own) == 1:
		return own[0], nil
	case len(refused) == 1:
		return refused[0], nil
	case len(own) == 0:
		return nil, errNoConversation
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

// confirmed tells whether a second witness, the session file, says too that the
// last turn was refused for want of capacity.
func (s *session) confirmed() bool {
	session, err := s.conversation()
	if err != nil {
		return false
	}
	turn, ok := session.Last()
	return ok && turn.Error == overloaded && !turn.Ended.Before(s.started)
}
