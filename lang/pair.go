package lang

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A key below these is a sentence that other packages make in English; the catalogue recognises it with whatever stands
// in its placeholders. Those of Messages are recognised as long as some package makes English of them too early.
var heardPrefixes = []string{"heard.", "settings.", "system.", "error.", "reason."}

// pair is a heard sentence in English, as a pattern, and in another language.
type pair struct {
	english func() *regexp.Regexp // made for the first sentence that may fit: making all takes 10 ms
	begins  string                // what stands before the first placeholder
	longest string                // of the texts between placeholders
	fixed   int                   // how many characters stand outside of placeholders
	groups  []int                 // the pattern's group for each placeholder of said
	said    string
}

// pairs gives all heard sentences, those with most fixed characters first: of two that fit, that one is meant.
func pairs(english, other map[string]string) (list []pair) {
	for key, sentence := range english {
		isHeard := func(prefix string) bool { return strings.HasPrefix(key, prefix) }
		if slices.ContainsFunc(heardPrefixes, isHeard) && other[key] != "" {
			list = append(list, newPair(sentence, other[key]))
		}
	}
	slices.SortFunc(list, func(a, b pair) int { return cmp.Or(b.fixed-a.fixed, strings.Compare(a.said, b.said)) })
	return list
}

func newPair(english, said string) pair {
	p := pair{said: said}
	var pattern strings.Builder
	group := map[int]int{} // of each argument
	end := 0
	text := func(to int) {
		fixed := english[end:to]
		if end == 0 {
			p.begins = fixed
		}
		if len(fixed) > len(p.longest) {
			p.longest = fixed
		}
		p.fixed += len(fixed)
		pattern.WriteString(regexp.QuoteMeta(fixed))
	}
	for i, at := range placeholders(english) {
		text(at.start)
		pattern.WriteString(shape(at.verb))
		group[at.argument] = i + 1
		end = at.end
	}
	text(len(english))
	for _, at := range placeholders(said) {
		p.groups = append(p.groups, group[at.argument])
	}
	p.english = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?s:` + pattern.String() + `)$`) })
	return p
}

// holdings gives what stands in the placeholders of an English sentence, by the groups of the pattern.
func (p pair) holdings(sentence string) (held []string, ok bool) {
	if !strings.HasPrefix(sentence, p.begins) || !strings.Contains(sentence, p.longest) {
		return nil, false
	}
	held = p.english().FindStringSubmatch(sentence)
	return held, held != nil
}

// say puts that into the other language's sentence.
func (p pair) say(held []string, c *Catalogue) string {
	var b strings.Builder
	end := 0
	for i, at := range placeholders(p.said) {
		part := held[p.groups[i]]
		if at.verb == "v" {
			part, _ = c.hear(part)
		}
		b.WriteString(p.said[end:at.start] + part)
		end = at.end
	}
	return b.String() + p.said[end:]
}

// placeholder is one of fmt's verbs in a text.
type placeholder struct {
	start, end int
	argument   int // from 1
	verb       string
}

var verb = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`%(?:\[([0-9]+)\])?[-+#0]*[0-9]*(?:\.[0-9]+)?([sdqvf])`)
})

func placeholders(text string) (list []placeholder) {
	for i, at := range verb().FindAllStringSubmatchIndex(text, -1) {
		p := placeholder{at[0], at[1], i + 1, text[at[4]:at[5]]}
		if at[2] >= 0 {
			p.argument, _ = strconv.Atoi(text[at[2]:at[3]]) // the pattern has digits only
		}
		list = append(list, p)
	}
	return list
}

// shape is the pattern of what a placeholder can hold.
func shape(verb string) string {
	switch verb {
	case "d":
		return `(-?[0-9]+)`
	case "f":
		return `(-?[0-9.]+)`
	case "q":
		return `("(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `)`
	}
	return `(.+?)`
}
