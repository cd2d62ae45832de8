package codex

import (
	"strings"
	"unicode/utf8"

	"github.com/cxhook/cxhook/lang"
)

// ParseArgs reads the words that follow "codex" as Codex's own parser does
// (clap; behaviour seen on 0.106.0, 0.144.6 and 0.171.0). learned adds the
// options of a newer release.
//
// The error is a *UsageError or an *UnknownOptionError; the Args are usable
// to start Codex in either case and are never changed by the caller.
func ParseArgs(argv []string, learned ...Option) (Args, error) {
	p := parser{argv: argv, learned: learned, seen: map[string]bool{}}
	p.run()
	return Args{items: p.items, learned: learned, unknown: p.unknown, usage: p.usage}, p.err()
}

type parser struct {
	argv        []string
	learned     []Option
	next        int    // index into argv
	level       string // being read
	positionals int    // read so far at this level
	escaped     bool   // "--" was read at this level
	greedy      bool   // the last item still takes values
	seen        map[string]bool
	items       []item
	unknown     *UnknownOptionError
	usage       *UsageError
}

func (p *parser) err() error {
	switch {
	case p.usage != nil:
		return p.usage
	case p.unknown != nil:
		return p.unknown
	}
	return nil
}

func (p *parser) run() {
	for p.next < len(p.argv) {
		token := p.argv[p.next]
		p.next++
		switch {
		case p.escaped:
			p.positional(token)
		case !p.greedy && p.command(token):
		case token == "--":
			p.escaped, p.greedy = true, false
			p.add(item{word: wordEscape, tokens: []string{token}})
		case strings.HasPrefix(token, "--"):
			p.long(token)
		case len(token) > 1 && token[0] == '-':
			p.short(token)
		case p.greedy:
			last := &p.items[len(p.items)-1]
			last.tokens = append(last.tokens, token)
			last.values = append(last.values, token)
		default:
			p.positional(token)
		}
	}
}

func (p *parser) add(it item) {
	it.level = p.level
	p.items = append(p.items, it)
}

// fail records the first mistake. Behind an unknown option nothing is sure:
// its value may look like one word too many.
func (p *parser) fail(token string, reason lang.Message) {
	if p.usage == nil && p.unknown == nil {
		p.usage = &UsageError{Token: token, Reason: reason}
	}
}

// command enters the level below. A subcommand's name counts even after the
// prompt of the level above ("codex hi exec" runs exec), in every release.
func (p *parser) command(token string) bool {
	name, ok := levels[p.level].commands[token]
	if !ok {
		return false
	}
	p.add(item{word: wordCommand, name: name, tokens: []string{token}})
	p.level, p.positionals, p.seen = name, 0, map[string]bool{}
	if name == opaque && p.next < len(p.argv) {
		p.add(item{word: wordRest, tokens: p.argv[p.next:]})
		p.next = len(p.argv)
	}
	return true
}

func (p *parser) positional(token string) {
	p.positionals++
	if p.positionals > levels[p.level].positionals {
		p.fail(token, lang.Say("error.one_too_many"))
	}
	p.add(item{word: wordPositional, tokens: []string{token}, values: []string{token}})
}

func (p *parser) long(token string) {
	name, value, attached := strings.Cut(token[2:], "=")
	opt, ok := p.lookup(func(o Option) bool { return o.Long == resolve(name) })
	p.option(token, opt, ok, value, attached)
}

// short reads a cluster: switches one after the other, then at most one
// option whose value is the rest of the word (after one "=") or the next.
func (p *parser) short(token string) {
	for rest := token[1:]; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		opt, ok := p.lookup(func(o Option) bool { return o.Short == r && r != 0 })
		rest = rest[size:]
		if ok && opt.Takes == TakesNone && rest != "" {
			p.note(opt, token)
			// The word itself goes to the cluster's last.
			p.add(item{word: wordOption, name: opt.Long, repeats: opt.Repeats})
			continue
		}
		value, attached := strings.CutPrefix(rest, "=")
		p.option(token, opt, ok, value, attached || rest != "")
		return
	}
}

// option adds one option. An unknown one counts as a switch.
func (p *parser) option(token string, opt Option, known bool, value string, attached bool) {
	p.greedy = false
	it := item{word: wordOption, name: opt.Long, repeats: opt.Repeats, tokens: []string{token}}
	if !known {
		if p.unknown == nil {
			p.unknown = &UnknownOptionError{Token: token, Level: p.level}
		}
		p.add(it)
		return
	}
	p.note(opt, token)
	switch {
	case opt.Takes == TakesNone && attached:
		p.fail(token, lang.Say("error.no_value"))
	case opt.Takes == TakesNone:
	case attached:
		it.values = split(opt, value)
	case p.next < len(p.argv) && isValue(p.argv[p.next]):
		it.tokens = append(it.tokens, p.argv[p.next])
		it.values = split(opt, p.argv[p.next])
		p.next++
		p.greedy = opt.Takes == TakesMany
	default:
		p.fail(token, lang.Say("error.value"))
		it.values = []string{""}
	}
	p.add(it)
}

// note records that an option was given at this level.
func (p *parser) note(opt Option, token string) {
	if p.seen[opt.Long] && !opt.Repeats {
		p.fail(token, lang.Say("error.once"))
	}
	p.seen[opt.Long] = true
}

func (p *parser) lookup(match func(Option) bool) (Option, bool) {
	return lookup(p.level, p.learned, match)
}
