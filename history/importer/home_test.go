package importer

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cxhook/cxhook/history"
)

// home is a CODEX_HOME with a history of its own.
type home struct {
	*testing.T
	dir, db string
	store   *history.Store
}

func newHome(t *testing.T) *home {
	t.Helper()
	h := &home{T: t, dir: t.TempDir(), db: filepath.Join(t.TempDir(), "state", "history.db")}
	h.store = h.open()
	return h
}

func (h *home) open() *history.Store {
	h.Helper()
	store, err := history.Open(h.db)
	h.must(err)
	h.Cleanup(func() { store.Close() })
	return store
}

func (h *home) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// path is where a session file of this name lies.
func (h *home) path(name string) string {
	return filepath.Join(h.dir, "sessions", "2026", "11", "29", "rollout-2026-11-29T10-00-00-"+name)
}

func (h *home) write(name string, text string) {
	h.Helper()
	h.must(os.MkdirAll(filepath.Dir(h.path(name)), 0o700))
	h.must(os.WriteFile(h.path(name), []byte(text), 0o600))
}

// add appends to a session file.
func (h *home) add(name, text string) {
	h.Helper()
	f, err := os.OpenFile(h.path(name), os.O_APPEND|os.O_WRONLY, 0)
	h.must(err)
	_, err = f.WriteString(text)
	h.must(err)
	h.must(f.Close())
}

// real puts a session that a real Codex wrote into the home.
func (h *home) real(name string) {
	h.Helper()
	text, err := os.ReadFile("../../codex/rollout/testdata/" + name + ".jsonl")
	h.must(err)
	h.write(name+".jsonl", string(text))
}

func (h *home) importAll() Report {
	h.Helper()
	report, err := Import(h.Context(), h.store, Options{Home: h.dir})
	h.must(err)
	return report
}

// turns reads the whole table, oldest first.
func (h *home) turns() (turns []history.Turn) {
	h.Helper()
	db, err := sql.Open("sqlite", h.db)
	h.must(err)
	defer db.Close()
	rows, err := db.Query("SELECT id, session, started, duration, model, provider, effort, outcome, error, class, hidden FROM turns ORDER BY started, id")
	h.must(err)
	defer rows.Close()
	for rows.Next() {
		var t history.Turn
		var started, duration int64
		h.must(rows.Scan(&t.ID, &t.Session, &started, &duration, &t.Model, &t.Provider, &t.Effort, &t.Outcome, &t.Error, &t.Class, &t.Hidden))
		t.Started, t.Duration = time.UnixMilli(started).UTC(), time.Duration(duration)*time.Millisecond
		turns = append(turns, t)
	}
	h.must(rows.Err())
	return turns
}

// outcomes gives model and outcome of every turn, in the order they began.
func (h *home) outcomes() (list []string) {
	h.Helper()
	for _, t := range h.turns() {
		list = append(list, t.Model+" "+string(t.Outcome))
	}
	return list
}

// begun is the beginning of a session, and done and refused what ends a turn.
func begun(id string) string {
	return fmt.Sprintf(`{"timestamp":"2026-11-29T10:00:00Z","type":"session_meta","payload":{"id":%q,"cwd":"/p","source":"cli","model_provider":"openai"}}`+"\n", id)
}

func start(id, model string) string {
	return fmt.Sprintf(`{"timestamp":"2026-11-29T10:00:01Z","type":"event_msg","payload":{"type":"task_started","turn_id":%[1]q}}
{"timestamp":"2026-11-29T10:00:01Z","type":"turn_context","payload":{"turn_id":%[1]q,"model":%[2]q,"effort":"high"}}
`, id, model)
}

func end(id, last, err string) string {
	return fmt.Sprintf(`{"timestamp":"2026-11-29T10:00:05Z","type":"event_msg","payload":{"type":"task_complete","turn_id":%q,"last_agent_message":%s,"error":%s}}`+"\n", id, last, err)
}

const overload = `{"message":"Selected model is at capacity.","codex_error_info":"server_overloaded"}`

// big is a line of tool output of n bytes.
func big(n int) string {
	return `{"timestamp":"2026-11-29T10:00:02Z","type":"response_item","payload":{"type":"function_call_output","output":"` + strings.Repeat("x", n) + `"}}` + "\n"
}
