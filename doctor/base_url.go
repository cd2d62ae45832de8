package doctor

import (
	"net/url"

	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/internal/environ"
)

// ownBaseURL is where a provider without a base_url goes (0.171.0).
const ownBaseURL = "https://api.openai.com/v1"

// baseURL is the address that requests go to. That of Codex's own provider is unknown
// unless it is set, as it depends on the login; a password in one is not shown.
func (e *examination) baseURL() Value {
	v := Value{Ladder: []Rung{}}
	switch name := e.provider; {
	case name == "":
		return v
	case name == "openai":
		v = e.value("openai_base_url")
		if env := environ.Value(e.Env, "OPENAI_BASE_URL"); e.rules.BaseURLVariable && env != "" {
			v.above(Rung{Value: env, Origin: string(layers.Environment), Place: Place{File: "$OPENAI_BASE_URL"}})
		} else if e.rules.BaseURLVariable {
			v = Value{Ladder: []Rung{}} // nor does it know the key
		}
	case name == "ollama" || name == "lmstudio":
		if env := environ.Value(e.Env, "CODEX_OSS_BASE_URL"); env != "" {
			v.above(Rung{Value: env, Origin: string(layers.Environment), Place: Place{File: "$CODEX_OSS_BASE_URL"}})
		}
	default:
		if v = e.value("model_providers", name, "base_url"); v.Origin == "" && len(e.stack.Ladder("model_providers", name)) > 0 {
			v.above(Rung{Value: ownBaseURL, Origin: string(layers.BuiltIn)})
		}
	}
	v.Name = withoutPassword(v.Name)
	for i := range v.Ladder {
		v.Ladder[i].Value = withoutPassword(v.Ladder[i].Value)
	}
	return v
}

// above puts a value in force before all others.
func (v *Value) above(r Rung) {
	for i := range v.Ladder {
		if v.Ladder[i].State == string(layers.InForce) {
			v.Ladder[i].State = string(layers.Overridden)
		}
	}
	r.State = string(layers.InForce)
	v.Name, v.Origin, v.Place, v.Ladder = r.Value, r.Origin, r.Place, append([]Rung{r}, v.Ladder...)
}

func withoutPassword(address string) string {
	if u, err := url.Parse(address); err == nil && u.User != nil {
		return u.Redacted()
	}
	return address
}
