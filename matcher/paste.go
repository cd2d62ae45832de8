package matcher

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/cxhook/cxhook/internal/lazy"
)

// Explain says what a text means that somebody gives to have it explained. It is Classify, but for what only quotes an
// error: who pastes it asks what the error is, so it is named, with Quoted set. What is quoted is told only where Codex
// itself says no error beside it. JSON events and the log of exec tell by themselves who spoke, so there an error in
// somebody's answer stays none. Nothing that watches a codex may use Explain.
func Explain(text string) []Verdict {
	lines := joinBodies(strings.Split(unescape(text), "\n"))
	if isExecLog(lines) || jsonBody(strings.TrimSpace(text)) != nil {
		return Classify(text)
	}
	lines = parted(lines)
	text = strings.Join(lines, "\n")
	all := judged(text)
	strict := summary(all, text)
	if slices.ContainsFunc(all, judgement.sure) {
		return strict
	}
	quoted := quotedErrors(lines)
	ownNote := strict[0].Class == NotAnError && strict[0].Rule.Instead == ""
	if len(quoted) == 0 || ownNote && !quoted[0].isError() {
		return strict
	}
	return quoted
}

// sure is whether j is an error in Codex's own words, which begins as a message does or behind its mark, and is not just a
// word somewhere in a text.
func (j judgement) sure() bool {
	return j.verdict.isError() && !j.quoted && (j.marked || j.verdict.Retrying || j.begins())
}

func (v Verdict) isError() bool { return v.Class != "" && v.Class != NotAnError && v.Class != Unknown }

// quotedErrors finds the errors in lines of which Codex itself wrote none so: behind the marks of a quotation, in quotes,
// or among other words. Where there are none it gives Codex's notes, such as that it tries again.
func quotedErrors(lines []string) []Verdict {
	var sure, possible, notes []Verdict
	for _, p := range quotations(lines) {
		v, begins := p.verdict()
		switch {
		case v.Class == NotAnError && begins:
			notes = add(notes, v)
		case v.isError() && begins:
			sure = add(sure, v)
		case v.isError():
			possible = add(possible, v)
		}
	}
	switch {
	case len(sure) > 0:
		return sure
	case len(possible) > 0:
		return possible
	}
	return notes[:min(1, len(notes))]
}

// quotation is a run of lines without the marks that stood around them.
type quotation struct {
	text   string
	marked bool // there were marks
}

func quotations(lines []string) (all []quotation) {
	var now quotation
	n, fenced := 0, false
	end := func() {
		if now.text != "" {
			all = append(all, now)
		}
		now, n = quotation{}, 0
	}
	for _, line := range lines {
		if event := jsonLine(line); event != nil && event["error"] == nil && event["detail"] == nil { // who spoke there is known
			end()
			continue
		}
		text, marked := unmarked(line)
		if fence().MatchString(line) {
			fenced = !fenced
		}
		if text == "" || n == longestMessage || now.text != "" && opensLine(text) && !goesOn(now.text) {
			end()
		}
		if text != "" {
			now.text = strings.TrimSpace(now.text + " " + text)
			now.marked = now.marked || marked || fenced
			n++
		}
	}
	end()
	return all
}

// verdict judges what q quotes. begins is whether a message of Codex begins there, and not just one of its words is in it.
func (q quotation) verdict() (v Verdict, begins bool) {
	text := plain(q.text)
	q.marked = q.marked || strings.ContainsFunc(text, isHan) // no message of Codex's own has such
	if m := read(text); m.begins() {
		v, begins = upToItsEnd(text), true
	} else if found, ok := within(text); ok {
		v, begins, q.marked = found, true, true
	} else if q.marked { // else Classify has judged these very words
		v = m.judge()
	}
	q.marked = q.marked || len(v.Text) < len(text) && !strings.HasSuffix(text, v.Text)
	v.Quoted = q.marked
	v.Acts = v.Acts && !v.Quoted
	return v, begins
}

// within finds the first message of Codex among other words of text: what begins as one, or what stands in quotes.
func within(text string) (v Verdict, found bool) {
	const most = 8 // quotations in it that are looked at
	looked, before := 0, ' '
	for at, r := range text {
		apart := isHan(before) || !unicode.IsLetter(before) && !unicode.IsDigit(before)
		closing := closers[before]
		before = r
		rest := text[at:]
		end := strings.IndexRune(rest, closing)
		quoted := closing != 0 && end > 0
		if !apart || !quoted && !opens(rest) {
			continue
		}
		if quoted {
			rest = rest[:end]
			looked++
		}
		if v = upToItsEnd(rest); v.isError() || v.Class == NotAnError && opens(rest) {
			return v, true
		}
		if looked == most {
			break
		}
	}
	return Verdict{}, false
}

