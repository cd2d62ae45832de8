package lang

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A key below this one is a sentence that other packages make in English; the catalogue recognises it with whatever
// stands in its placeholders.
const heardPrefix = "heard."

// pair is a heard sentence in English, as a pattern, and in the catalogue's language.
type pair struct {
	english func() *regexp.Regexp // made at the first sentence that begins so: making all takes 10 ms
	begins  string                // what stands before the first placeholder
	holds   string                // the longest text between two placeholders
	weight  int                   // how many characters are fixed: the sentence with most of them is the one meant
	order   []int                 // the group of the pattern that each placeholder of said gets, from 1
	said    string
}

// Heard says in the catalogue's language what is said in English: a sentence below "heard." in the catalogues, such a one
// behind ": ", as the cause of an error stands, or several behind each other, separated by "; " or ", ". What stands in its placeholders is passed on as it is, be it a
// command to paste or a user's own words; only where the catalogues write %v it is a sentence of ours, and is said too.
// What is not known stays as it is, so that an unknown error is told in its own words.
func (c *Catalogue) Heard(sentence string) string {
	if c.source == nil || sentence == "" {
		return sentence
	}
	said, _ := c.hear(sentence)
	return said
}

// longest bounds what is taken apart, in bytes; our own sentences are a tenth of it.
const longest = 1000

// hear says a sentence, and reports whether anything of it was known.
func (c *Catalogue) hear(sentence string) (said string, known bool) {
	if said, known = c.match(sentence); known || len(sentence) > longest {
		return said, known
	}
	// An error tells where it comes from and then what it is.
	const within = ": "
	for at := strings.Index(sentence, within); at >= 0; {
		if said, known = c.match(sentence[at+len(within):]); known {
			places := strings.Split(sentence[:at], within)
			for i := range places {
				places[i], _ = c.match(places[i])
			}
			return strings.Join(append(places, said), c.Text("separator.colon")), true
		}
		next := strings.Index(sentence[at+1:], within)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	for _, behind := range [...]struct{ mark, key string }{{"; ", "separator.semicolon"}, {", ", "separator.comma"}} {
		if parts := strings.Split(sentence, behind.mark); len(parts) > 1 {
			if heard, known := c.several(parts, behind.mark); known {
				return strings.Join(heard, c.Text(behind.key)), true
			}
			break
		}
	}
	return sentence, false
}

// several says what stood between marks. A sentence of ours may hold a mark or two itself.
func (c *Catalogue) several(parts []string, mark string) (heard []string, known bool) {
	const most = 3
	for len(parts) > 0 {
		n := min(most, len(parts))
		said, ok := c.match(strings.Join(parts[:n], mark))
		for ; !ok && n > 1; n-- {
			said, ok = c.match(strings.Join(parts[:n-1], mark))
		}
		if !ok {
			said, ok = c.hear(parts[0])
		}
		heard, parts, known = append(heard, said), parts[max(n, 1):], known || ok
	}
	return heard, known
}

// match says a sentence that is known as a whole.
func (c *Catalogue) match(sentence string) (said string, known bool) {
	for _, p := range c.heard() {
		if !strings.HasPrefix(sentence, p.begins) || !strings.Contains(sentence, p.holds) {
			continue
		}
		if groups := p.english().FindStringSubmatch(sentence); groups != nil {
			return c.fill(p, groups), true
		}
	}
	return sentence, false
}

// fill puts what stood in the placeholders of the English sentence into the other's.
func (c *Catalogue) fill(p pair, groups []string) string {
	n := 0
	return verb().ReplaceAllStringFunc(p.said, func(verb string) string {
		n++
		held := groups[p.order[n-1]]
		if strings.HasSuffix(verb, "v") {
			held, _ = c.hear(held)
		}
		return held
	})
}

// verb is a placeholder: one of fmt's verbs, with an index where the order is another one.
var verb = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`%(?:\[([0-9]+)\])?[-+#0]*[0-9]*(?:\.[0-9]+)?([sdqvf])`)
})

// pairs makes the patterns of all heard sentences, those with most fixed characters first.
func pairs(english, other map[string]string) (list []pair) {
	for key, sentence := range english {
		if !strings.HasPrefix(key, heardPrefix) || other[key] == "" {
			continue
		}
		p := pair{said: other[key], begins: sentence}
		var pattern strings.Builder
		group := map[int]int{} // of each argument
		end := 0
		for i, at := range verb().FindAllStringSubmatchIndex(sentence, -1) {
			if i == 0 {
				p.begins = sentence[:at[0]]
			}
			fixed := sentence[end:at[0]]
			pattern.WriteString(regexp.QuoteMeta(fixed))
			pattern.WriteString(shape(sentence[at[4]:at[5]]))
			group[argument(sentence, at, i)] = i + 1
			p.weight += len(fixed)
			if len(fixed) > len(p.holds) {
				p.holds = fixed
			}
			end = at[1]
		}
		pattern.WriteString(regexp.QuoteMeta(sentence[end:]))
		p.weight += len(sentence) - end
		if len(sentence)-end > len(p.holds) {
			p.holds = sentence[end:]
		}
		p.english = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?s:` + pattern.String() + `)$`) })
		for i, at := range verb().FindAllStringSubmatchIndex(p.said, -1) {
			p.order = append(p.order, group[argument(p.said, at, i)])
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b pair) int {
		return cmp.Or(b.weight-a.weight, strings.Compare(a.said, b.said))
	})
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

// argument is the index, from 1, of the argument that the i-th placeholder of text takes.
func argument(text string, at []int, i int) int {
	if at[2] < 0 {
		return i + 1
	}
	n, _ := strconv.Atoi(text[at[2]:at[3]]) // the pattern has digits only
	return n
}
