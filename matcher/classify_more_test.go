package matcher_test

import (
	"slices"
	"testing"

	"github.com/cxhook/cxhook/matcher"
)

// Texts of Codex's source, its servers and its neighbours that the labelled corpus does not hold.
func TestOtherTextsHaveTheirClass(t *testing.T) {
	for text, want := range map[string]matcher.Class{
		"Policy-restricted capacity is unavailable. Please try again later.":                                   matcher.PolicyCapacity,
		"■ Flex capacity unavailable.":                                                                         matcher.PolicyCapacity,
		"stream disconnected before completion: Our servers are currently overloaded. Please try again later.": matcher.Capacity,
		"Selected model is at capacity. Please try a different model":                                          matcher.Capacity,
		"Model is at capacity":               matcher.Capacity,
		"model is at capacity.":              matcher.Capacity,
		"⚠ Server is busy, reconnecting 2/5": matcher.HighDemand,

		"To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.":                                                                      matcher.UsageLimit,
		"Quota exceeded. Check your plan and billing details.":                                                                                                         matcher.UsageLimit,
		"Your workspace is out of credits. Ask your workspace owner to refill in order to continue.":                                                                   matcher.UsageLimit,
		"■ You've hit your usage limit. To get more access now, send a request to your admin or try again at 3:00 PM.":                                                 matcher.UsageLimit,
		`{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}`: matcher.UsageLimit,
		"unexpected status 429 Too Many Requests: {\"error\":{\"type\":\"usage_limit_reached\",\"message\":\"The usage limit has been reached\"}}":                     matcher.UsageLimit,
		"stream disconnected before completion: Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 22999":                   matcher.RateLimit,
		"unexpected status 429 Too Many Requests: slow down, url: https://example.com/v1/responses":                                                                    matcher.RateLimit,

		"stream disconnected before completion: Your input exceeds the context window of this model. Please adjust your input and try again.": matcher.ContextWindow,
		"This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.":                             matcher.ContextWindow,

		"Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.": matcher.ContentPolicy,
		"Invalid image in your last message. Please remove it and try again.":                                                          matcher.ContentPolicy,
		"This request has been flagged for possible cybersecurity risk.":                                                               matcher.ContentPolicy,
		"stream disconnected before completion: Incomplete response returned, reason: content_filter":                                  matcher.ContentPolicy,
		"Your workspace inference hook blocked this request.":                                                                          matcher.ContentPolicy,

		"Missing environment variable: `OPENAI_API_KEY`. Create an API key and export it as an environment variable.":                      matcher.Auth,
		"unexpected status 401 Unauthorized: Missing bearer or basic authentication in header, url: http://localhost/responses":            matcher.Auth,
		"unexpected status 401 Unauthorized: {\"error\":{\"message\":\"Incorrect API key provided: sk-x.\",\"code\":\"invalid_api_key\"}}": matcher.Auth,
		"Not logged in": matcher.Auth,
		"Your authentication session could not be refreshed automatically. Please log out and sign in again.": matcher.Auth,

		"■ {\"detail\":\"The 'gpt-5-mini' model is not supported when using Codex with a ChatGPT account.\"}":                                                                        matcher.ModelUnsupported,
		"unexpected status 400 Bad Request: {\"detail\":\"The 'x' model is not supported when using Codex with a ChatGPT account.\"}":                                                matcher.ModelUnsupported,
		"{\"type\":\"error\",\"status\":400,\"error\":{\"type\":\"invalid_request_error\",\"message\":\"The 'x' model is not supported when using Codex with a ChatGPT account.\"}}": matcher.ModelUnsupported,
		"The 'gpt-6-sol' model requires a newer version of Codex. Please upgrade to the latest app or CLI and try again.":                                                            matcher.ModelUnsupported,
		"Model not found gpt-x": matcher.ModelNotFound,
		"unexpected status 404 Not Found: {\"error\":{\"message\":\"model \\\"llama9\\\" not found, try pulling it first\"}}":                     matcher.ModelNotFound,
		"{\"error\":{\"message\":\"nope\",\"code\":\"model_not_found\"}}":                                                                         matcher.ModelNotFound,
		"Unsupported value: 'none' is not supported with the 'gpt-5.2' model. Supported values are: 'low' and 'high'.":                            matcher.EffortUnsupported,
		"{\"error\":{\"message\":\"Invalid value: 'xxhigh'. Supported values are: 'low', 'medium' and 'high'.\",\"param\":\"reasoning.effort\"}}": matcher.EffortUnsupported,
		"Unsupported parameter: 'reasoning.effort' is not supported with this model.":                                                             matcher.EffortUnsupported,

		"Error: Model provider `openai-chat` not found":                                                          matcher.ProviderConfig,
		"No running Ollama server detected. Start it with: `ollama serve`":                                       matcher.ProviderConfig,
		"Error loading config.toml: invalid value: string \"hi\", expected a boolean\nin `hide_agent_reasoning`": matcher.LocalConfig,
		"Error loading configuration: missing field `base_url` in `model_providers.x`":                           matcher.ProviderConfig,
		"legacy `profile = \"a\"` config is no longer supported; use a profile file":                             matcher.LocalConfig,

		"stream disconnected before completion: stream closed before response.completed":                      matcher.Network,
		"stream disconnected before completion: idle timeout waiting for SSE":                                 matcher.Network,
		"stream disconnected before completion: Transport error: network error: error decoding response body": matcher.Network,
		"request timed out":                    matcher.Network,
		"connect ECONNREFUSED 127.0.0.1:8080":  matcher.Network,
		"getaddrinfo ENOTFOUND api.openai.com": matcher.Network,
		"Access blocked by Cloudflare. This usually happens when connecting from a restricted region (status 403 Forbidden)": matcher.Network,
		"Connection failed: error sending request for url (https://api.openai.com/v1/responses)":                             matcher.Network,

		"unexpected status 500 Internal Server Error: oops":                                      matcher.ServerError,
		"exceeded retry limit, last status: 503 Service Unavailable":                             matcher.ServerError,
		"unexpected status 529 : overloaded":                                                     matcher.ServerError,
		"exceeded retry limit, last status: 401 Unauthorized":                                    matcher.Auth,
		"{\"id\":1,\"error\":{\"code\":-32001,\"message\":\"Server overloaded; retry later.\"}}": matcher.ServerError,

		"command failed; retry without sandbox?":                                                                         matcher.Sandbox,
		"• Ran make\n  └ bwrap: No permissions to create new namespace":                                                  matcher.Sandbox,
		"ERROR: No saved session found with ID 0000. Run `codex resume` without an ID to choose from existing sessions.": matcher.Session,
		"Error: thread/resume: thread/resume failed: thread 01a2 already has an active writer (code -32600)":             matcher.Session,
		"error: the argument '--model <MODEL>' cannot be used multiple times":                                            matcher.CLIUsage,
		"No prompt provided via stdin.":                                                                                  matcher.CLIUsage,
		"error: unrecognized subcommand 'resum'\n\nUsage: codex [OPTIONS] [PROMPT]":                                      matcher.CLIUsage,

		"⚠ Model metadata for `x` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.": matcher.NotAnError,
		"Token usage: total=912 input=900 output=12":  matcher.NotAnError,
		"ERROR: Reconnecting... 1/4":                  matcher.NotAnError,
		"• Working (3s • esc to interrupt)":           matcher.NotAnError,
		"review.log:38: ■ " + sentence:                matcher.NotAnError,
		"    64 +■ " + sentence:                       matcher.NotAnError,
		"> ■ " + sentence:                             matcher.NotAnError,
		"```\n" + sentence + "\n```":                  matcher.NotAnError,
		"~~~\nERROR: " + sentence + "\n~~~":           matcher.NotAnError,
		"My terminal says " + sentence + " What now?": matcher.NotAnError,
		"hello world":                                 matcher.Unknown,
		"":                                            matcher.Unknown,
	} {
		got := matcher.Classify(text)
		if len(got) != 1 || got[0].Class != want {
			t.Errorf("%q\n is %+v, want %s", text, got, want)
		}
	}
}

