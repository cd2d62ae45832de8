package codex

import (
	"slices"
	"strings"

	"github.com/cxhook/cxhook/lang"
)

// carryOver continues the conversation: the user's own flags stay, what was
// said and consumed goes, and the session's last settings are named.
//
// Seen on 0.106.0, 0.144.6, 0.155.1, 0.163.0 and 0.171.0: fork and exec
// resume run with the model of -m and the whole transcript, and the new
// turn's sandbox, approval policy and effort are the old one's. resume does so only where the
// thread is not held by the shared daemon (0.157.0 and later), so it serves
// only a run that was off the daemon by --no-daemon.
func (p *planner) carryOver() Plan {
	if p.Args.Has(optEphem) {
		return p.refuse(p.Args.WithModel(p.Model), lang.Say("reason.ephemeral"))
	}
	switch {
	case p.SessionID != "":
	case p.Args.tui():
		return p.refuse([]string{string(p.another()), "-m", p.Model}, lang.Say("reason.uncertain"))
	default:
		return p.refuse(p.Args.WithModel(p.Model), lang.Say("reason.no_id"))
	}
	mode, reason := ModeFork, lang.Say("reason.copy")
	switch {
	case p.Args.Exec():
		mode, reason = ModeExecResume, lang.Say("reason.session")
	case p.Args.NoDaemon(), p.another() == ModeResume:
		mode, reason = ModeResume, lang.Say("reason.conversation")
	}
	why := p.cannotKeep()
	if why.IsZero() {
		why = p.misplaced(mode)
	}
	argv := p.argv(mode)
	if mode == ModeFork && p.Model == p.now.Model && (Older(p.release(), firstDaemon) || p.Args.Has(optConfig) || !hasOverride(argv)) {
		mode, reason = ModeResume, lang.Say("reason.same_model")
		argv = p.argv(mode)
	}
	if !why.IsZero() {
		return p.refuse(argv, why)
	}
	if p.model.CompactsFirst(*p.Session) {
		p.warn(lang.Say("reason.will_compact"))
	}
	if (p.Unwritten != "" || p.Unheld && p.Compact) && p.asked == "" {
		p.warn(lang.Say("reason.lost"))
	}
	if mode == ModeFork && p.Session.Goal {
		p.warn(lang.Say("reason.goal"))
	}
	return p.plan(mode, argv, reason)
}

// firstFork is the oldest release that was seen to have fork; 0.80.0 has none. Up to
// there resume takes the model of -m.
const firstFork = "0.87"

// firstDaemon is the oldest release whose daemon holds the threads of a TUI.
const firstDaemon = "0.157"

// another is the command that goes on with another model: fork wherever there is one.
func (p *planner) another() Mode {
	if Older(p.release(), firstFork) {
		return ModeResume
	}
	return ModeFork
}

// release is that of codex. One that is not known is that of a conversation which began
// in this run.
func (p *planner) release() string {
	if p.Release == "" && p.Args.Subcommand() == "" && p.Session != nil {
		return p.Session.CLIVersion
	}
	return p.Release
}

// argv builds "fork ID -m MODEL FLAGS MESSAGE", with resume for fork where
// the mode says so, and "exec FLAGS resume ID -m MODEL FLAGS MESSAGE": what
// exec resume does not take (-s, -C, -p, --add-dir, …) stands before its
// name, and every flag that the user gave stays at the level it was at.
func (p *planner) argv(mode Mode) []string {
	var root, exec, last []string
	for _, it := range p.kept() {
		switch {
		case mode != ModeExecResume:
			last = append(last, it.tokens...)
		case it.level == "":
			root = append(root, it.tokens...)
		case it.level == "exec":
			exec = append(exec, it.tokens...)
		default:
			last = append(last, it.tokens...)
		}
	}
	model := []string{"-m", p.Model}
	message := p.message()
	if mode == ModeExecResume {
		return slices.Concat(root, []string{"exec"}, p.permissions(mode), exec, p.settings(), []string{"resume", p.SessionID}, model, last, message)
	}
	verb := []string{string(mode), p.SessionID}
	return slices.Concat(verb, model, p.permissions(mode), last, p.settings(), message)
}

// message is what a continued conversation is begun with: words that go on, the prompt
// that the conversation lacks, or nothing after a /compact or a /review.
func (p *planner) message() []string {
	switch {
	case strings.HasPrefix(p.asked, "-"):
		return []string{"--", p.asked}
	case p.asked != "":
		return []string{p.asked}
	case p.Compact, p.review:
		return nil
	}
	return []string{ContinueMessage}
}

// kept are the user's options that a continued conversation still needs.
// Where an option counts once, its innermost place wins.
func (p *planner) kept() []item {
	var kept []item
	place := map[string]int{}
	for _, it := range p.Args.items {
		if it.word != wordOption || p.replaced(it) {
			continue
		}
		if i, ok := place[it.name]; ok && !it.repeats {
			kept[i].tokens = nil
		}
		place[it.name] = len(kept)
		kept = append(kept, it)
	}
	return kept
}

// replaced reports whether an option is consumed by the first run (images
// and the session's choice are in the transcript) or is named anew.
func (p *planner) replaced(it item) bool {
	switch it.name {
	case optModel, optImage, optLast, optAll, optNonInter, optWorktree,
		optCwd, optSandbox, optApproval, optBypass, optFullAuto, optReviewed:
		return true
	case optAddDir:
		return !p.writable(it.values[0])
	case optConfig:
		return p.replacedKey(overrideKey(it.values[0]))
	}
	return false
}

// misplaced names a kept option that the new command does not take: one that
// was learned from the release's help and is not in the help of fork.
func (p *planner) misplaced(mode Mode) lang.Message {
	if mode == ModeExecResume {
		return lang.Message{} // every option stays at its level, and exec resume follows exec fork
	}
	for _, it := range p.kept() {
		_, ok := lookup("fork", p.Args.learned, func(o Option) bool { return o.Long == it.name })
		if !ok && len(it.tokens) > 0 {
			return lang.Say("reason.not_taken", mode, it.name)
		}
	}
	return lang.Message{}
}

// hasOverride reports whether a command line has a -c. One that the codex before it had
// not would keep the new codex off the daemon, and the daemon would shut it out of the
// conversation (0.163.0, 0.171.0).
func hasOverride(argv []string) bool {
	a, err := ParseArgs(argv)
	return err != nil || a.Has(optConfig)
}
