package scriptedcodex

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// session is one conversation. Its rollout file is written as the conversation goes, in the members that 0.144.6 and
// 0.171.0 write and that a reader of rollouts needs.
type session struct {
	id         string
	forkedFrom string
	rel        release
	originator string
	source     string
	model      string
	sandbox    string
	approval   string
	cwd        string
	path       string // "" until the first turn begins
	turns      []turn // those before this run too
}

// turn is one task of the conversation.
type turn struct {
	prompt  string
	model   string
	answer  string
	failure string
	compact bool
}

// openSession begins, resumes or forks the conversation that the arguments name.
func openSession(a arguments, rel release, originator, source string) (*session, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if a.dir != "" {
		cwd = a.dir
	}
	s := &session{id: newID(), rel: rel, originator: originator, source: source, cwd: cwd,
		model: configuredModel(), sandbox: "workspace-write", approval: "on-request"}
	if a.command == "resume" || a.command == "fork" || a.resumed {
		path := findRollout(a.thread)
		if path == "" {
			return nil, fmt.Errorf("No saved session found with ID %s", a.thread) //nolint:staticcheck // codex's words
		}
		old, err := readRollout(path)
		if err != nil {
			return nil, err
		}
		s.turns = old.turns
		if a.command == "fork" {
			s.forkedFrom = old.id
		} else {
			s.id, s.path = old.id, path
			if a.command == "resume" && old.model != "" { // exec resume takes the configured model
				s.model = old.model
			}
		}
	}
	if a.model != "" {
		s.model = a.model
	}
	if a.sandbox != "" {
		s.sandbox = a.sandbox
	}
	if a.approval != "" {
		s.approval = a.approval
	}
	return s, nil
}

func codexHome() string {
	if home := os.Getenv("CODEX_HOME"); home != "" {
		return home
	}
	return filepath.Join(os.Getenv("HOME"), ".codex")
}

func configuredModel() string {
	var config struct{ Model string }
	if data, err := os.ReadFile(filepath.Join(codexHome(), "config.toml")); err == nil {
		_ = toml.Unmarshal(data, &config) // a broken file is a real codex's matter
	}
	if config.Model == "" {
		return defaultModel
	}
	return config.Model
}

// newID makes a UUID of version 7, as Codex does: its first 48 bits are the time in milliseconds.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	ms := uint64(time.Now().UnixMilli())
	for i := range 6 {
		b[i] = byte(ms >> (8 * (5 - i)))
	}
	b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// rollouts lists all session files of this CODEX_HOME, oldest first.
func rollouts() []string {
	files, _ := filepath.Glob(filepath.Join(codexHome(), "sessions", "*", "*", "*", "rollout-*.jsonl")) // the pattern is well formed
	slices.Sort(files)
	return files
}

// findRollout gives the file of a session, of the newest one if id is empty, or "".
func findRollout(id string) string {
	files := rollouts()
	slices.Reverse(files)
	for _, file := range files {
		if id == "" || strings.HasSuffix(file, "-"+id+".jsonl") {
			return file
		}
	}
	return ""
}

// begin records the beginning of a turn and gives its id; end must follow.
func (s *session) begin(t turn) (id string) {
	id = newID()
	now := time.Now()
	if s.path == "" {
		s.create(now)
	}
	s.write("event_msg", map[string]any{"type": "task_started", "turn_id": id, "started_at": now.Unix(),
		"model_context_window": 258400, "collaboration_mode_kind": "default"})
	if t.compact {
		return id
	}
	s.write("turn_context", map[string]any{
		"turn_id": id, "cwd": s.cwd, "approval_policy": s.approval, "model": t.model, "effort": "low", "summary": "none",
		"sandbox_policy": map[string]any{"type": s.sandbox, "network_access": false,
			"exclude_tmpdir_env_var": false, "exclude_slash_tmp": false},
		"collaboration_mode": map[string]any{"mode": "default", "settings": map[string]any{"model": t.model}},
	})
	s.write("response_item", message("user", "input_text", t.prompt))
	s.write("event_msg", map[string]any{"type": "user_message", "message": t.prompt, "images": []any{}})
	return id
}

