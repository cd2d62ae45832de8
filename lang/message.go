package lang

import (
	"errors"
	"strings"
	"syscall"
)

// Message is what is told to people: the key of a text in the catalogues, and what stands in its placeholders. It is made
// where the thing is known and said where it is shown, in whatever language; JSON, logs and errors have its English form.
// The zero Message is nothing. It may be used by any goroutine, as its arguments are not changed.
type Message struct {
	key       string
	args      []any     // Messages and errors among them are said in the same language
	text      string    // without a key: another's words, or a name
	heard     bool      // text is English of a package that makes no Messages yet; see Heard
	parts     []Message // without a key: said behind each other
	separator string    // the key of what stands between parts
}

// Say makes the message of a key. The placeholders of its text are fmt's; for a Message or an error write %v.
func Say(key string, args ...any) Message { return Message{key: key, args: args} }

// Verbatim makes a message of words that no catalogue has: a name, a command, another program's sentence.
func Verbatim(text string) Message { return Message{text: text} }

// Join says messages behind each other, with the text of the key separator between; nothings among them are left out.
func Join(separator string, parts ...Message) Message {
	var said []Message
	for _, p := range parts {
		if !p.IsZero() {
			said = append(said, p)
		}
	}
	if len(said) == 1 {
		return said[0]
	}
	return Message{parts: said, separator: separator}
}

// IsZero reports whether m says nothing.
func (m Message) IsZero() bool { return m.key == "" && m.text == "" && len(m.parts) == 0 }

// Is reports whether m was made with the key.
func (m Message) Is(key string) bool { return m.key == key }

// In says m in a catalogue's language.
func (m Message) In(c *Catalogue) string {
	switch {
	case len(m.parts) > 0:
		said := make([]string, len(m.parts))
		for i, p := range m.parts {
			said[i] = p.In(c)
		}
		return strings.Join(said, c.Text(m.separator))
	case m.heard:
		return c.Heard(m.text)
	case m.key == "":
		return m.text
	}
	args := make([]any, len(m.args))
	for i, a := range m.args {
		switch a := a.(type) {
		case Message:
			args[i] = a.In(c)
		case error:
			args[i] = Told(a).In(c)
		default:
			args[i] = a
		}
	}
	return c.Text(m.key, args...)
}

// Text says m in the language in force.
func (m Message) Text() string { return m.In(Now()) }

// String says m in English.
func (m Message) String() string { return m.In(Of(English)) }

// MarshalText writes m as JSON and logs have it, in English.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Error is an error that is told to people. Its text is English.
type Error struct{ Message }

// Errorf makes an error of a key's text, as Say does. What among args is an error is what it wraps.
func Errorf(key string, args ...any) error { return &Error{Say(key, args...)} }

// Error says the error in English.
func (e *Error) Error() string { return e.String() }

// Unwrap gives the errors among the arguments.
func (e *Error) Unwrap() (causes []error) {
	for _, a := range e.args {
		if cause, ok := a.(error); ok {
			causes = append(causes, cause)
		}
	}
	return causes
}

// system has the keys of the system's errors that people meet.
var system = map[syscall.Errno]string{
	syscall.ENOENT: "system.missing", syscall.EACCES: "system.denied", syscall.EISDIR: "system.is_directory", syscall.ENOTDIR: "system.not_directory",
	syscall.ENOSPC: "system.full",
}

// Told is err as a message: an Error's own, the system's where the catalogues have it, and of an error that wraps another
// by adding words in front, those words and the other. What is not known is told in its own words.
func Told(err error) Message {
	if err == nil {
		return Message{}
	}
	if e, ok := err.(*Error); ok {
		return e.Message
	}
	if errno, ok := err.(syscall.Errno); ok && system[errno] != "" {
		return Say(system[errno])
	}
	if ours := (*Error)(nil); !errors.As(err, &ours) {
		return Message{text: err.Error(), heard: true}
	}
	cause := errors.Unwrap(err)
	if cause == nil { // it wraps several
		return Verbatim(err.Error())
	}
	words, ended := strings.CutSuffix(err.Error(), cause.Error())
	switch before, colon := strings.CutSuffix(words, ": "); {
	case !ended:
		return Verbatim(err.Error())
	case words == "":
		return Told(cause)
	case colon:
		return Join("separator.colon", Message{text: before, heard: true}, Told(cause))
	}
	return Join("separator.nothing", Verbatim(words), Told(cause))
}
