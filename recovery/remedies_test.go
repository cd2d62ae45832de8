package recovery

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/matcher"
)

// said is a Tuesday afternoon in a zone without summer time.
var said = time.Date(2026, 12, 1, 16, 20, 30, 0, time.FixedZone("", 8*60*60))

// troubled is an error in a conversation with gpt-5.6-sol at effort max, two other models at hand.
func troubled(message, info string) trouble {
	t := trouble{
		Verdict: matcher.Recorded(message, info), model: "gpt-5.6-sol", effort: "max", said: said, now: said,
		candidates: []Candidate{{Entry: config.Entry{Model: "gpt-6-sol"}, Note: "effort high"}, {Entry: config.Entry{Model: "gpt-6-luna"}}},
		catalogue: []codex.Model{
			{Slug: "gpt-5.6-sol", ContextWindow: 200_000, Efforts: []string{"low", "high"}},
			{Slug: "gpt-6-sol", ContextWindow: 400_000},
			{Slug: "gpt-6-luna", ContextWindow: 200_000},
		},
		settings: config.Default(),
	}
	t.until, _ = t.Until(said, said.Location())
	return t
}

// reads is a menu as the bar shows it.
func (m menu) reads() string {
	parts := []string{m.title}
	for _, c := range m.choices {
		part := string(c.Key) + " " + c.Label
		if c.Note != "" {
			part += " (" + c.Note + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "   ")
}

const limited = "You've hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro) or try again"

func TestWhatIsOfferedForEachErrorAndNothingThatWouldNotHelp(t *testing.T) {
	for _, c := range []struct{ message, info, want string }{
		{"Selected model is at capacity. Please try a different model.", "server_overloaded",
			"gpt-5.6-sol is at capacity   1 gpt-6-sol (effort high)   2 gpt-6-luna   w wait   f fresh"},
		{"Error running remote compact task: Selected model is at capacity. Please try a different model.", "",
			"gpt-5.6-sol is at capacity (compact)   1 gpt-6-sol (effort high)   2 gpt-6-luna   w wait   f fresh"},

		{"You've hit your usage limit for gpt-5.6-sol. Switch to another model now, or try again at 6:34 PM.", "usage_limit_exceeded",
			"usage limit of gpt-5.6-sol reached until 18:34   1 gpt-6-sol (effort high)   2 gpt-6-luna   w wait"},
		{"You've hit your usage limit for gpt-6-sol. Switch to another model now, or try again at 6:34 PM.", "usage_limit_exceeded",
			"usage limit of gpt-6-sol reached until 18:34   1 gpt-6-luna   w wait"},
		{limited + " at 6:34 PM.", "usage_limit_exceeded", "usage limit reached until 18:34   w wait"},
		{limited + " at Dec 5th, 2026 6:34 AM.", "usage_limit_exceeded", "usage limit reached until Dec 5 06:34   w wait"},
		{limited + " in 2 days 17 hours 14 minutes.", "usage_limit_exceeded", "usage limit reached until Dec 4 09:34   w wait"},
		{limited + " later.", "usage_limit_exceeded", "Buy credits, raise the cap, or use another account or API key, to go on sooner."},
		{"Your workspace is out of credits. Add credits to continue.", "usage_limit_exceeded", "Buy credits, raise the cap, or use another account or API key, to go on sooner."},
		{"You hit your spend cap set by the owner of your workspace. Ask an owner to increase your spend cap to continue.", "",
			"Buy credits, raise the cap, or use another account or API key, to go on sooner."},
		{"Rate limit reached for gpt-5.6-sol. Please try again in 11.054s.", "rate_limit_exceeded", "too many requests   w wait"},
		{"exceeded retry limit, last status: 429 Too Many Requests", "response_too_many_failed_attempts:429", "too many requests   w wait"},

		{"We're currently experiencing high demand, which may cause temporary errors.", "", "OpenAI's servers are overloaded   w wait"},
		{"stream disconnected before completion: Transport error: network error: error decoding response body", "response_stream_disconnected",
			"the connection broke off   w wait"},
		{"Policy-restricted capacity is unavailable. Please try again later.", "", "no capacity of your tier is free   w wait"},

		{"Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.", "context_window_exceeded",
			"the conversation no longer fits into gpt-5.6-sol   1 gpt-6-sol (larger window, effort high)   c compact and go on"},

		{"The 'gpt-5.6-sol' model is not supported when using Codex with a ChatGPT account.", "",
			"gpt-5.6-sol cannot be used here   1 gpt-6-sol (effort high)   2 gpt-6-luna"},
		{"The model `gpt-5.6-sol` does not exist or you do not have access to it.", "model_not_found",
			"gpt-5.6-sol cannot be used here   1 gpt-6-sol (effort high)   2 gpt-6-luna"},
		{"Unsupported value: 'max' is not supported with the 'gpt-5.6-sol' model. Supported values are: 'low' and 'high'.", "",
			"gpt-5.6-sol does not take this effort   1 gpt-5.6-sol (effort high)   2 gpt-6-sol (effort high)   3 gpt-6-luna"},

		{"Your access token could not be refreshed. Please log out and sign in again.", "", "Log in again with `codex login`, or correct the API key."},
		{"Not inside a trusted directory and --skip-git-repo-check was not specified.", "", "Run codex inside a repository, or add --skip-git-repo-check."},
		{"Invalid prompt: your prompt was flagged as potentially violating our usage policy.", "", "Change or remove the prompt, image or file that it refuses."},
		{"the frobnicator is stuck", "", ""},
	} {
		m, ok := troubled(c.message, c.info).menu()
		if got := m.reads(); got != c.want || ok != (c.want != "") {
			t.Errorf("%s\n got  %s\n want %s", c.message, got, c.want)
		}
	}
}

func TestWhatTheUserHasTakenOutIsNotOffered(t *testing.T) {
	for message, kind := range map[string]config.Trouble{
		"Selected model is at capacity. Please try a different model.": config.Capacity,
		limited + " at 6:34 PM.": config.Limit,
		"We're currently experiencing high demand, which may cause temporary errors.":                                       config.Transient,
		"Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.": config.Context,
		"The 'gpt-5.6-sol' model is not supported when using Codex with a ChatGPT account.":                                 config.Model,
	} {
		for _, offered := range config.Troubles() {
			tr := troubled(message, "")
			tr.settings.Offer = []config.Trouble{offered}
			if _, ok := tr.menu(); ok != (offered == kind) {
				t.Errorf("%s, only %s offered: shown %v", message, offered, ok)
			}
		}
	}
}

// Nothing is waited for that only the user can cure, and nobody is switched to against a limit of the account.
func TestWhatAPolicyDoesUnasked(t *testing.T) {
	const (
		capacity = "Selected model is at capacity. Please try a different model."
		ofModel  = "You've hit your usage limit for gpt-5.6-sol. Switch to another model now, or try again at 6:34 PM."
		window   = "Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying."
	)
	for _, c := range []struct{ set, message, want string }{
		{"ask", capacity, ""}, {"switch", capacity, "1"}, {"wait", capacity, "w"},
		{"ask", limited + " at 6:34 PM.", ""}, {"wait", limited + " at 6:34 PM.", "w"}, {"wait", limited + " later.", ""},
		{"wait", ofModel, "w"},
		{"ask", "We're currently experiencing high demand, which may cause temporary errors.", ""},
		{"wait", "We're currently experiencing high demand, which may cause temporary errors.", "w"},
		{"wait", window, ""}, {"wait", "The 'gpt-5.6-sol' model is not supported when using Codex with a ChatGPT account.", ""},
		{"wait", "Your access token could not be refreshed. Please log out and sign in again.", ""},
	} {
		tr := troubled(c.message, "")
		tr.settings.OnCapacity, tr.settings.OnLimit, tr.settings.OnTransient = config.Policy(c.set), config.Policy(c.set), config.Policy(c.set)
		m, _ := tr.menu()
		got, _ := m.unasked(tr.policy(""))
		if key := strings.Trim(string(got.Key), "\x00"); key != c.want {
			t.Errorf("%s, %s: %q, want %q", c.message, c.set, key, c.want)
		}
	}
	tr := troubled(capacity, "")
	tr.candidates = nil
	m, _ := tr.menu()
	if got, _ := m.unasked(config.Switch); got.do != retryLater {
		t.Errorf("without another model a switch is %q", got.Key)
	}
}

func TestWhenItIsTriedAgain(t *testing.T) {
	const high = "We're currently experiencing high demand, which may cause temporary errors."
	for _, c := range []struct {
		message  string
		retries  int
		late     time.Duration // after the error
		from, to string        // after the error
	}{
		{"Selected model is at capacity. Please try a different model.", 3, 0, "30s", "1m"},
		{limited + " at 4:30 PM.", 0, 0, "10m30s", "11m"},         // ten minutes, less the seconds, and one for Codex's own rounding
		{limited + " at 4:30 PM.", 0, time.Hour, "1h30s", "1h1m"}, // the time has come while nobody looked
		{limited + " at 4:10 PM.", 0, 0, "30s", "1m"},             // it is over already
		{limited + " in 2 days 17 hours.", 0, 0, "65h1m", "65h1m30s"},
		{"Rate limit reached for gpt-5.6-sol. Please try again in 11.054s.", 0, 0, "12.054s", "15.054s"},
		{"exceeded retry limit, last status: 429 Too Many Requests", 0, 0, "1m", "1m30s"},
		{high, 0, 0, "30s", "1m"}, {high, 1, 0, "1m", "1m30s"}, {high, 2, 0, "2m", "2m30s"}, {high, 4, 0, "5m", "5m30s"}, {high, 999, 0, "5m", "5m30s"},
	} {
		tr := troubled(c.message, "")
		tr.retries, tr.now = c.retries, said.Add(c.late)
		if got := fmt.Sprint(tr.due(0).Sub(said), " ", tr.due(1).Sub(said)); got != fmt.Sprint(duration(t, c.from), " ", duration(t, c.to)) {
			t.Errorf("%s, %d retries: from %s, want %s %s", c.message, c.retries, got, c.from, c.to)
		}
	}
}

func duration(t *testing.T, text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
