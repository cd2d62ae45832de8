package history

import (
	"database/sql"
	"strings"
)

// rowsAtOnce is how many turns one statement takes in. More of them make it no
// faster.
const rowsAtOnce = 16

// A turn that was known already is replaced by a later reading of its own session.
// Between a session and its forks the telling one counts, so that the order in
// which files are read makes no difference: an earlier start, an outcome that
// says more, a longer duration. The class that cxhook has seen outlives a file that tells none.
const (
	turnColumns  = "id, session, started, duration, model, provider, effort, outcome, error, class, hidden, review"
	turnValues   = "(?,?,?,?,?,?,?,?,?,?,?,?)"
	turnConflict = ` ON CONFLICT(id) DO UPDATE SET session=excluded.session, started=excluded.started, duration=excluded.duration,
		model=excluded.model, provider=excluded.provider, effort=excluded.effort, outcome=excluded.outcome, error=excluded.error,
		class=CASE WHEN excluded.class = '' THEN turns.class ELSE excluded.class END, hidden=excluded.hidden, review=excluded.review
		WHERE excluded.session = turns.session OR excluded.started < turns.started
		OR excluded.started = turns.started AND (` + rank + ` > ` + rankBefore + ` OR ` + rank + ` = ` + rankBefore + ` AND excluded.duration > turns.duration)`
	rank       = `CASE excluded.outcome WHEN 'running' THEN 0 WHEN 'unanswered' THEN 1 ELSE 2 END`
	rankBefore = `CASE turns.outcome WHEN 'running' THEN 0 WHEN 'unanswered' THEN 1 ELSE 2 END`
)

func insertSQL(rows int) string {
	return "INSERT INTO turns(" + turnColumns + ") VALUES " + strings.Repeat(turnValues+",", rows-1) + turnValues + turnConflict
}

// inserter takes turns in, rowsAtOnce with one statement and the rest with others.
type inserter struct {
	many, one *sql.Stmt
	values    []any // of turns that wait for a statement
}

func (i *inserter) add(t Turn) error {
	i.values = append(i.values, t.ID, t.Session, t.Started.UnixMilli(), t.Duration.Milliseconds(), t.Model, t.Provider, t.Effort, string(t.Outcome), t.Error, t.Class, t.Hidden, t.Review)
	if len(i.values) < rowsAtOnce*columns {
		return nil
	}
	_, err := i.many.Exec(i.values...)
	i.values = i.values[:0]
	return err
}

// columns is how many there are in turnColumns.
const columns = 12

// flush takes in what still waits.
func (i *inserter) flush() error {
	for ; len(i.values) > 0; i.values = i.values[columns:] {
		if _, err := i.one.Exec(i.values[:columns]...); err != nil {
			return err
		}
	}
	return nil
}
