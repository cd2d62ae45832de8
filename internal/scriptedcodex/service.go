package scriptedcodex

import (
	"cmp"
	"os"
	"strconv"
	"strings"
	"time"
)

// ask is the service: it answers the turn or refuses its model, by the script in RefuseVariable.
func (s *session) ask(t turn) turn {
	t.answer = cmp.Or(os.Getenv(AnswerVariable), answerText)
	if t.compact {
		t.answer = "Context compacted"
	}
	for rule := range strings.SplitSeq(os.Getenv(RefuseVariable), ",") {
		if s.refused(t, strings.TrimSpace(rule)) {
			t.answer = ""
			_, t.failure = refusal()
			if t.compact {
				t.failure = compactPrefix + t.failure
			}
		}
	}
	return t
}

// refusal is codex_error_info and the words of a refused turn's error.
func refusal() (info, text string) {
	if info, text, ok := strings.Cut(os.Getenv(ErrorVariable), " "); ok {
		return info, text
	}
	return "server_overloaded", capacityText
}

func (s *session) refused(t turn, rule string) bool {
	if model, from, ok := strings.Cut(rule, "@"); ok {
		n, err := strconv.Atoi(from)
		return err == nil && model == t.model && len(s.turns)+1 >= n
	}
	if model, times, ok := strings.Cut(rule, "*"); ok {
		n, err := strconv.Atoi(times)
		return err == nil && model == t.model && refusals(model) < n
	}
	return rule == t.model
}

// refusals counts the refused turns of a model in this CODEX_HOME.
func refusals(model string) (n int) {
	for _, path := range rollouts() {
		s, err := readRollout(path)
		if err != nil {
			continue
		}
		for _, t := range s.turns {
			if t.model == model && t.failure != "" {
				n++
			}
		}
	}
	return n
}

// turnTime is how long the model thinks.
func turnTime() time.Duration {
	if d, err := time.ParseDuration(os.Getenv(TurnVariable)); err == nil {
		return d
	}
	return defaultTurn
}

// defaultTurn is about what a refusal took in the recordings: long enough for one frame with the working line.
const defaultTurn = 60 * time.Millisecond
