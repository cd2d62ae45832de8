package fakeapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func start(t *testing.T, o Options) *Server {
	t.Helper()
	s, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// post sends a model request as Codex does and returns the status and the whole body.
func post(t *testing.T, s *Server, model string, header map[string]string, input string) (int, string) {
	t.Helper()
	body := `{"model":"` + model + `","reasoning":{"effort":"low"},"service_tier":"priority","input":[` + input + `]}`
	request, err := http.NewRequest(http.MethodPost, s.URL()+"/responses", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		request.Header.Set(k, v)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

const hello = `{"type":"message","role":"user","content":[{"type":"input_text","text":"hello"}]}`

func TestAModelAnswersByItsScriptAndRepeatsTheLastAnswer(t *testing.T) {
	s := start(t, Options{Models: map[string]Script{"sol": {{Kind: OK, Text: "first"}, {Kind: Capacity}}}})
	for i, want := range []string{`"text":"first"`, "server_is_overloaded", "server_is_overloaded"} {
		if _, body := post(t, s, "sol", nil, hello); !strings.Contains(body, want) {
			t.Errorf("answer %d lacks %s:\n%s", i+1, want, body)
		}
	}
	if _, body := post(t, s, "luna", nil, hello); !strings.Contains(body, "response.completed") {
		t.Errorf("a model without a script was not served:\n%s", body)
	}
}

func TestEveryKindHasItsStatus(t *testing.T) {
	for kind, want := range map[Kind]int{
		OK: 200, Tool: 200, Capacity: 200, PolicyCapacity: 200, ContextWindow: 200, CapacityHTTP: 503, HighDemand: 500,
		Unavailable: 503, UsageLimit: 429, RateLimit: 429, Auth: 401, UnknownModel: 400,
		ModelLimit: 429, NoCredits: 429, SpendCap: 429, NotIncluded: 429, Quota: 200, TokenRate: 200, NoModel: 404, Effort: 400,
		Flagged: 200, Encrypted: 400, Novel: 400,
	} {
		s := start(t, Options{Models: map[string]Script{AnyModel: {{Kind: kind}}}})
		if status, body := post(t, s, "sol", nil, hello); status != want {
			t.Errorf("%s: status %d, want %d:\n%s", kind, status, want, body)
		}
	}
}

func TestALimitSaysWhoseItIsAndWhenItResets(t *testing.T) {
	s := start(t, Options{Models: map[string]Script{AnyModel: {{Kind: UsageLimit, Text: "team", RetryAfter: time.Hour}}}})
	_, body := post(t, s, "sol", nil, hello)
	var got struct {
		Error struct {
			Type   string `json:"type"`
			Plan   string `json:"plan_type"`
			Resets int64  `json:"resets_at"`
		} `json:"error"`
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	if left := time.Until(time.Unix(got.Error.Resets, 0)); got.Error.Type != "usage_limit_reached" || got.Error.Plan != "team" || left < 59*time.Minute || left > time.Hour {
		t.Errorf("%s: resets in %s", body, left)
	}
}

func TestACutStreamBreaksOff(t *testing.T) {
	s := start(t, Options{Models: map[string]Script{AnyModel: {{Kind: Cut}}}})
	response, err := http.Post(s.URL()+"/responses", "application/json", strings.NewReader(`{"model":"sol","input":[`+hello+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err == nil || !strings.Contains(string(body), "response.created") {
		t.Errorf("%v: %s", err, body)
	}
}

func TestATitleOrACompactionIsRefusedWithTheTurnButTakesNoAnswer(t *testing.T) {
	title := map[string]string{"X-Codex-Turn-Metadata": `{"request_kind":"turn","thread_source":"thread_title"}`}
	compact := map[string]string{"X-Codex-Turn-Metadata": `{"request_kind":"compaction","thread_source":"user"}`}
	s := start(t, Options{Models: map[string]Script{"sol": {{Kind: Capacity}, {Kind: OK}}}})
	for _, step := range []struct {
		header map[string]string
		input  string
		want   string
	}{
		{title, hello, "response.failed"},
		{compact, hello + `,{"type":"compaction_trigger"}`, "response.failed"},
		{nil, hello, "response.failed"},
		{title, hello, `{\"title\":`},
		{compact, hello + `,{"type":"compaction_trigger"}`, `"type":"compaction"`},
		{nil, hello, "response.completed"},
	} {
		if _, body := post(t, s, "sol", step.header, step.input); !strings.Contains(body, step.want) {
			t.Errorf("%v: answer lacks %s:\n%s", step.header, step.want, body)
		}
	}
	want := []Purpose{Title, Compaction, Turn, Title, Compaction, Turn}
	for i, r := range s.Requests() {
		if r.Purpose != want[i] {
			t.Errorf("request %d is recorded as %s, want %s", i, r.Purpose, want[i])
		}
	}
}

func TestATitleIsKnownByItsPromptWhereNoHeaderNamesIt(t *testing.T) {
	s := start(t, Options{Models: map[string]Script{"sol": {{Kind: OK}, {Kind: Capacity}}}})
	header := map[string]string{"X-Codex-Turn-Metadata": `{"request_kind":"turn"}`}
	post(t, s, "sol", header, hello)
	post(t, s, "sol", header, `{"type":"message","role":"user","content":[{"type":"input_text","text":"Generate a concise, single-line task title of at most 36 characters"}]}`)
	if r := s.Requests(); r[0].Purpose != Turn || r[1].Purpose != Title {
		t.Errorf("recorded as %s and %s, want a turn and a title", r[0].Purpose, r[1].Purpose)
	}
}

func TestARequestIsRecordedAsTheWireSaidIt(t *testing.T) {
	var log bytes.Buffer
	s := start(t, Options{Log: &log})
	post(t, s, "sol", map[string]string{"X-Codex-Turn-Metadata": `{"thread_id":"01a2","sandbox_mode":"read-only"}`},
		`{"type":"message","role":"developer","content":[{"type":"input_text","text":"rules"}]},`+hello+
			`,{"type":"function_call_output","output":"tool said"}`)
	r := s.Requests()[0]
	if r.Model != "sol" || r.Effort != "low" || r.ServiceTier != "priority" || r.Thread != "01a2" || r.Sandbox != "read-only" {
		t.Errorf("recorded %+v", r)
	}
	if !r.Says("user", "hello") || r.Input[2].Text != "tool said" || len(r.Instructions) != 64 {
		t.Errorf("input recorded as %+v, instructions %q", r.Input, r.Instructions)
	}
	var logged Request
	if err := json.Unmarshal(log.Bytes(), &logged); err != nil || logged.Model != "sol" || logged.Answered != OK {
		t.Errorf("logged %q: %v", log.String(), err)
	}
}

func TestAHeldAnswerWaitsForRelease(t *testing.T) {
	s := start(t, Options{Models: map[string]Script{"sol": {{Kind: Hold, Text: "late"}}}})
	body := make(chan string, 1)
	go func() { _, b := post(t, s, "sol", nil, hello); body <- b }()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := s.WaitRequest(ctx, func(r Request) bool { return r.Model == "sol" }); err != nil {
		t.Fatal(err)
	}
	select {
	case b := <-body:
		t.Fatalf("answered before Release: %s", b)
	default:
	}
	s.Release()
	if b := <-body; !strings.Contains(b, "late") {
		t.Errorf("after Release: %s", b)
	}
}

func TestWaitRequestSaysWhatWasSeenInstead(t *testing.T) {
	s := start(t, Options{})
	post(t, s, "sol", nil, hello)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.WaitRequest(ctx, func(r Request) bool { return r.Model == "luna" })
	if err == nil || !strings.Contains(err.Error(), "turn sol ok") {
		t.Errorf("error %v does not name the request seen", err)
	}
}

func TestAWebsocketUpgradeIsRefusedAndTheModelListIsEmpty(t *testing.T) {
	s := start(t, Options{})
	request, err := http.NewRequest(http.MethodGet, s.URL()+"/responses", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Connection", "Upgrade")
	request.Header.Set("Upgrade", "websocket")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusUpgradeRequired {
		t.Errorf("upgrade answered %d, want 426", response.StatusCode)
	}
	response, err = http.Get(s.URL() + "/models")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	list := struct{ Models []any }{Models: []any{"unread"}}
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil || len(list.Models) != 0 {
		t.Errorf("model list %v: %v", list.Models, err)
	}
}

func TestOnlyLoopbackIsListenedOn(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "192.0.2.1:0", "localhost"} {
		if s, err := Start(Options{Address: address}); err == nil {
			s.Close()
			t.Errorf("%s was accepted", address)
		}
	}
}

func TestScriptsAreReadFromText(t *testing.T) {
	scripts, err := ParseScripts("sol=ok*2,capacity@7; *=tool:ls -l")
	if err != nil {
		t.Fatal(err)
	}
	if sol := scripts["sol"]; len(sol) != 3 || sol[1].Kind != OK || sol[2] != (Answer{Kind: Capacity, RetryAfter: 7 * time.Second}) {
		t.Errorf("sol = %+v", sol)
	}
	if other := scripts[AnyModel]; len(other) != 1 || other[0] != (Answer{Kind: Tool, Text: "ls -l"}) {
		t.Errorf("others = %+v", other)
	}
	for _, bad := range []string{"sol", "=ok", "sol=full", "sol=ok*0", "sol=ok*x", "sol=ok@x"} {
		if _, err := ParseScripts(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