func (s *session) end(id string, t turn) {
	complete := map[string]any{"type": "task_complete", "turn_id": id, "last_agent_message": nil,
		"completed_at": time.Now().Unix(), "duration_ms": 60}
	switch {
	case t.failure != "":
		complete["error"] = map[string]any{"message": t.failure, "codex_error_info": "server_overloaded"}
	case t.answer != "":
		complete["last_agent_message"] = t.answer
		s.write("event_msg", map[string]any{"type": "agent_message", "message": t.answer})
		s.write("response_item", message("assistant", "output_text", t.answer))
	}
	s.write("event_msg", complete)
	s.turns = append(s.turns, t)
}

func message(role, kind, text string) map[string]any {
	return map[string]any{"type": "message", "role": role, "content": []any{map[string]any{"type": kind, "text": text}}}
}

func (s *session) create(now time.Time) {
	dir := filepath.Join(codexHome(), "sessions", now.Format("2006/01/02"))
	s.path = filepath.Join(dir, "rollout-"+now.Format("2006-01-02T15-04-05")+"-"+s.id+".jsonl")
	_ = os.MkdirAll(dir, 0o700) // the write below fails with it, and a scripted codex plays on without its file
	meta := map[string]any{"id": s.id, "session_id": s.id, "timestamp": stamp(now), "cwd": s.cwd, "originator": s.originator,
		"cli_version": s.rel.version, "source": s.source, "thread_source": "user", "model_provider": "openai"}
	if s.forkedFrom != "" {
		meta["forked_from_id"] = s.forkedFrom
	}
	s.write("session_meta", meta)
	earlier := s.turns // a fork's file begins with the conversation it carries on
	s.turns = nil
	for _, t := range earlier {
		s.end(s.begin(t), t)
	}
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func (s *session) write(kind string, payload map[string]any) {
	file, err := os.OpenFile(s.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	_ = json.NewEncoder(file).Encode(struct {
		Timestamp string         `json:"timestamp"`
		Type      string         `json:"type"`
		Payload   map[string]any `json:"payload"`
	}{stamp(time.Now()), kind, payload})
}

// readRollout reads back what begin and end wrote.
func readRollout(path string) (*session, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	s := &session{}
	var t turn
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var line struct {
			Type    string
			Payload struct {
				ID, Type, Model, Message string
				Last                     string `json:"last_agent_message"`
				Error                    struct{ Message string }
			}
		}
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		p := line.Payload
		switch {
		case line.Type == "session_meta":
			s.id = p.ID
		case line.Type == "turn_context":
			t.model, s.model = p.Model, p.Model
		case p.Type == "task_started":
			t = turn{model: s.model, compact: true}
		case p.Type == "user_message":
			t.prompt, t.compact = p.Message, false
		case p.Type == "task_complete":
			t.answer, t.failure = p.Last, p.Error.Message
			s.turns = append(s.turns, t)
		}
	}
	return s, lines.Err()
}

// ask is the service: it answers the turn or refuses its model, by the script in RefuseVariable.
func (s *session) ask(t turn) turn {
	t.answer = answerText
	if t.compact {
		t.answer = "Context compacted"
	}
	for rule := range strings.SplitSeq(os.Getenv(RefuseVariable), ",") {
		if s.refused(t, strings.TrimSpace(rule)) {
			t.answer, t.failure = "", capacityText
			if t.compact {
				t.failure = compactPrefix + capacityText
			}
		}
	}
	return t
}

func (s *session) refused(t turn, rule string) bool {
	if model, from, ok := strings.Cut(rule, "@"); ok {
		n, err := strconv.Atoi(from)
		return err == nil && model == t.model && len(s.turns)+1 >= n
	}
	if model, times, ok := strings.Cut(rule, "*"); ok {
		n, err := strconv.Atoi(times)
		return err == nil && model == t.model && refusals(model) < n
	}
	return rule == t.model
}

// refusals counts the refused turns of a model in this CODEX_HOME.
func refusals(model string) (n int) {
	for _, path := range rollouts() {
		s, err := readRollout(path)
		if err != nil {
			continue
		}
		for _, t := range s.turns {
			if t.model == model && t.failure != "" {
				n++
			}
		}
	}
	return n
}

// turnTime is how long the model thinks.
func turnTime() time.Duration {
	if d, err := time.ParseDuration(os.Getenv(TurnVariable)); err == nil {
		return d
	}
	return defaultTurn
}

// defaultTurn is about what a refusal took in the recordings: long enough for one frame with the working line.
const defaultTurn = 60 * time.Millisecond
