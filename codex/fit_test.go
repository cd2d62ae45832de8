package codex

import (
	"testing"

	"github.com/cxhook/cxhook/codex/rollout"
)

func TestTheRefusedModelIsTheOneInTheRequest(t *testing.T) {
	const sol, other = "gpt-5.6-sol", "gpt-5.5" // the latter reads another form of compacted conversation
	next := func(model, form string) rollout.Settings {
		s := usual
		s.Model, s.CompHash = model, form
		return s
	}
	said := rollout.Turn{Settings: usual, Requested: true, Answered: true}
	for name, c := range map[string]struct {
		turns     []rollout.Turn
		catalogue []Model
		want      string
	}{
		"a turn's own":                                  {[]rollout.Turn{said, {Settings: next(other, "2911"), Requested: true}}, models, other},
		"a compaction by the model of before":           {[]rollout.Turn{said, {Settings: next(other, "2911")}}, models, sol},
		"a compaction by the new one, of the same form": {[]rollout.Turn{said, {Settings: next("gpt-6.2-sol", "3000")}}, models, "gpt-6.2-sol"},
		"a compaction of a model that is not listed":    {[]rollout.Turn{said, {Settings: next(other, "2911")}}, nil, other},
		"the first turn":                                {[]rollout.Turn{{Settings: next(other, "2911")}}, models, other},
		"no turn":                                       {nil, models, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := RefusedModel(rollout.Session{ID: "ID", Turns: c.turns}, c.catalogue); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