func TestRulesAreComplete(t *testing.T) {
	classes := map[matcher.Class]bool{}
	cures := []string{
		"switch", "wait", "compact", "new_thread", "log_in", "set_variable", "buy_credits", "run_fewer", "change_prompt", "allow", "use_right_session",
		"correct_arguments", "update_codex", "check_network", "nothing", "edit_model", "edit_model_reasoning_effort", "edit_model_providers",
		"edit_base_url", "edit_sandbox_mode", "edit_config", "edit_features", "edit_mcp_servers", "run_command",
	}
	for i, rule := range matcher.Rules() {
		classes[rule.Class] = true
		isError := rule.Class != matcher.NotAnError && rule.Class != matcher.Unknown
		if rule.Says == "" || len(rule.Remedy) == 0 || rule.Releases == "" || rule.Waste == "" && isError {
			t.Errorf("rule %d, %s: a field is empty: %+v", i, rule.Class, rule)
		}
		for _, cure := range rule.Cure() {
			if !slices.Contains(cures, cure) {
				t.Errorf("rule %d, %s: %q is no cure that programs know", i, rule.Class, cure)
			}
		}
		if helps := slices.Contains(rule.Cure(), "switch"); helps != (rule.SwitchHelps == matcher.Yes) && rule.SwitchHelps != matcher.Maybe {
			t.Errorf("rule %d, %s: switch_helps is %q, the cures are %v", i, rule.Class, rule.SwitchHelps, rule.Cure())
		}
		if !slices.Contains([]matcher.Help{matcher.Yes, matcher.Maybe, matcher.No}, rule.SwitchHelps) {
			t.Errorf("rule %d, %s: switch_helps is %q", i, rule.Class, rule.SwitchHelps)
		}
		if known := slices.Contains([]matcher.Origin{matcher.Server, matcher.Account, matcher.Local}, rule.Origin); known == (rule.Class == matcher.Unknown) {
			t.Errorf("rule %d, %s: origin is %q", i, rule.Class, rule.Origin)
		}
		if rule.Acts != (i == 0) {
			t.Errorf("rule %d, %s: acts is %v; the first rule alone acts", i, rule.Class, rule.Acts)
		}
		for _, text := range rule.Exact {
			got := matcher.Classify(text)
			if len(got) != 1 || got[0].Class != rule.Class || got[0].Rule.Says != rule.Says {
				t.Errorf("%q of rule %d is taken by %+v", text, i, got)
			}
		}
	}
	for _, class := range []matcher.Class{
		matcher.Capacity, matcher.PolicyCapacity, matcher.HighDemand, matcher.ServerError, matcher.UsageLimit, matcher.RateLimit, matcher.ContextWindow,
		matcher.Auth, matcher.ModelUnsupported, matcher.ModelNotFound, matcher.EffortUnsupported, matcher.ProviderConfig, matcher.LocalConfig,
		matcher.Network, matcher.ContentPolicy, matcher.Sandbox, matcher.Session, matcher.CLIUsage, matcher.NotAnError, matcher.CapacityRetrying,
		matcher.Unknown,
	} {
		if !classes[class] {
			t.Errorf("no rule for %s", class)
		}
	}
}
