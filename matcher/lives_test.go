package matcher_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/matcher"
)

// lives are messages that end a turn, of every rule of which Codex prints some, as its releases print them or as its source
// has them. Those that are exact tell their class alone.
var lives = []struct {
	text  string
	class matcher.Class
	exact bool
}{
	{sentence, matcher.Capacity, true},
	{"Our servers are currently overloaded. Please try again later.", matcher.Capacity, false},
	{"stream disconnected before completion: " + sentence, matcher.Capacity, false},
	{"unexpected status 503 Service Unavailable: " + sentence + ", url: http://127.0.0.1:41234/v1/responses", matcher.Capacity, false},
	{`{"error":{"message":"` + sentence + `"}}`, matcher.Capacity, false},
	{sentence + " Ask your administrator.", matcher.Unknown, false},
	{"Codex says: " + sentence, matcher.Unknown, false},
	{"Selected model is at capacity.", matcher.Capacity, false},
	{"Error running local compact task: " + sentence, matcher.Unknown, false},
	{"Policy-restricted capacity is unavailable. Please try again later.", matcher.PolicyCapacity, true},
	{"Flex capacity unavailable.", matcher.PolicyCapacity, true},
	{"We’re currently experiencing high demand, which may cause temporary errors.", matcher.HighDemand, true},
	{"We're currently experiencing high demand, which may cause temporary errors. Really.", matcher.HighDemand, false},
	{"You’ve hit your usage limit for gpt-5.3-codex-spark. Switch to another model now, or try again at 6:44 PM.", matcher.UsageLimit, true},
	{"You've hit your usage limit for codex_other. Switch to another model now, or try again at Sep 5th, 2026 6:34 AM.", matcher.UsageLimit, true},
	{"You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase " +
		"more credits or try again at Dec 1st, 2026 12:33 AM.", matcher.UsageLimit, true},
	{"You've hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro) or try again in 2 days 17 hours 14 minutes.", matcher.UsageLimit, true},
	{"You’ve hit your usage limit. Visit https://chatgpt.com/settings/usage to purchase more credits or try again at 12:33 AM.", matcher.UsageLimit, true},
	{"You’ve hit your usage limit. To get more access now, send a request to your admin or try again later.", matcher.UsageLimit, true},
	{"You’ve hit your usage limit. Upgrade to Plus to continue using Codex (https://chatgpt.com/explore/plus), or try again at Jan 1st, 2100 12:00 AM.", matcher.UsageLimit, true},
	{"You’ve hit your usage limit. Try again at 11:05 PM.", matcher.UsageLimit, true},
	{"You’ve hit your usage limit.", matcher.UsageLimit, false},
	{"You've hit your usage limit. Ask a friend.", matcher.UsageLimit, false},
	{"Your workspace is out of credits. Add credits to continue.", matcher.UsageLimit, true},
	{"Your workspace is out of credits. Ask your workspace owner to refill in order to continue.", matcher.UsageLimit, true},
	{"You hit your spend cap set in your workspace. Increase your spend cap to continue.", matcher.UsageLimit, true},
	{"You hit your spend cap set by the owner of your workspace. Ask an owner to increase your spend cap to continue.", matcher.UsageLimit, true},
	{"To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.", matcher.UsageLimit, true},
	{"Quota exceeded. Check your plan and billing details.", matcher.UsageLimit, true},
	{"exceeded retry limit, last status: 429 Too Many Requests", matcher.RateLimit, true},
	{"exceeded retry limit, last status: 429 Too Many Requests, request id: 9c84b52ce87fbe62-SJC", matcher.RateLimit, true},
	{"rate limit exceeded: Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 22999, Requested 12528. " +
		"Please try again in 1.5s. Visit https://platform.openai.com/account/rate-limits to learn more.", matcher.RateLimit, true},
	{"stream disconnected before completion: Rate limit reached for gpt-5.6-sol. Please try again in 11.054s.", matcher.RateLimit, true},
	{"rate limit exceeded: Please slow down.", matcher.RateLimit, false},
	{"unexpected status 503 Service Unavailable: upstream connect error, url: http://127.0.0.1:41234/v1/responses", matcher.ServerError, true},
	{"unexpected status 502 Bad Gateway: <html>Bad Gateway</html>, url: https://chatgpt.com/backend-api/codex/responses, cf-ray: 9a, request id: 1-2", matcher.ServerError, true},
	{"exceeded retry limit, last status: 500 Internal Server Error", matcher.ServerError, true},
	{"stream disconnected before completion: An error occurred while processing your request. You can retry your request.", matcher.ServerError, false},
	{"unexpected status 404 Not Found: Not Found, url: https://chatgpt.com/backend-api/codex/responses/compact", matcher.ServerError, false},
	{"Server overloaded; retry later.", matcher.ServerError, false},
	{"stream disconnected before completion: Transport error: network error: error decoding response body", matcher.Network, true},
	{"stream disconnected before completion: stream closed before response.completed", matcher.Network, true},
	{"stream disconnected before completion: error sending request for url (https://chatgpt.com/backend-api/codex/responses)", matcher.Network, true},
	{"Connection failed: error sending request for url (https://chatgpt.com/backend-api/codex/responses)", matcher.Network, true},
	{"request timed out", matcher.Network, true},
	{"stream disconnected before completion: the cat is on the keyboard", matcher.Network, false},
	{"unexpected status 404 Not Found: 404 page not found, url: http://127.0.0.1:41234/responses", matcher.ProviderConfig, false},
	{"No running Ollama server detected. Start it with: `ollama serve`", matcher.ProviderConfig, false},
	{"wire_api is wrong", matcher.ProviderConfig, false},
	{"unexpected status 404 Not Found: nothing here, url: http://127.0.0.1:41234/responses", matcher.ProviderConfig, false},
	{"MCP client for `x` failed to start: handshaking with MCP server failed", matcher.LocalConfig, false},
	{"config.toml:3:1: unknown configuration field", matcher.LocalConfig, false},
	{"Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.", matcher.ContextWindow, true},
	{"This model's maximum context length is 8192 tokens.", matcher.ContextWindow, false},
	{"unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1:41234/v1/responses", matcher.Auth, true},
	{"Your access token could not be refreshed because your refresh token was already used. Please log out and sign in again.", matcher.Auth, true},
	{"Missing environment variable: `MY_KEY`.", matcher.Auth, true},
	{"unexpected status 401 Unauthorized: missing API key, url: http://127.0.0.1:4000/v1/responses", matcher.Auth, false},
	{"Token data is not available.", matcher.Auth, true},
	{"Please log in again", matcher.Auth, false},
	{`{"detail":"The 'gpt-x' model is not supported when using Codex with a ChatGPT account."}`, matcher.ModelUnsupported, true},
	{"The 'gpt-x' model is not available", matcher.ModelUnsupported, false},
	{"The model `gpt-x` does not exist or you do not have access to it.", matcher.ModelNotFound, true},
	{"unexpected status 404 Not Found: The model `gpt-x` does not exist or you do not have access to it., url: http://127.0.0.1:41234/v1/responses", matcher.ModelNotFound, true},
	{"Model not found gpt-x", matcher.ModelNotFound, false},
	{`{ "error": { "code": "unsupported_value", "message": "Unsupported value: 'xhigh' is not supported with the 'gpt-x' model." } }`, matcher.EffortUnsupported, true},
	{"Unsupported value: 'xhigh' is not supported with the 'gpt-x' model.", matcher.EffortUnsupported, false},
	{"Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.", matcher.ContentPolicy, true},
	{"This request has been flagged for possible cybersecurity risk.", matcher.ContentPolicy, false},
	{"Usage limit reached. You've reached your usage limit. Increase your limits to continue using codex.", matcher.UsageLimit, true},
	{"bwrap: setting up uid map: Permission denied", matcher.Sandbox, false},
	{"Automatic approval review failed: " + sentence, matcher.Sandbox, false},
	{`{ "error": { "code": "invalid_encrypted_content", "message": "The encrypted content gAAA could not be verified." } }`, matcher.Session, true},
	{"no rollout found for thread id 01a2", matcher.Session, false},
	{"{\n  \"error\": {\n    \"code\": \"unsupported_value\",\n    \"message\": \"Unsupported value: 'xhigh' is not supported with the 'gpt-x' model.\"\n  }\n}", matcher.EffortUnsupported, true},
	{"unexpected status 502 Bad Gateway: <html>\n<head><title>502 Bad Gateway</title></head>\n</html>, url: https://chatgpt.com/backend-api/codex/responses", matcher.ServerError, true},
	{"The moon is not in the right phase for this request.", matcher.Unknown, false},
}

