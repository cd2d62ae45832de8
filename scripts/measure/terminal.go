//go:build linux

package main

import (
	"fmt"
	"strings"
	"time"
)

// key is what is typed: a letter that ends no control sequence a tool may write.
const key = "z"

// roundTrip measures a key and its echo, in batches by turns, so that what else the
// machine does is shared by all ways.
func (b *bench) roundTrip(rounds, batch int) (samples, error) {
	times := samples{}
	var sessions []*session
	for _, w := range b.ways {
		s, err := start(b.env, w.argv(b.program, "echo"))
		if err != nil {
			return nil, err
		}
		defer s.end()
		if _, err := s.await("."); err != nil {
			return nil, err
		}
		if err := s.quiet(300 * time.Millisecond); err != nil {
			return nil, err
		}
		sessions = append(sessions, s)
	}
	for round := range rounds {
		for i, w := range b.ways {
			for n := range batch {
				if err := sessions[i].quiet(0); err != nil { // what a tool wrote besides
					return nil, err
				}
				began := time.Now()
				if err := sessions[i].write(key); err != nil {
					return nil, err
				}
				at, err := sessions[i].await(key)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", w.name, err)
				}
				if round > 0 && n > 0 { // the first ones warm up
					times.add(w.name, at.Sub(began))
				}
			}
		}
	}
	return times, nil
}

// throughput measures how long a number of bytes take to come through.
func (b *bench) throughput(kind string, bytes, rounds int) (samples, error) {
	times := samples{}
	var sessions []*session
	for _, w := range b.ways {
		s, err := start(b.env, w.argv(b.program, "write", kind, fmt.Sprint(bytes)))
		if err != nil {
			return nil, err
		}
		defer s.end()
		if _, err := s.await("."); err != nil {
			return nil, err
		}
		if err := s.quiet(300 * time.Millisecond); err != nil {
			return nil, err
		}
		sessions = append(sessions, s)
	}
	for range rounds {
		for i, w := range b.ways {
			began := time.Now()
			if err := sessions[i].write(key); err != nil {
				return nil, err
			}
			at, err := sessions[i].await("Fin")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", w.name, err)
			}
			times.add(w.name, at.Sub(began))
			_ = sessions[i].quiet(500 * time.Millisecond) // tmux draws the end once more
		}
	}
	return times, nil
}

// firstByte measures from the start of a command to the program's first byte.
func (b *bench) firstByte(rounds int) (samples, error) {
	times := samples{}
	for range rounds {
		for _, w := range b.ways {
			argv := w.argv(b.program, "first")
			if w.name == "tmux" { // which may not share a server with the last one
				argv = strings.Split(strings.Replace(strings.Join(argv, "\x00"), "tmux.socket", fmt.Sprintf("first%d", len(times[w.name])), 1), "\x00")
			}
			began := time.Now()
			s, err := start(b.env, argv)
			if err != nil {
				return nil, err
			}
			at, err := s.await(".")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", w.name, err)
			}
			times.add(w.name, at.Sub(began))
			s.end()
		}
	}
	return times, nil
}
