package matcher

import (
	"bytes"
	"strings"

	"github.com/cxhook/cxhook/internal/lazy"
)

// longestLine bounds a line of exec's output in bytes. JSON events carry whole command outputs; a line that is longer
// is not one of the short events that matter.
const longestLine = 1 << 20

// execWatch reads what exec writes, line by line: for people, on stderr, or JSON events. Text of the model and of tools
// stands at column 0 there, so only what the run ends with counts, in the form that the run was started for, together
// with the exit status.
type execWatch struct {
	form    Surface // Exec or ExecJSON; "" while neither the command line nor codex's own first line has told
	line    []byte  // what has come of a line
	plain   []byte  // scratch: a line without its colours
	skip    bool    // the line is too long, or its start was lost
	colour  bool    // exec colours its labels: an error's is red
	answer  bool    // a message of the model was printed
	failure *ending // what the output ends with; nil while that is no error which ends a turn
	times   int     // how often failure was printed in a row
	open    string  // a message of several lines that has not come to its end: a server's answer
	model   string
	session string
}

// longestLabelled bounds a line of the log for people that can be exec's own word, in bytes.
const longestLabelled = 4 << 10

// redLabel begins an error where exec colours its labels: bold and red since 0.144, red in 0.106.
var redLabel = lazy.Regexp(`^(?:\x1b\[[0-9;]*m)*\x1b\[(?:31|91|38;5;1|38;5;9)m\s?(?:\x1b\[[0-9;]*m)*ERROR:`)

// traceLine is a line of Codex's own trace, which exec writes to stderr beside its log. 0.125 ends every refused run
// with one: "2026-11-29T18:01:08.372341Z ERROR codex_core::session: failed to record rollout items: thread … not
// found".
var traceLine = lazy.Regexp(`^\d{4}-\d\d-\d\dT[\d:.]+Z +(?:ERROR|WARN|INFO|DEBUG|TRACE) [a-z]`)

func (l *execWatch) write(b []byte) {
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			l.keep(b)
			return
		}
		if len(l.line) == 0 && !l.skip {
			l.take(b[:i])
		} else if l.keep(b[:i]); !l.skip {
			l.take(l.line)
		}
		l.line, l.skip = l.line[:0], false
		b = b[i+1:]
	}
}

func (l *execWatch) keep(b []byte) {
	if l.skip || len(l.line)+len(b) > longestLine {
		l.skip, l.line = true, nil
		l.failure = nil
		return
	}
	l.line = append(l.line, b...)
}

func (l *execWatch) lost() { l.line, l.skip, l.failure = l.line[:0], true, nil }

// end takes a last line without a line feed.
func (l *execWatch) end() {
	if len(l.line) > 0 && !l.skip {
		l.take(l.line)
	}
	l.line = nil
}

func (l *execWatch) take(raw []byte) {
	raw = bytes.TrimRight(raw, "\r")
	switch {
	case len(raw) == 0:
	case raw[0] == '{' && l.form != Exec:
		l.event(raw)
	case len(raw) > longestLabelled:
		l.failure = nil
	default:
		l.text(raw)
	}
}

// text takes a line of the log for people. Lines that follow a failure and are neither exec's own closing lines nor
// its trace unmake it.
func (l *execWatch) text(raw []byte) {
	line := raw
	if raw[0] == '\x1b' {
		l.plain = stripColours(l.plain[:0], raw)
		line = l.plain
	}
	switch {
	case bytes.Equal(line, []byte("tokens used")), isCount(line), bytes.HasPrefix(line, []byte(noLastMessage)):
		return
	case l.failure != nil && traceLine().Match(line):
		return
	case l.form == ExecJSON: // what others wrote to stderr
	case bytes.HasPrefix(line, []byte("ERROR: ")) && (!l.colour || redLabel().Match(raw)):
		l.message(string(line[len("ERROR: "):]))
		return
	case l.open != "" && l.failure != nil:
		l.message(l.open + "\n" + string(line))
		return
	case bytes.HasPrefix(line, []byte("OpenAI Codex v")):
		l.form = Exec
	case bytes.HasPrefix(line, []byte("workdir: ")):
		l.colour = l.colour || raw[0] == '\x1b'
	case l.model == "" && bytes.HasPrefix(line, []byte("model: ")):
		l.model = string(line[len("model: "):])
	case l.session == "" && bytes.HasPrefix(line, []byte("session id: ")):
		l.session = string(line[len("session id: "):])
	case bytes.Equal(line, []byte("codex")):
		l.answer = true
	}
	l.failure = nil
}