func TestTheCorpusHasEveryRuleThatEndsATurn(t *testing.T) {
	// What stands before a turn, or is said of others' words.
	beside := []string{
		"capacity_retrying", "follow_up", "cli_usage", "not_an_error", "quoted", "unknown", "codex_home", "untrusted", "override", "requirements", "local_config",
	}
	had := map[string]bool{}
	for _, live := range lives {
		had[matcher.Classify(live.text)[0].Rule.ID] = true
	}
	for _, rule := range matcher.Rules() {
		if !had[rule.ID] && !slices.Contains(beside, rule.ID) {
			t.Errorf("no text of rule %s", rule.ID)
		}
	}
}

func TestEveryClassIsFoundLive(t *testing.T) {
	hello := userPrompt("why does it stop?")
	for _, live := range lives {
		for _, cols := range []int{24, 40, 80, 100, 200} {
			found := show(size(cols, 60), working(hello), resting(hello, errorCell(live.text)))
			right := len(found) == 1 && found[0].Unconfirmed != live.exact && (found[0].Class == live.class || !live.exact && cols < 80)
			if !right { // a word that is broken by the edge of a narrow terminal may be one too many
				t.Errorf("%d columns: %q: found %s; want %s, exact %v", cols, live.text, told(found), live.class, live.exact)
			}
			// A yellow cell warns, unless its words are exact.
			found = show(size(cols, 60), working(hello), resting(hello, warningCell(live.text)))
			if live.exact && (len(found) != 1 || found[0].Class != live.class) || !live.exact && len(found) > 0 {
				t.Errorf("%d columns, yellow: %q: found %s; exact %v", cols, live.text, told(found), live.exact)
			}
		}
		for name, of := range map[string]struct {
			surface matcher.Surface
			text    string
		}{
			"log":    {matcher.Exec, execHeader + "\x1b[1m\x1b[31mERROR:\x1b[0m\x1b[0m " + strings.ReplaceAll(live.text, "\n", "\r\n") + "\r\n"},
			"events": {matcher.ExecJSON, started + event(live.text)},
		} {
			found := runLog("", 1, of.text)
			if len(found) != 1 || found[0].Class != live.class || found[0].Unconfirmed == live.exact || found[0].Surface != of.surface {
				t.Errorf("%s: %q: found %s; want %s, exact %v", name, live.text, told(found), live.class, live.exact)
			}
			if found := runLog("", 0, of.text); len(found) > 0 {
				t.Errorf("%s, status 0: %q: found %s", name, live.text, told(found))
			}
		}
	}
}

// The words between Codex's own tries are no end, whatever comes of them.
func TestNothingIsFoundWhileCodexTries(t *testing.T) {
	hello := userPrompt("why does it stop?")
	for _, live := range lives {
		trying := scene{cells: []cell{hello}, status: "Reconnecting... 2/5 (7s • esc to interrupt)", detail: live.text}
		if found := show(size(80, 40), working(hello), trying, working(hello), resting(hello, prose("Done."))); len(found) > 0 {
			t.Errorf("%q: found %s", live.text, told(found))
		}
		if found := show(size(80, 40), working(hello), trying, trying, resting(hello, errorCell(live.text))); len(found) != 1 {
			t.Errorf("%q, and it gave up: found %s", live.text, told(found))
		}
		retry := "\x1b[1m\x1b[31mERROR:\x1b[0m\x1b[0m Reconnecting... 1/4 (" + live.text + ")\r\n"
		if found := runLog("", 1, execHeader+retry); len(found) > 0 {
			t.Errorf("%q, in exec: found %s", live.text, told(found))
		}
		if found := runLog("", 1, started+event("Reconnecting... 1/4 ("+live.text+")")); len(found) > 0 {
			t.Errorf("%q, in events: found %s", live.text, told(found))
		}
	}
}
