package matcher_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/matcher"
)

// pasted are the ways in which people show an error to somebody.
var pasted = map[string]func(text string) string{
	"quotes":                  func(s string) string { return `"` + s + `"` },
	"curly quotes":            func(s string) string { return "“" + s + "”" },
	"single quotes":           func(s string) string { return "'" + s + "'" },
	"corner brackets":         func(s string) string { return "「" + s + "」" },
	"backticks":               func(s string) string { return "`" + s + "`" },
	"bold":                    func(s string) string { return "**" + s + "**" },
	"a fence":                 func(s string) string { return "```\n" + s + "\n```" },
	"a fence with a name":     func(s string) string { return "```text\n■ " + s + "\n```\n" },
	"a fence of tildes":       func(s string) string { return "~~~\nERROR: " + s + "\n~~~" },
	"a fence below words":     func(s string) string { return "I get this all day:\n\n```\n" + s + "\n```\n\nWhat now?" },
	"a mail's quotation":      func(s string) string { return "> " + s },
	"a quotation's quotation": func(s string) string { return "> > ■ " + s },
	"a wrapped quotation":     func(s string) string { return "> " + strings.Join(wrap("■ "+s, 40), "\n> ") },
	"a box": func(s string) string {
		out := "╭──────────────────────────────────────────╮\n"
		for _, line := range wrap("■ "+s, 40) {
			out += "│ " + line + strings.Repeat(" ", max(0, 40-len([]rune(line)))) + " │\n"
		}
		return out + "╰──────────────────────────────────────────╯"
	},
	"a box of letters":  func(s string) string { return "+-----+\n| " + s + " |\n+-----+" },
	"a bullet":          func(s string) string { return "- " + s },
	"another bullet":    func(s string) string { return "• " + s },
	"a star":            func(s string) string { return "* " + s },
	"a number":          func(s string) string { return "1. " + s },
	"indented":          func(s string) string { return "    " + s },
	"an indented cell":  func(s string) string { return "  ■ " + s },
	"a tab":             func(s string) string { return "\tERROR: " + s },
	"a draft":           func(s string) string { return "› " + s },
	"words before":      func(s string) string { return "codex says: " + s },
	"words around":      func(s string) string { return `My terminal says "` + s + `" What now?` },
	"words after":       func(s string) string { return `"` + s + `" - what does it mean?` },
	"Chinese before":    func(s string) string { return "报错：" + s },
	"Chinese and marks": func(s string) string { return "一直弹出这个报错：“" + s + "”，怎么办？" },
	"Chinese with a blank": func(s string) string {
		return "错误信息: " + s
	},
	"grep -n":         func(s string) string { return "review.log:38:■ " + s },
	"grep -n, indent": func(s string) string { return "logs/a-b/review.log:38:  ERROR: " + s },
	"grep -n, alone":  func(s string) string { return "38:■ " + s },
	"grep -A":         func(s string) string { return "review.log-39-" + s },
	"a diff":          func(s string) string { return "+■ " + s },
	"a cross":         func(s string) string { return "✗ " + s },
	"another cross":   func(s string) string { return "❌ " + s },
	"a heading":       func(s string) string { return "## " + s },
	"a table":         func(s string) string { return "| " + s + " |" },
}

func TestAnErrorIsNamedHoweverItIsPasted(t *testing.T) {
	for _, m := range bare(t) {
		want := matcher.Classify(m.Text)[0].Class
		for name, form := range pasted {
			text := form(m.Text)
			got := matcher.Explain(text)
			if len(got) != 1 || got[0].Class != want {
				t.Errorf("%s, %s: %q\n is %s, want %s", want, name, text, classesIn(got), want)
			}
		}
	}
}

func classesIn(all []matcher.Verdict) (classes []matcher.Class) {
	for _, v := range all {
		classes = append(classes, v.Class)
	}
	return classes
}

