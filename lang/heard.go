package lang

import "strings"

// Heard says in the catalogue's language what is said in English: a sentence below "heard." in the catalogues, such a
// one behind ": ", as the cause of an error stands, or several behind each other, separated by "; " or ", ". What
// stands in its placeholders is passed on as it is, be it a command to paste or a user's own words; only where the
// catalogues write %v it is a sentence of ours, and is said too. What is not known stays as it is, so that an unknown
// error is told in its own words.
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
	if said, known = c.cause(sentence); known {
		return said, true
	}
	mark, key := "; ", "separator.semicolon"
	if !strings.Contains(sentence, mark) {
		mark, key = ", ", "separator.comma"
	}
	if parts := strings.Split(sentence, mark); len(parts) > 1 {
		if heard, known := c.several(parts, mark); known {
			return strings.Join(heard, c.Text(key)), true
		}
	}
	return sentence, false
}

// cause says an error that tells where it comes from and then what it is.
func (c *Catalogue) cause(sentence string) (said string, known bool) {
	const mark = ": "
	for at := range sentence {
		if !strings.HasPrefix(sentence[at:], mark) {
			continue
		}
		if said, known = c.match(sentence[at+len(mark):]); known {
			places := strings.Split(sentence[:at], mark)
			for i := range places {
				places[i], _ = c.match(places[i])
			}
			return strings.Join(append(places, said), c.Text("separator.colon")), true
		}
	}
	return sentence, false
}

// several says what stood between marks. A sentence of ours may hold a mark or two itself.
func (c *Catalogue) several(parts []string, mark string) (heard []string, known bool) {
	const most = 3
	for len(parts) > 0 {
		n, said, ok := 1, "", false
		for take := min(most, len(parts)); take > 1 && !ok; take-- {
			if said, ok = c.match(strings.Join(parts[:take], mark)); ok {
				n = take
			}
		}
		if !ok {
			said, ok = c.hear(parts[0])
		}
		heard, parts, known = append(heard, said), parts[n:], known || ok
	}
	return heard, known
}

// match says a sentence that is known as a whole.
func (c *Catalogue) match(sentence string) (said string, known bool) {
	for _, p := range c.heard() {
		if held, ok := p.holdings(sentence); ok {
			return p.say(held, c), true
		}
	}
	return sentence, false
}
