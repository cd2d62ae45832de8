package history

import "database/sql"

// A turn that was known already is replaced by a later reading of its own session.
// Between a session and its forks the telling one counts, so that the order in
// which files are read makes no difference: an earlier start, an outcome that
// says more, a longer duration. The class that cxhook has seen outlives a file that tells none.
const (
	turnColumns = "id, session, started, duration, model, provider, effort, outcome, error, class, hidden, review"
	insertSQL   = "INSERT INTO turns(" + turnColumns + `) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)
		ON CONFLICT(id) DO UPDATE SET session=excluded.session, started=excluded.started, duration=excluded.duration,
		model=excluded.model, provider=excluded.provider, effort=excluded.effort, outcome=excluded.outcome, error=excluded.error,
		class=CASE WHEN excluded.class = '' THEN turns.class ELSE excluded.class END, hidden=excluded.hidden, review=excluded.review
		WHERE excluded.session = turns.session OR excluded.started < turns.started
		OR excluded.started = turns.started AND (` + rank + ` > ` + rankBefore + ` OR ` + rank + ` = ` + rankBefore + ` AND excluded.duration > turns.duration)`
	rank       = `CASE excluded.outcome WHEN 'running' THEN 0 WHEN 'unanswered' THEN 1 ELSE 2 END`
	rankBefore = `CASE turns.outcome WHEN 'running' THEN 0 WHEN 'unanswered' THEN 1 ELSE 2 END`
)

// insert takes a turn in.
func insert(statement *sql.Stmt, t Turn) error {
	_, err := statement.Exec(t.ID, t.Session, t.Started.UnixMilli(), t.Duration.Milliseconds(), t.Model, t.Provider, t.Effort, string(t.Outcome), t.Error, t.Class, t.Hidden, t.Review)
	return err
}