func TestWhatIsPastedIsToldToBeQuotedAndIsNoIncident(t *testing.T) {
	for name, form := range pasted {
		got := matcher.Explain(form(sentence))[0]
		if !got.Quoted || got.Acts || got.Class != matcher.Capacity || got.Text != sentence {
			t.Errorf("%s: quoted %v, acts %v, %s %q", name, got.Quoted, got.Acts, got.Class, got.Text)
		}
	}
	for name, form := range forms {
		if got := matcher.Explain(form(sentence))[0]; got.Quoted || got.Class != matcher.Capacity {
			t.Errorf("%s: quoted %v, %s: as Codex writes it it is not quoted", name, got.Quoted, got.Class)
		}
	}
	for _, text := range []string{
		sentence + " what should I do?",
		"I get: " + sentence + "\nCI had a timeout too.",
		"why " + sentence + " again",
		sentence + "怎么办",
		"Selected model is at capacity 怎么办",
		"codex 报错 " + sentence + " 一直出现",
	} {
		if got := matcher.Explain(text); len(got) != 1 || got[0].Class != matcher.Capacity || !got[0].Quoted {
			t.Errorf("%q is %s", text, classesIn(got))
		}
	}
}

// Live detection and the card on the ? key ask Classify, for which a quotation is none.
func TestClassifyStaysStrict(t *testing.T) {
	for name, form := range pasted {
		if got := matcher.Classify(form(sentence))[0]; got.Acts || got.Quoted {
			t.Errorf("%s: acts %v, quoted %v", name, got.Acts, got.Quoted)
		}
	}
}

// What Classify knows is not lost in Explain.
func TestExplainKnowsWhatClassifyKnows(t *testing.T) {
	for _, m := range labelledMessages(t) {
		want := matcher.Classify(m.Text)
		got := matcher.Explain(m.Text)
		if m.Label == "not_current_error" {
			if got[0].Class != matcher.NotAnError && !got[0].Quoted && got[0].Class != want[0].Class {
				t.Errorf("%q is %s and not told to be quoted", m.Text, got[0].Class)
			}
			continue
		}
		if !slices.Equal(classesIn(got), classesIn(want)) || got[0].Quoted {
			t.Errorf("%s: %q\n is %s, quoted %v; Classify says %s", m.Label, m.Text, classesIn(got), got[0].Quoted, classesIn(want))
		}
	}
}

// Who spoke in an event or in the log of exec is known: an answer that holds the words is no error.
func TestAnEventOrALogTellsWhoSpoke(t *testing.T) {
	for _, text := range []string{
		`{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"ERROR: ` + sentence + `"}}`,
		`{"type":"turn.started"}` + "\n" + `{"type":"item.completed","item":{"type":"agent_message","text":"■ ` + sentence + `"}}`,
		"codex\nCodex prints \"" + sentence + "\" when busy.\ntokens used\n912\n",
	} {
		if got := matcher.Explain(text); got[0].Class != matcher.NotAnError {
			t.Errorf("%q is %s", text, classesIn(got))
		}
	}
}

func TestSeveralErrorsOnSuccessiveLinesAreToldOneByOne(t *testing.T) {
	for text, want := range map[string][]matcher.Class{
		"You've hit your usage limit\nexceeded retry limit, last status: 429 Too Many Requests\nNot logged in":                                              {matcher.UsageLimit, matcher.RateLimit, matcher.Auth},
		sentence + "\nYou've hit your usage limit. Try again later.\nstream disconnected before completion: error sending request for url (https://x)":      {matcher.Capacity, matcher.UsageLimit, matcher.Network},
		"> " + sentence + "\n> You've hit your usage limit":                                                                                                 {matcher.Capacity, matcher.UsageLimit},
		"a.log:1:■ " + sentence + "\nb.log:22:ERROR: unexpected status 401 Unauthorized: no, url: https://x\nb.log:23:ERROR: You've hit your usage limit":   {matcher.Capacity, matcher.Auth, matcher.UsageLimit},
		"- " + sentence + "\n- Codex ran out of room in the model's context window. Start a new thread.":                                                    {matcher.Capacity, matcher.ContextWindow},
		"- \"" + sentence + "\" when busy\n- `You've hit your usage limit`, sometimes":                                                                      {matcher.Capacity, matcher.UsageLimit},
		"⚠ Falling back from WebSockets to HTTPS transport.\n" + sentence:                                                                                   {matcher.CapacityRetrying},
		"Error running remote compact task:\n" + sentence:                                                                                                   {matcher.Capacity},
		"• Codex prints \"" + sentence + "\" when busy.\n\n■ You've hit your usage limit.":                                                                  {matcher.UsageLimit},
		"■ {\n  \"error\": {\n    \"message\": \"The encrypted content gAAA could not be verified.\",\n    \"code\": \"invalid_encrypted_content\"\n  }\n}": {matcher.Session},
	} {
		if got := matcher.Explain(text); !slices.Equal(classesIn(got), want) {
			t.Errorf("%q\n is %s, want %s", text, classesIn(got), want)
		}
	}
}

