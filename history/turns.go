package history

import (
	"fmt"
	"time"
)

// Turns gives the turns that began at or after since, oldest first, those of
// hidden threads too.
func (s *Store) Turns(since time.Time) ([]Turn, error) {
	rows, err := s.db.Query("SELECT "+turnColumns+" FROM turns WHERE started >= ? ORDER BY started, id", since.UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("history: turns: %w", err)
	}
	defer rows.Close()
	var turns []Turn
	for rows.Next() {
		var t Turn
		var started, duration int64
		if err := rows.Scan(&t.ID, &t.Session, &started, &duration, &t.Model, &t.Provider, &t.Effort, &t.Outcome, &t.Error, &t.Hidden); err != nil {
			return nil, fmt.Errorf("history: turns: %w", err)
		}
		t.Started, t.Duration = time.UnixMilli(started).UTC(), time.Duration(duration)*time.Millisecond
		turns = append(turns, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("history: turns: %w", err)
	}
	return turns, nil
}