// stripColours appends line without its CSI … m sequences to to.
func stripColours(to, line []byte) []byte {
	for {
		i := bytes.Index(line, []byte("\x1b["))
		if i < 0 {
			return append(to, line...)
		}
		end := i + 2
		for end < len(line) && (line[end] >= '0' && line[end] <= '9' || line[end] == ';' || line[end] == ':') {
			end++
		}
		to = append(to, line[:i]...)
		if end == len(line) || line[end] != 'm' {
			to = append(to, line[i:end]...)
			line = line[end:]
			continue
		}
		line = line[end+1:]
	}
}

// noLastMessage begins what exec says behind the error when -o gets nothing (0.106.0).
const noLastMessage = "Warning: no last agent message; wrote empty content to "

// isCount says whether line is the number below "tokens used", "1,914", or blank.
func isCount(line []byte) bool {
	for _, c := range line {
		if (c < '0' || c > '9') && c != ',' && c != '.' && c != ' ' {
			return false
		}
	}
	return true
}

// message takes the message of an error line, or as much as has come of it.
func (l *execWatch) message(text string) {
	l.error(text)
	l.open = ""
	body := strings.HasPrefix(text, "{") && jsonBody(text) == nil
	if page := strings.HasPrefix(text, "unexpected status ") && !strings.Contains(text, ", url: "); (body || page) && len(text) < longestLabelled {
		l.open = text
	}
}

// error takes the message of an error line. Exec prints a failure's message once or twice; a compaction's comes with
// the prefix and then without.
func (l *execWatch) error(text string) {
	e := endingOf(text)
	switch {
	case !e.ends:
		l.failure = nil
	case l.failure != nil && l.failure.verdict.Text == e.verdict.Text:
		l.times++
		if l.failure.verdict.Task != RemoteCompact {
			l.failure.verdict.Task = e.verdict.Task
		}
	default:
		l.failure, l.times = &e, 1
	}
}

// failedEvent begins the event that ends a turn, as every release writes it.
var failedEvent = []byte(`{"type":"turn.failed",`)

// event takes a JSON event. Only a top-level turn.failed ends a turn, and only if nothing goes on after it: with
// RUST_LOG the log on stderr can hold whole lines from files that the model read.
func (l *execWatch) event(raw []byte) {
	event := jsonBody(string(raw))
	kind, _ := event["type"].(string)
	switch {
	case kind == "thread.started":
		l.form = ExecJSON
		if l.session == "" {
			l.session, _ = event["thread_id"].(string)
		}
	case kind == "turn.failed" && bytes.HasPrefix(raw, failedEvent):
		text, _ := object(event["error"])["message"].(string)
		l.failure, l.times = nil, 0
		l.error(text)
		return
	}
	if strings.HasPrefix(kind, "turn.") || strings.HasPrefix(kind, "item.") || l.form == "" {
		l.failure = nil
	}
}

// failed gives the failure that the run ended with, or nil: the exit status 1 has to confirm it. Where the status is
// unknown, an answer before a single error line may have been its author.
func (l *execWatch) failed(status int) *ending {
	confirmed := status == 1 || status == StatusUnknown && (l.form == ExecJSON || !l.answer || l.times > 1)
	if l.form == "" || !confirmed {
		return nil
	}
	return l.failure
}
