package matcher

import (
	"strings"

	"github.com/cxhook/cxhook/internal/lazy"
)

var (
	errorCell  = lazy.Regexp(`^(?:■|⚠|🖐|🔒)\x{fe0f}?[\s\x{a0}\x{fffc}]+`)
	retryCell  = lazy.Regexp(`^[•◦]?[\s\x{fffc}]*(?:Working\b.*interrupt|(?i:re-?connecting)\b|Server is busy)`)
	userCell   = lazy.Regexp(`^(?:[›»>]|❯)(?:[\s\x{fffc}]|$)`)
	proseCell  = lazy.Regexp(`^[•◦└│╭╰*-][\s\x{fffc}]`)
	fence      = lazy.Regexp("^ {0,3}(```|~~~)")
	errorLine  = lazy.Regexp(`^(?:\[?\d{4}-\d\d-\d\d[T ][\d:.]+\S*\]? +)?(?:ERROR|Error|error|warning|WARN|Turn error|Codex error)\b(?:: | loading| parsing| running)`)
	detailLine = lazy.Regexp(`^ +└ +(.*)$`)
	streamLine = lazy.Regexp(`^data: *`)
)

// longestMessage bounds a message in lines: the longest of Codex's own, wrapped to 20 columns.
const longestMessage = 40

// paragraph is a run of lines that belong together before it is known how many messages they hold.
type paragraph struct {
	lines    []string
	quoted   bool
	retrying bool
	single   bool // it began with a glyph or a label, so it is one message
}

// splitter cuts text, free of escapes, into paragraphs.
type splitter struct {
	all    []said
	now    paragraph
	fenced bool
}

// messages takes text, free of escapes, apart into what was said in it.
func messages(text string) []said {
	if body := jsonBody(strings.TrimSpace(text)); body != nil {
		return eventErrors(body)
	}
	lines := strings.Split(text, "\n")
	if isExecLog(lines) {
		return execLog(lines)
	}
	var s splitter
	for _, line := range lines {
		s.line(strings.TrimRight(line, " \t"))
	}
	s.end()
	return s.all
}

func (s *splitter) line(line string) {
	switch {
	case fence().MatchString(line):
		s.end()
		s.fenced = !s.fenced
	case s.fenced:
		s.begin(line, true)
	case line == "":
		s.end()
	case jsonLine(line) != nil:
		s.end()
		for _, e := range eventErrors(jsonLine(line)) {
			e.marked = true
			s.all = append(s.all, e)
		}
	case errorCell().MatchString(line):
		s.begin(strings.TrimPrefix(line, errorCell().FindString(line)), false)
		s.now.single = true
	case retryCell().MatchString(line):
		s.begin(strings.TrimLeft(line, "•◦ "+string(hole)), false)
		s.now.retrying = true
	case userCell().MatchString(line), proseCell().MatchString(line):
		s.begin(line, true)
	case s.now.retrying && detailLine().MatchString(line):
		s.now.lines = []string{detailLine().FindStringSubmatch(line)[1]}
	case detailLine().MatchString(line):
		s.begin(detailLine().FindStringSubmatch(line)[1], true)
	case line == "tokens used": // exec's last word: what follows is a number
		s.begin(line, true)
	case traceLine().MatchString(line):
		s.begin(line, false)
		s.now.single = true
	case errorLine().MatchString(line):
		s.begin(line, false)
		s.now.single = strings.Contains(errorLine().FindString(line), ":")
	case len(s.now.lines) == 0:
		// An indented line of its own is a code block, a command's output or the rest of a longer text.
		indented := line[0] == ' ' || line[0] == '\t'
		s.begin(line, indented)
	default:
		s.now.lines = append(s.now.lines, line)
	}
}

func (s *splitter) begin(line string, quoted bool) {
	s.end()
	s.now = paragraph{lines: []string{line}, quoted: quoted}
}

func (s *splitter) end() {
	s.all = append(s.all, s.now.messages()...)
	s.now = paragraph{}
}

// messages joins the paragraph's lines. A line starts a new message where it and those before it are each known by
// themselves; everything else is the rest of a wrapped line.
func (p paragraph) messages() []said {
	var all []said
	for start := 0; start < len(p.lines); {
		end := start + 1
		for end < min(len(p.lines), start+longestMessage) && (p.single || !complete(p.lines[start:end]) || !known(p.lines[end])) {
			end++
		}
		s := said{message: read(strings.Join(p.lines[start:end], " ")), quoted: p.quoted, marked: p.single}
		s.retrying = s.retrying || p.retrying
		all = append(all, s)
		start = end
	}
	return all
}

// complete says whether lines are a message by themselves, and no clause that the next line goes on with.
func complete(lines []string) bool {
	text := strings.TrimSpace(strings.Join(lines, " "))
	return strings.HasSuffix(text, ".") && known(text)
}

func known(text string) bool { return read(text).judge().Class != Unknown }

func jsonLine(line string) map[string]any {
	return jsonBody(strings.TrimPrefix(line, streamLine().FindString(line)))
}
