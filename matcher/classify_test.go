package matcher_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/cxhook/cxhook/matcher"
)

type labelled struct{ Label, Text, Surface, Source string }

func labelledMessages(t *testing.T) []labelled {
	t.Helper()
	file, err := os.Open("testdata/messages.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []labelled
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var m labelled
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	if len(all) < 100 {
		t.Fatalf("%d labelled messages, want at least 100", len(all))
	}
	return all
}

// classesOf says which classes a label of the corpus allows. acts is whether a live appearance is an incident.
var classesOf = map[string]struct {
	classes []matcher.Class
	acts    bool
}{
	"at_capacity":             {[]matcher.Class{matcher.Capacity}, true},
	"at_capacity_compact":     {[]matcher.Class{matcher.Capacity}, true},
	"at_capacity_retrying":    {[]matcher.Class{matcher.CapacityRetrying}, false},
	"at_capacity_recovered":   {[]matcher.Class{matcher.CapacityRetrying}, false},
	"at_capacity_wrapped":     {[]matcher.Class{matcher.Capacity}, false},
	"at_capacity_auto_review": {[]matcher.Class{matcher.Sandbox}, false},
	"app_server_busy":         {[]matcher.Class{matcher.ServerError}, false},
	"high_demand":             {[]matcher.Class{matcher.HighDemand}, false},
	"server_error":            {[]matcher.Class{matcher.ServerError}, false},
	"usage_limit":             {[]matcher.Class{matcher.UsageLimit}, false},
	"usage_limit_switchable":  {[]matcher.Class{matcher.UsageLimit}, false},
	"rate_limit_429":          {[]matcher.Class{matcher.RateLimit}, false},
	"context_window":          {[]matcher.Class{matcher.ContextWindow}, false},
	"auth":                    {[]matcher.Class{matcher.Auth}, false},
	"model_unsupported":       {[]matcher.Class{matcher.ModelUnsupported, matcher.ModelNotFound, matcher.EffortUnsupported}, false},
	"provider_config":         {[]matcher.Class{matcher.ProviderConfig}, false},
	"local_config":            {[]matcher.Class{matcher.LocalConfig}, false},
	"network":                 {[]matcher.Class{matcher.Network}, false},
	"sandbox_policy":          {[]matcher.Class{matcher.Sandbox}, false},
	"session_state":           {[]matcher.Class{matcher.Session}, false},
	"cli_usage":               {[]matcher.Class{matcher.CLIUsage}, false},
	"info_not_error":          {[]matcher.Class{matcher.NotAnError}, false},
	"not_current_error":       {[]matcher.Class{matcher.NotAnError}, false},
}

func TestEveryLabelledMessageIsClassified(t *testing.T) {
	// The same bytes stand in the corpus as a real error and as the last line of an answer on stdout: no reading of
	// the text can part them, only the exit status does, and Watcher asks for it.
	real := map[string]bool{}
	for _, m := range labelledMessages(t) {
		if m.Label == "at_capacity" {
			real[m.Text] = true
		}
	}
	for _, m := range labelledMessages(t) {
		label := m.Label
		if label == "not_current_error" && real[m.Text] {
			label = "at_capacity"
		}
		want, known := classesOf[label]
		if !known {
			t.Errorf("label %s has no class", label)
		}
		for _, v := range matcher.Classify(m.Text) {
			if !slices.Contains(want.classes, v.Class) || v.Acts != want.acts {
				t.Errorf("%s: %q\n is %s, acts %v; want %v, acts %v\n rule: %s", label, m.Text, v.Class, v.Acts, want.classes, want.acts, v.Rule.Says)
			}
		}
	}
}
