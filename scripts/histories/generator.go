package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// generator writes the lines of one session after the other.
type generator struct {
	random  *rand.Rand
	text    string // made-up text with the escapes of a JSON string, cut at every block bytes
	out     *bufio.Writer
	at      time.Time
	ordinal int
	written int64
	turns   int
	refused int
}

const block = 64 // no escape crosses a multiple of it

// fill makes the text that all lines are cut from.
func (g *generator) fill() {
	words := strings.Fields("func return err if nil range parser token the model reads a line of input and gives back what it means to test with value string int error package import for case default struct")
	var b strings.Builder
	for b.Len() < 4<<20 {
		if room := block - b.Len()%block; room < 16 {
			b.WriteString(strings.Repeat(" ", room-2) + `\n`)
			continue
		}
		b.WriteString(words[g.random.IntN(len(words))])
		b.WriteString([]string{" ", " ", "(", ") ", `\"`, `\t`}[g.random.IntN(6)])
	}
	g.text = b.String()[:4<<20]
}

// some gives text of about the median length, sometimes much longer.
func (g *generator) some(median int) string {
	n := int(float64(median) * math.Exp(0.9*g.random.NormFloat64()))
	n = min(max(1, n/block), 1<<14) * block
	start := g.random.IntN((len(g.text)-n)/block) * block
	return g.text[start : start+n]
}

// id makes a UUID of version 7.
func (g *generator) id(at time.Time) string {
	ms := at.UnixMilli()
	return fmt.Sprintf("%08x-%04x-7%03x-8%03x-%012x", ms>>16, ms&0xffff, g.random.IntN(1<<12), g.random.IntN(1<<12), g.random.Int64N(1<<48))
}

func (g *generator) line(kind, payload string) {
	n, _ := fmt.Fprintf(g.out, `{"timestamp":%q,"ordinal":%d,"type":%q,"payload":%s}`+"\n", g.at.Format("2006-01-02T15:04:05.000Z"), g.ordinal, kind, payload) // an error stays for Flush
	g.written += int64(n)
	g.ordinal++
}

func (g *generator) event(kind, members string) {
	g.line("event_msg", fmt.Sprintf(`{"type":%q%s}`, kind, members))
}

func (g *generator) item(kind, members string) {
	g.line("response_item", fmt.Sprintf(`{"type":%q,%s,"internal_chat_message_metadata_passthrough":{"turn_id":%q,"create_time":%d.4178}}`, kind, members, g.id(g.at), g.at.Unix()))
}

func (g *generator) message(role, kind string, median int) {
	g.item("message", fmt.Sprintf(`"id":"msg_%s","role":%q,"content":[{"type":%q,"text":"%s"}]`, g.id(g.at), role, kind, g.some(median)))
}

func (g *generator) session(id string) {
	g.line("session_meta", fmt.Sprintf(`{"session_id":%q,"id":%q,"timestamp":%q,"cwd":"/home/dev/project","originator":"codex-tui","cli_version":"0.171.0","source":"cli","thread_source":"user","model_provider":"openai","base_instructions":{"text":"%s"},"git":{}}`,
		id, id, g.at.Format("2006-01-02T15:04:05.000Z"), g.some(16<<10)))
	g.message("developer", "input_text", 8<<10)
	g.message("user", "input_text", 4<<10)
}

// plain takes the escapes out of a text that stands in a string within a string.
var plain = strings.NewReplacer(`\"`, `'`, `\n`, ` `, `\t`, ` `)

var models = []string{"gpt-5.6-sol", "gpt-5.6-sol", "gpt-5.6-sol", "gpt-6-sol", "gpt-6-luna"}

// turn writes one turn, with its tool calls unless the model is crowded.
func (g *generator) turn() {
	g.at = g.at.Add(time.Duration(30+g.random.IntN(900)) * time.Second)
	id, model, began := g.id(g.at), models[g.random.IntN(len(models))], g.at
	g.event("task_started", fmt.Sprintf(`,"turn_id":%q,"root_turn_id":%q,"started_at":%d,"model_context_window":258400,"collaboration_mode_kind":"default"`, id, id, g.at.Unix()))
	g.line("turn_context", fmt.Sprintf(`{"turn_id":%q,"root_turn_id":%q,"disabled_plugin_ids":[],"cwd":"/home/dev/project","approval_policy":"on-request","approvals_reviewer":"user","permission_profile":{"type":"managed","file_system":{"type":"restricted","entries":[{"path":{"type":"special","value":{"kind":"root"}},"access":"read"},{"path":{"type":"path","path":"/home/dev/project"},"access":"write"},{"path":{"type":"special","value":{"kind":"slash_tmp"}},"access":"write"}]},"network":"restricted"},"model":%q,"comp_hash":"3000","personality":"pragmatic","collaboration_mode":{"mode":"default","settings":{"model":%q,"reasoning_effort":"high","developer_instructions":"%s"}},"summary":"auto"}`,
		id, id, model, model, g.some(1024)))
	g.message("user", "input_text", 300)
	g.event("user_message", fmt.Sprintf(`,"message":"%s","images":[],"local_images":[],"text_elements":[]`, g.some(300)))
	g.turns++
	hour := g.at.Hour()
	crowded := model == models[0] && hour >= 10 && hour < 16 && g.at.Weekday()%6 != 0
	if crowded && g.random.IntN(10) < 7 {
		g.refused++
		g.at = g.at.Add(2 * time.Second)
		g.end(id, began, `null,"error":{"message":"Selected model is at capacity. Please try a different model.","codex_error_info":"server_overloaded"}`)
		return
	}
	for range 2 + g.random.IntN(18) {
		g.at = g.at.Add(time.Duration(1+g.random.IntN(20)) * time.Second)
		g.call()
	}
	g.message("assistant", "output_text", 1500)
	g.end(id, began, `"`+g.some(1500)+`"`)
}

// call writes what one request with one tool call leaves.
func (g *generator) call() {
	call := g.id(g.at)
	g.item("reasoning", fmt.Sprintf(`"id":"rs_%s","summary":[],"encrypted_content":"%s"`, call, strings.Repeat("gAAAAABpK3vZ0xQd", 40+g.random.IntN(160))))
	g.item("function_call", fmt.Sprintf(`"id":"fc_%s","name":"exec_command","arguments":"{\"cmd\":\"%s\"}","call_id":"call_%s"`, call, plain.Replace(g.some(200)), call))
	g.item("function_call_output", fmt.Sprintf(`"id":"fco_%s","call_id":"call_%s","output":"%s"`, call, call, g.some(2500)))
	usage := `{"input_tokens":120000,"cached_input_tokens":110000,"cache_write_input_tokens":0,"output_tokens":800,"reasoning_output_tokens":600,"total_tokens":120800}`
	g.event("token_count", fmt.Sprintf(`,"info":{"total_token_usage":%s,"last_token_usage":%s,"model_context_window":258400},"rate_limits":{"limit_id":"codex","limit_name":null,"primary":{"used_percent":12.0,"window_minutes":300,"resets_at":%d},"secondary":null,"credits":null,"plan_type":"pro"}`, usage, usage, g.at.Unix()))
}

func (g *generator) end(id string, began time.Time, last string) {
	g.event("task_complete", fmt.Sprintf(`,"root_turn_id":%q,"turn_id":%q,"last_agent_message":%s,"started_at":%d,"completed_at":%d,"duration_ms":%d,"time_to_first_token_ms":900`,
		id, id, last, began.Unix(), g.at.Unix(), g.at.Sub(began).Milliseconds()))
}
