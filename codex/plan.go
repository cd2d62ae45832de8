package codex

import (
	"strings"

	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/lang"
)

// Mode says how the work goes on.
type Mode string

// The modes. ModeInPlace is made by the app-server client only.
const (
	ModeInPlace    Mode = "in_place"    // the same codex goes on with another model
	ModeFork       Mode = "fork"        // a new thread with the conversation copied
	ModeResume     Mode = "resume"      // the same thread in a new codex
	ModeExecResume Mode = "exec_resume" // the same, without a TUI
	ModeFresh      Mode = "fresh"       // the user's own arguments, only the model changed
	ModeManual     Mode = "refused"     // not by us; Command is for the user to run
)

// ContinueMessage is the prompt of a continued conversation. The prompt that
// was refused is in the transcript already and must not be sent twice, but
// Codex starts a turn only for a message. It begins with neither "-" nor
// "/", which Codex would read as an option or a command.
const ContinueMessage = "The last turn was stopped by an error. Continue where it left off."

// Plan is how the work goes on, complete before codex is asked to quit.
type Plan struct {
	Mode     Mode
	Argv     []string       // the words after "codex"; nil when refused
	Reason   lang.Message   // why this mode, for a user
	Warnings []lang.Message // what will differ, for a user
	Command  string         // the whole command, ready to paste into a shell
}

// MakePlan decides how the work of a refused turn goes on with another
// model. It is pure and never fails: a plan that cannot keep what the
// session had, or is not sure to, is ModeManual, and its Command is the
// nearest thing that the user may decide to run.
func MakePlan(r Request) Plan {
	plan := makePlan(r).to(r)
	if plan.Mode == ModeManual {
		plan.Argv = nil // only its command is of use
	}
	return plan
}

func makePlan(r Request) Plan {
	p := planner{Request: r}
	if s := r.Session; s != nil {
		p.now = s.Now
		if p.SessionID == "" {
			p.SessionID = s.ID
		}
		if p.now.Cwd == "" {
			p.now.Cwd = s.Cwd
		}
		p.goOn(s)
	} else if e, ok := r.Args.override(keyEffort); ok {
		p.now.Effort = strings.Trim(e, `"'`)
	}
	p.model, _ = find(r.Catalogue, r.Model)
	if plan, ok := p.impossible(); ok {
		return plan
	}
	if reason, ok := p.fresh(); ok {
		return p.startOver(reason)
	}
	return p.carryOver()
}

// goOn tells a compaction that the user asked for from one of a turn that is to go on,
// and finds what that turn's conversation lacks.
func (p *planner) goOn(s *rollout.Session) {
	last, ok := s.Last()
	begun := ok && (last.Prompted || last.Requested || last.Answered || last.RanTool)
	switch {
	case ok && last.Review != "" && !p.Args.Exec():
		p.review, p.Compact = true, false
		p.warn(lang.Say("reason.review_again"))
	case !p.Compact:
	case ok && last.Prompted, p.Args.Exec() && begun:
		p.Compact = false // Codex compacted by itself
	case p.Args.Exec(): // it cannot be asked for there; without a prompt exec reads its input, which it gets again
		if prompt, _ := p.Args.Prompt(); prompt != "-" {
			p.asked = prompt
		}
	case sendable(p.Unwritten):
		p.asked = p.Unwritten
	}
}

// planner makes one plan.
type planner struct {
	Request
	asked    string           // what the conversation lacks and is told again
	over     bool             // the same arguments start over
	review   bool             // what was refused is a /review, which no command line asks for
	now      rollout.Settings // what the session last used
	model    Model            // the new model's entry, if listed
	warnings []lang.Message
}

func (p *planner) warn(text lang.Message) { p.warnings = append(p.warnings, text) }

func (p *planner) plan(mode Mode, argv []string, reason lang.Message) Plan {
	plan := Plan{Mode: mode, Argv: argv, Reason: reason, Warnings: p.warnings}
	plan.Command = Quote(append([]string{"codex"}, argv...))
	return plan
}

