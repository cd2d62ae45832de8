// Package logged is the one way into the debug log, which people attach to reports: it takes numbers, times, Names and
// errors, and of an error the types and the system's reason alone. Sentences, which may hold a prompt, a command line or a
// secret, leave nothing but their length, whoever logs them.
package logged

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"syscall"
	"unicode"
)

// Name is a text that may stand in the log: the name of a model, a program's file, or a word of this project. The test of
// this package has the table of what is made one.
type Name string

// nameLimit bounds a Name in the log, in bytes: the longest path, or a stack.
const nameLimit = 4096

func (n Name) safe() string {
	s := string(n[:min(len(n), nameLimit)])
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) && r != unicode.ReplacementChar || r == '\n' || r == '\t' { // the handler quotes these
			return r
		}
		return '?'
	}, s)
}

// New writes a log to w.
func New(w io.Writer) *slog.Logger {
	return slog.New(handler{slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})})
}

// handler lets only values through that cannot be a user's words.
type handler struct{ slog.Handler }

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	safe := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		safe.AddAttrs(field(a))
		return true
	})
	return h.Handler.Handle(ctx, safe)
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	safe := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		safe[i] = field(a)
	}
	return handler{h.Handler.WithAttrs(safe)}
}

func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }

func field(a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindBool, slog.KindInt64, slog.KindUint64, slog.KindFloat64, slog.KindDuration, slog.KindTime:
		return a
	case slog.KindString:
		return slog.String(a.Key, fmt.Sprintf("(%d bytes)", len(a.Value.String())))
	case slog.KindAny:
		switch v := a.Value.Any().(type) {
		case Name:
			return slog.String(a.Key, v.safe())
		case error:
			return slog.String(a.Key, strings.Join(causes(v), " "))
		}
	}
	return slog.String(a.Key, fmt.Sprintf("(%T)", a.Value.Any()))
}

// causes names an error and what it wraps by their types, and a system's error and a fault of the program by its words.
func causes(err error) []string {
	switch e := err.(type) {
	case nil:
		return nil
	case syscall.Errno:
		return []string{e.Error()}
	case runtime.Error:
		return []string{e.Error()}
	case interface{ Unwrap() []error }:
		var all []string
		for _, one := range e.Unwrap() {
			all = append(all, causes(one)...)
		}
		return all
	case interface{ Reason() Name }:
		return append([]string{e.Reason().safe()}, causes(errors.Unwrap(err))...)
	}
	return append([]string{fmt.Sprintf("%T", err)}, causes(errors.Unwrap(err))...)
}