// closers are the marks that close a quotation, by those that open it; text is in plain form.
var closers = map[rune]rune{'"': '"', '\'': '\'', '`': '`', '「': '」', '『': '』', '«': '»', '《': '》'}

// longestSentence bounds where a capacity message ends, in bytes.
const longestSentence = 400

// upToItsEnd judges the message that text begins with. A capacity message is a whole sentence, so the words behind it
// are left away; the others are told by their beginning, and go to the end of text.
func upToItsEnd(text string) Verdict {
	var found *Verdict
	for at, r := range text[:min(len(text), longestSentence)] {
		next, _ := utf8.DecodeRuneInString(text[at+utf8.RuneLen(r):])
		stop := r == '.' && !unicode.IsLetter(next) && !unicode.IsDigit(next) || r == '.' && isHan(next)
		end := at
		if stop {
			end += 1
		} else if !isHan(r) && !strings.ContainsRune("。，！？", r) {
			continue
		}
		if v := read(text[:end]).judge(); v.Class == Capacity || v.Class == CapacityRetrying {
			found = &v
		}
	}
	if found != nil {
		return *found
	}
	return read(text).judge()
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// begins says whether m begins as Codex's messages do.
func (m message) begins() bool {
	return m.task == RemoteCompact || m.retrying || m.info != "" || opens(m.text) || jsonBody(m.text) != nil || patternsAtStart().MatchString(m.text)
}

// patternsAtStart matches what begins with a pattern of some rule.
var patternsAtStart = sync.OnceValue(func() *regexp.Regexp {
	var all []string
	for _, r := range Rules() {
		all = append(all, r.Pattern...)
	}
	return regexp.MustCompile(`(?i)^(?:` + strings.Join(all, "|") + ")")
})

// openers are the beginnings of messages that no rule lists.
var openers = []string{
	"exceeded retry limit, last status", "unexpected status ", "stream disconnected before completion", "stream error: ", "Connection failed: ",
	"Error while reading the server response", compactPrefix,
}

// retold is how a capacity message begins that names the model, or that somebody types.
var retold = lazy.Regexp(`^(?i:(?:selected )?model(?: \S+)? is at capacity\b)`)

// beginnings are those of all messages, by their first letter, which may be small or large.
var beginnings = sync.OnceValue(func() map[rune][]string {
	by := map[rune][]string{}
	add := func(text string) {
		first, _ := utf8.DecodeRuneInString(text)
		by[unicode.ToLower(first)] = append(by[unicode.ToLower(first)], text)
	}
	for _, r := range Rules() {
		for _, text := range slices.Concat(r.Exact, r.Prefix) {
			add(text)
		}
	}
	for _, text := range openers {
		add(text)
	}
	return by
})

// opens says whether text begins with what some message of Codex begins with.
func opens(text string) bool {
	text = letters.Replace(text[:min(len(text), 200)])
	first, _ := utf8.DecodeRuneInString(text)
	return retold().MatchString(text) || slices.ContainsFunc(beginnings()[unicode.ToLower(first)], func(b string) bool {
		return len(text) >= len(b) && sameButFirst(b, text[:len(b)])
	})
}

// opensLine says whether a message of Codex begins on line, behind its label or an opening quotation mark.
func opensLine(line string) bool {
	line = strings.TrimLeft(strings.TrimPrefix(line, errorCell().FindString(line)), "\"'`“‘「『*")
	return opens(strings.TrimPrefix(line, wordLabel().FindString(line)))
}

// goesOn says whether the message before a line goes on in that line, although the line begins as a message does: the
// cause of an error stands behind a colon, that of a fallback behind its sentence.
func goesOn(before string) bool {
	before = strings.TrimRight(before, " \t")
	return before == "" || strings.ContainsRune(":,(", rune(before[len(before)-1])) || fallbackHead().MatchString(before) || retryCell().MatchString(before)
}

var fallbackHead = lazy.Regexp(`Falling back from WebSockets to HTTPS transport\.$`)

// parted puts an empty line before each line at which another message begins.
func parted(lines []string) (all []string) {
	for i, line := range lines {
		if i > 0 && lines[i-1] != "" && opensLine(line) && !goesOn(lines[i-1]) {
			all = append(all, "")
		}
		all = append(all, line)
	}
	return all
}

// joinBodies puts a server's answer that stands on several lines, behind a mark or not, on one.
func joinBodies(lines []string) (all []string) {
	for i := 0; i < len(lines); i++ {
		at := strings.IndexByte(lines[i], '{')
		line, taken := lines[i], 0
		for n := 2; at >= 0 && at <= len("ERROR: {") && n <= min(longestMessage, len(lines)-i); n++ {
			if !strings.HasSuffix(strings.TrimSpace(lines[i+n-1]), "}") {
				continue
			}
			for _, blank := range []string{" ", ""} { // what a narrow screen broke has no blank there
				body := strings.Join(lines[i:i+n], blank)[at:]
				if taken == 0 && json.Valid([]byte(body)) {
					line, taken = lines[i][:at]+body, n-1
				}
			}
			if taken > 0 {
				break
			}
		}
		all = append(all, line)
		i += taken
	}
	return all
}

var (
	// What stands before a line that somebody shows: quotation marks of mail, bullets, numbers, headings, the frame of a
	// box, the signs of a diff; what grep -n puts there; the time of a log.
	marksBefore = lazy.Regexp(`^(?:[>›»❯│┃|║*•◦·–—+#-]+(?:[\s\x{a0}]+|$)|[>│┃|║]+|\d{1,3}[.)] +|\[[ x]\] +|(?:[\w./~+-]*[A-Za-z][\w./~+-]*[:-])?\d+[:-][\s\x{a0}]*|\d+ +[+-]|\d\d:\d\d:\d\d[.,\d]* +)`)
	marksAfter  = lazy.Regexp(`[\s\x{a0}]*[│┃|║]$`)
	frameLine   = lazy.Regexp("^[\\s╭╮╰╯─━═┌┐└┘├┤┬┴┼╔╗╚╝║│┃|+_=*-]+$|^ *(?:```|~~~)")
	lineColumn  = lazy.Regexp(`^[\w./~+-]+:\d+:\d+:`) // a place in a file, as Codex names it
)

// unmarked takes the marks of a quotation off a line, and says whether there were any. A line that is nothing else
// becomes empty.
func unmarked(line string) (text string, marked bool) {
	if frameLine().MatchString(line) {
		return "", line != ""
	}
	text = strings.TrimRightFunc(line, unicode.IsSpace)
	original := text
	for {
		before := text
		text = strings.TrimSpace(text)
		if loc := timeLabel().FindString(text); loc != "" {
			text = text[len(loc):]
			continue
		}
		if !lineColumn().MatchString(text) {
			text = strings.TrimPrefix(text, marksBefore().FindString(text))
		}
		text = strings.TrimSuffix(text, marksAfter().FindString(text))
		text = unsigned(text)
		text = unquoted(text)
		if text == before {
			return text, text != original
		}
	}
}

// unsigned takes a sign off the beginning of text that a program or person put there, such as ✗ or ❌. Codex's own stay.
func unsigned(text string) string {
	sign, rest, found := strings.Cut(text, " ")
	isSign := sign != "" && !strings.ContainsFunc(sign, func(r rune) bool {
		return !unicode.In(r, unicode.So, unicode.Sm, unicode.Po, unicode.Mn, unicode.Cf) || strings.ContainsRune(`"'&/`, r)
	})
	if !found || !isSign {
		return strings.TrimPrefix(text, errorCell().FindString(text))
	}
	return rest
}

// unquoted takes off quotation marks that are around all of text.
func unquoted(text string) string {
	text = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'").Replace(text)
	body := strings.TrimRight(text, ".,;:!?)。，；：！？ ")
	for _, mark := range []string{"***", "**", "__", "```", "``"} {
		if len(body) > 2*len(mark) && strings.HasPrefix(body, mark) && strings.HasSuffix(body, mark) {
			return body[len(mark) : len(body)-len(mark)]
		}
	}
	first, width := utf8.DecodeRuneInString(body)
	closing, known := closers[first]
	if !known || len(body) < 2*width || !strings.HasSuffix(body, string(closing)) {
		return text
	}
	return body[width : len(body)-utf8.RuneLen(closing)]
}
