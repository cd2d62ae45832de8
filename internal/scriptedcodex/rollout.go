package scriptedcodex

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// rollouts lists all session files of this CODEX_HOME, oldest first.
func rollouts() []string {
	// The pattern is well formed.
	files, _ := filepath.Glob(filepath.Join(codexHome(), "sessions", "*", "*", "*", "rollout-*.jsonl"))
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
	if id = t.id; id == "" {
		id = newID()
	}
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
		"turn_id": id, "cwd": s.cwd, "approval_policy": s.approval, "model": t.model, "effort": s.effort, "summary": "none",
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
		info, _ := refusal(t.model)
		complete["error"] = map[string]any{"message": t.failure, "codex_error_info": info}
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
	// A fork's file begins with the conversation it carries on, the turns' ids
	// included (0.106.0, 0.144.6).
	earlier := s.turns
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
				Turn                     string `json:"turn_id"`
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
			t = turn{id: p.Turn, model: s.model, compact: true}
		case p.Type == "user_message":
			t.prompt, t.compact = p.Message, false
		case p.Type == "task_complete":
			t.answer, t.failure = p.Last, p.Error.Message
			s.turns = append(s.turns, t)
		}
	}
	return s, lines.Err()
}
