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
			_, t.failure = refusal(t.model)
			if t.compact {
				t.failure = compactPrefix + t.failure
			}
		}
	}
	return t
}

// refusal is codex_error_info and the words of the error that a refused turn of a model ends with.
func refusal(model string) (info, text string) {
	said := os.Getenv(ErrorVariable)
	if of, rest, ok := strings.Cut(said, "="); ok && !strings.Contains(of, " ") {
		if said = rest; of != model {
			said = ""
		}
	}
	if info, text, ok := strings.Cut(said, " "); ok {
		return info, text
	}
	return "server_overloaded", capacityText
}

func (s *session) refused(t turn, rule string) bool {
	rule, times, some := strings.Cut(rule, "*")
	model, from, later := strings.Cut(rule, "@")
	n, err := strconv.Atoi(from)
	if model != t.model || later && (err != nil || len(s.turns)+1 < n) {
		return false
	}
	n, err = strconv.Atoi(times)
	return !some || err == nil && refusals(model) < n
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
