package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

func TestSetModelsChangesTheValueOfThatKeyAlone(t *testing.T) {
	entries := []Entry{{Model: "gpt-6-sol"}, {Model: "deepseek-v4", Provider: "deepseek", Effort: "high"}}
	const value = `["gpt-6-sol", { model = "deepseek-v4", provider = "deepseek", effort = "high" }]`
	tests := []struct{ name, text, want string }{
		{"no file", "", "models = " + value + "\n"},
		{"no such key", "# mine\non_capacity = \"ask\"\n", "models = " + value + "\n# mine\non_capacity = \"ask\"\n"},
		{"one line", "a = 1\nmodels = [\"x\"] # tiers\nb = 2\n", "a = 1\nmodels = " + value + " # tiers\nb = 2\n"},
		{"several lines", "models =  [\n  \"x\", # ] not the end\n  { model = \"]\" },\n]\r\nb = 2", "models =  " + value + "\r\nb = 2"},
		{"strings of all kinds", "models = ['a]', \"\"\"b]\"\"\", \"c\\\"]\"]\nb = 2\n", "models = " + value + "\nb = 2\n"},
		{"a quoted key", "\"models\" = []\n", "\"models\" = " + value + "\n"},
		{"a key of a table is another", "[t]\nmodels = [1]\n", "models = " + value + "\n[t]\nmodels = [1]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := SetModels([]byte(tt.text), entries)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			c, _ := parse("f", got)
			if diff := cmp.Diff(entries, c.Models); diff != "" {
				t.Errorf("reads back differently:\n%s", diff)
			}
		})
	}
}

func TestSetModelsRefusesWhatIsNotTOML(t *testing.T) {
	if _, err := SetModels([]byte("models = ["), nil); err == nil {
		t.Error("no error")
	}
}

func FuzzSetModels(f *testing.F) {
	f.Add("a = 1\nmodels = [\"x\"] # tiers\n")
	f.Add("models = [\n 'a', # ]\n]\n[t]\nb = 1")
	entries := []Entry{{Model: "gpt-6-sol"}}
	f.Fuzz(func(t *testing.T, text string) {
		var before, after map[string]any
		if toml.Unmarshal([]byte(text), &before) != nil {
			return
		}
		got, err := SetModels([]byte(text), entries)
		if err != nil {
			t.Fatal(err)
		}
		if err := toml.Unmarshal(got, &after); err != nil {
			t.Fatalf("%q became %q: %v", text, got, err)
		}
		if diff := cmp.Diff([]any{"gpt-6-sol"}, after["models"]); diff != "" {
			t.Fatal(diff)
		}
		delete(before, "models")
		delete(after, "models")
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatalf("other keys changed:\n%s", diff)
		}
	})
}
