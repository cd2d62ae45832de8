package rollout

import "testing"

func TestTheLastPromptOfASession(t *testing.T) {
	for file, want := range map[string]string{
		"0.106.0-fork.jsonl":                   "The last turn stopped because its model was at capacity. Continue where it left off.",
		"0.106.0-second-turn-refused.jsonl":    "hello there",
		"0.171.0-second-turn-refused.jsonl":    "hello there",
		"0.171.0-exec-tool-then-refused.jsonl": "tool",
	} {
		got, err := LastPrompt("testdata/" + file)
		if err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", file, got, err, want)
		}
	}
	if _, err := LastPrompt("testdata/none.jsonl"); err == nil {
		t.Error("a file that is not there has a prompt")
	}
}
