package codex

import (
	"slices"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/lang"
)

// overrides name what would otherwise follow the model or the configuration
// instead of the session: effort, service tier, and the question whether to
// migrate to a newer model, which would block the TUI.
func (p *planner) overrides() []override {
	list := p.forModel()
	if e := p.now.Effort; e != "" && e == p.model.Effort(e) && !p.configured(keyEffort, e, "") {
		list = append(list, override{keyEffort, TOMLString(e)})
	}
	return list
}

// forModel are the overrides that the new model makes necessary, even with
// the user's own arguments.
func (p *planner) forModel() []override {
	var list []override
	if e := p.model.Effort(p.now.Effort); e != p.now.Effort {
		p.warn(lang.Say("reason.effort", p.Model, p.now.Effort, e))
		list = append(list, override{keyEffort, TOMLString(e)})
	}
	if t := p.serviceTier(); t != "" {
		list = append(list, override{keyServiceTier, TOMLString(t)})
	}
	if up := p.model.Upgrade; up != "" && p.Args.tui() && !p.configured(keyMigrations+"."+p.Model, up, "") && !p.leavesDaemon(len(list) > 0) {
		list = append(list, override{keyMigrations, "{" + TOMLString(p.Model) + "=" + TOMLString(up) + "}"})
	}
	return list
}

// leavesDaemon reports whether a first -c would take a codex that starts over off the
// daemon, and with it the way on in place: then it may rather ask about its newer model.
func (p *planner) leavesDaemon(already bool) bool {
	return p.over && !already && !p.Args.NoDaemon() && !p.Args.Has(optConfig) && !Older(p.release(), firstDaemon)
}

// CompactsFirst reports whether Codex, moving a session to this model, first
// asks the session's old model for a summary: the context in use does not
// fit, or the two read different forms of compacted history (seen on 0.144.6
// from gpt-5.6-sol to gpt-5.5: the crowded model is asked, and refuses).
func (m Model) CompactsFirst(s rollout.Session) bool {
	if m.ContextWindow > 0 && s.Tokens > usable(m.ContextWindow) {
		return true
	}
	said := slices.ContainsFunc(s.Turns, func(t rollout.Turn) bool { return t.Answered || t.RanTool })
	return m.Slug != "" && s.Now.CompHash != "" && said && m.CompHash != s.Now.CompHash
}

// RefusedModel is the model that the request of a session's last turn named, "" if that
// is not known. A turn that came to no request of its own was refused by the compaction
// ahead of it, which Codex asks of the model of the turn before where the new one needs
// it (CompactsFirst).
func RefusedModel(s rollout.Session, catalogue []Model) string {
	last, ok := s.Last()
	if !ok || last.Requested || last.Answered || last.RanTool {
		return last.Model
	}
	for i := len(s.Turns) - 2; i >= 0; i-- {
		before := s.Turns[i]
		if !before.Requested {
			continue
		}
		s.Now, s.Turns = before.Settings, s.Turns[:i+1]
		if m, listed := find(catalogue, last.Model); listed && before.Model != last.Model && m.CompactsFirst(s) {
			return before.Model
		}
		break
	}
	return last.Model
}

// usable is the part of a context window that Codex fills: 95 per cent in
// every catalogue seen (0.144.6, 0.171.0).
func usable(window int) int { return window * 95 / 100 }

// serviceTier is the session's service tier if the new codex would use another. A
// TUI takes the model's default one (0.171.0: "priority" for gpt-6-sol and
// gpt-6-luna), and -c service_tier="default" keeps it off; "fast" is another
// word for "priority". codex exec takes no default one.
func (p *planner) serviceTier() string {
	t := p.now.ServiceTier
	if t == "" {
		if _, own := p.Args.override(keyServiceTier); own || p.Session == nil || p.Args.Exec() || p.model.DefaultServiceTier == "" {
			return ""
		}
		t = "default" // a release that writes none down: do not make it dearer
	}
	fallback := "default"
	if p.model.DefaultServiceTier != "" && !p.Args.Exec() {
		fallback = p.model.DefaultServiceTier
	}
	if p.configured(keyServiceTier, t, fallback) {
		return ""
	}
	return t
}