// The texts in which the cure did not fit, or which were not known.
func TestTheCureFitsTheMessage(t *testing.T) {
	compact404 := `Error running remote compact task: unexpected status 404 Not Found: {"detail":"Not Found"}, url: https://chatgpt.com/backend-api/codex/responses/compact, cf-ray: a2ae188f99aeb79f-ABJ, request id: a0905770`
	for _, c := range []struct {
		text  string
		class matcher.Class
		cure  string // the first
	}{
		{"The encrypted content gAAA...Rg== could not be verified.", matcher.Session, "new_thread"},
		{"The encrypted content for item cmp_34....b7bd could not be verified. Reason: Encrypted content could not be decrypted or parsed.", matcher.Session, "new_thread"},
		{`{"error":{"message":"litellm.BadRequestError: no","code":"invalid_encrypted_content"}}`, matcher.Session, "new_thread"},
		{"⚠ MCP client for `exa` failed to start: MCP startup failed: handshaking with MCP server failed: connection closed: initialize response", matcher.LocalConfig, "edit_mcp_servers"},
		{"⚠ MCP startup incomplete (failed: exa)", matcher.LocalConfig, "edit_mcp_servers"},
		{"MCP client for `exa` timed out after 10 seconds. Add or adjust `startup_timeout_sec` in your config.toml:", matcher.LocalConfig, "edit_mcp_servers"},
		{"Error: thread/start: thread/start failed: error creating thread: Fatal error: Failed to initialize session: required MCP servers failed to initialize: dbx: handshaking with MCP server failed: connection closed: initialize response (code -32603)", matcher.LocalConfig, "edit_mcp_servers"},
		{"✗ Quota exceeded. Check your plan and billing details.", matcher.UsageLimit, "wait"},
		{"❌ You've hit your usage limit.", matcher.UsageLimit, "wait"},
		{"× You've reached your usage limit", matcher.UsageLimit, "wait"},

		{"Error loading config.toml: invalid type: map, expected a string\nin `model`", matcher.LocalConfig, "edit_config"},
		{"Error loading config.toml:\n/home/u/.codex/config.toml:1:1: unknown configuration field `modle`", matcher.LocalConfig, "edit_config"},
		{"Not inside a trusted directory and --skip-git-repo-check was not specified.", matcher.LocalConfig, "correct_arguments"},
		{"Error parsing -c overrides: Invalid override (missing '='): model", matcher.LocalConfig, "correct_arguments"},
		{compact404, matcher.ServerError, "update_codex"},
		{"■ " + compact404, matcher.ServerError, "update_codex"},
		{"unexpected status 404 Not Found: nothing here, url: http://example.com/v1/responses", matcher.ProviderConfig, "edit_base_url"},
		{"unexpected status 403 Forbidden: Project `proj_x` does not have access to model `gpt-6-sol`, url: https://api.openai.com/v1/responses", matcher.ModelUnsupported, "switch"},
		{`{"error":{"message":"You do not have access to the model gpt-6-sol."}}`, matcher.ModelUnsupported, "switch"},
		{"unexpected status 401 Unauthorized: Missing API key, url: http://127.0.0.1:8317/v1/responses", matcher.Auth, "set_variable"},
		{"ERROR: unexpected status 401 Unauthorized: {\"error\":{\"message\":\"No API key provided\"}}, url: http://localhost:4000/v1/responses", matcher.Auth, "set_variable"},
		{"unexpected status 401 Unauthorized: Missing bearer, url: https://api.openai.com/v1/responses", matcher.Auth, "log_in"},
		{"stream disconnected before completion: Rate limit is exceeded. Try again in 11 seconds.", matcher.RateLimit, "wait"},
		{"■ stream disconnected before completion: Rate limit is exceeded. Try again in 11 seconds.", matcher.RateLimit, "wait"},
		{`Error finding codex home: CODEX_HOME points to "/nowhere", but that path does not exist`, matcher.LocalConfig, "set_variable"},
		{"WARNING: proceeding, even though we could not create PATH aliases: CODEX_HOME points to \"/nowhere\", but that path does not exist\nError finding codex home: CODEX_HOME points to \"/nowhere\", but that path does not exist", matcher.LocalConfig, "set_variable"},
		{`CODEX_HOME points to "/nowhere", but that path does not exist`, matcher.LocalConfig, "set_variable"},
		{"Error: `approval_policy = \"never\"` cannot be used because requirements do not allow `sandbox_mode = \"danger-full-access\"`; Codex would fall back to read-only permissions with approvals disabled.", matcher.LocalConfig, "edit_config"},
		{"requirements do not allow", matcher.LocalConfig, "edit_config"},
		{"retry without sandbox?", matcher.Sandbox, "allow"},
		{"command failed; retry without sandbox?", matcher.Sandbox, "allow"},
		{"No running Ollama server detected. Start it with: `ollama serve` (after installing).", matcher.ProviderConfig, "run_command"},
		{"codex: Reconnecting... 1/4", matcher.NotAnError, "nothing"},
		{"[worker 3] ERROR: Reconnecting... 1/4", matcher.NotAnError, "nothing"},
		{"stderr: Reconnecting... 1/4 (" + sentence + ")", matcher.CapacityRetrying, "wait"},
		{"hello world", matcher.Unknown, "nothing"},
	} {
		got := matcher.Explain(c.text)
		if len(got) != 1 || got[0].Class != c.class || got[0].Rule.Cure()[0] != c.cure {
			t.Errorf("%q\n is %s (rule %s), cure %v; want %s, %s", c.text, classesIn(got), got[0].Rule.ID, got[0].Rule.Cure(), c.class, c.cure)
		}
	}
	advice := matcher.Explain("Error loading config.toml: invalid type: map, expected a string\nin `model`")[0].Rule.Advice()[0]
	if strings.Contains(advice, "file and line") {
		t.Errorf("no file and line is named, and the advice is %q", advice)
	}
}

// Every text of a rule is a whole sentence, which says the same wherever it stands.
func TestWhatARuleSaysAreWholeSentences(t *testing.T) {
	for _, r := range matcher.Rules() {
		for _, s := range append([]string{r.Says, r.Waste}, r.Advice()...) {
			if s == "" {
				continue
			}
			if !strings.HasSuffix(s, ".") || !(s[0] >= 'A' && s[0] <= 'Z') || strings.HasPrefix(s, "Or ") || strings.HasPrefix(s, "From ") {
				t.Errorf("rule %s: %q", r.ID, s)
			}
		}
		in := []string{"does not help", "cures nothing", "loses the turn", "makes it worse", "meets the same restriction", "runs on the same servers"}
		if r.Waste != "" && !slices.ContainsFunc(in, func(words string) bool { return strings.Contains(r.Waste, words) }) {
			t.Errorf("rule %s does not say that it is in vain: %q", r.ID, r.Waste)
		}
	}
}
