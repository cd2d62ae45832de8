package history

import (
	"database/sql"
	"fmt"
	"time"
)

// Turns gives the turns that began at or after since, oldest first, those of
// hidden threads too.
func (s *Store) Turns(since time.Time) (turns []Turn, err error) {
	err = s.each("SELECT "+turnColumns+" FROM turns WHERE started >= ? ORDER BY started, id", func(rows *sql.Rows) error {
		var t Turn
		var started, duration int64
		err := rows.Scan(&t.ID, &t.Session, &started, &duration, &t.Model, &t.Provider, &t.Effort, &t.Outcome, &t.Error, &t.Class, &t.Hidden, &t.Review)
		t.Started, t.Duration = time.UnixMilli(started).UTC(), time.Duration(duration)*time.Millisecond
		turns = append(turns, t)
		return err
	}, since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("history: turns: %w", err)
	}
	return turns, nil
}
