package codex

import "testing"

// As the releases named print it.
func TestRefusalIsWhatCodexSaysOfItsConfiguration(t *testing.T) {
	for name, c := range map[string]struct{ stderr, want string }{
		"0.106.0": {"Error: /c/config.toml:1:14: unknown variant `loose`, expected one of `read-only`\n\nCaused by:\n    unknown variant `loose`\n    in `sandbox_mode`\n    \n",
			"/c/config.toml:1:14: unknown variant `loose`, expected one of `read-only`"},
		"0.171.0": {"Error: failed to load bootstrap configuration\n\nCaused by:\n    model_providers.p: provider name must not be empty\n    in `model_providers`\n    \n",
			"model_providers.p: provider name must not be empty in `model_providers`"},
		"0.144.6":      {"WARN: x\nError: Model provider `nobody` not found\n", "Model provider `nobody` not found"},
		"another kind": {"error: unrecognized subcommand 'features'\n", ""},
	} {
		if got := refusalIn(c.stderr); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