func (p *planner) refuse(argv []string, reason lang.Message) Plan {
	return p.plan(ModeManual, argv, reason)
}

// impossible are the requests that no plan can be made for.
func (p *planner) impossible() (Plan, bool) {
	a := p.Args
	switch {
	case a.usage != nil:
		argv := a.WithModel(p.Model) // which mends two -m at one level
		if mended, _ := ParseArgs(argv, a.learned...); mended.usage != nil {
			argv = p.barest()
		}
		return p.refuse(argv, lang.Say("reason.not_accepted", a.usage)), true
	case !a.Conversation():
		return p.refuse(a.WithModel(p.Model), lang.Say("reason.no_conversation")), true
	case p.Model == "":
		return p.refuse(a.Argv(), lang.Say("reason.no_model")), true
	case a.unknown != nil:
		return p.refuse(p.barest(), lang.Say("reason.unknown_option", a.Unknown())), true
	}
	return Plan{}, false
}

// barest is the shortest command of this kind that uses the new model: what every release
// that has the words takes, whatever else the command line holds.
func (p *planner) barest() []string {
	switch {
	case p.Args.Exec() && p.SessionID != "":
		return []string{"exec", "resume", p.SessionID, "-m", p.Model}
	case p.Args.Exec():
		return []string{"exec", "-m", p.Model}
	case p.SessionID != "":
		return []string{string(p.another()), p.SessionID, "-m", p.Model}
	}
	return []string{"-m", p.Model}
}

// fresh decides whether the same arguments can simply run again, and why.
func (p *planner) fresh() (reason lang.Message, ok bool) {
	a, s := p.Args, p.Session
	if p.Fresh {
		return lang.Say("reason.start_over"), !p.held() || s == nil
	}
	switch a.Subcommand() {
	case "review", "exec review":
		return lang.Say("reason.review"), true
	case "", "exec":
	default:
		return lang.Message{}, false // the conversation is older than this run
	}
	_, prompted := a.Prompt()
	if s == nil || p.Compact || p.review || p.Another || len(s.Turns) != 1 || a.Has(optWorktree) || !prompted && !a.Exec() {
		return lang.Message{}, false
	}
	if t := s.Turns[0]; t.Answered || t.RanTool || !same(t.Settings, s.Now) {
		return lang.Message{}, false
	}
	return lang.Say("reason.nothing_yet"), true
}

// held reports whether the shared daemon may hold the conversation that the command
// line resumes. Then resume would keep the old model, or, with a -c, which keeps codex
// off the daemon, be shut out (seen on 0.163.0 and 0.171.0): only a fork goes on.
func (p *planner) held() bool {
	return p.Args.Subcommand() == "resume" && !p.Args.NoDaemon() && !p.Args.Has(optConfig)
}

// same reports whether the user changed nothing since the turn that the
// command line does not say. The model is about to change anyway.
func same(turn, now rollout.Settings) bool {
	return turn.Effort == now.Effort && turn.Cwd == now.Cwd && turn.Approval == now.Approval &&
		turn.Reviewer == now.Reviewer && turn.ServiceTier == now.ServiceTier && turn.Mode == now.Mode &&
		turn.Sandbox.Equal(now.Sandbox)
}

// startOver runs the user's own arguments with another model.
func (p *planner) startOver(reason lang.Message) Plan {
	a := p.Args
	if a.Has(optWorktree) {
		p.warn(lang.Say("reason.worktree"))
	}
	if sub := a.Subcommand(); sub == "resume" && !a.NoDaemon() {
		p.warn(lang.Say("reason.daemon"))
	}
	if s := p.Session; s != nil && len(s.Turns) > 0 && !same(s.Turns[0].Settings, s.Now) {
		p.warn(lang.Say("reason.not_kept"))
	}
	p.over = true
	for _, o := range p.forModel() {
		a = a.withOverride(o.key, o.value)
	}
	return p.plan(ModeFresh, a.WithModel(p.Model), reason)
}
