package history

import (
	"database/sql"
	"fmt"
)

// after is how long after the end of a turn its error may have been seen, in
// milliseconds: Codex draws it at once, cxhook reads it when codex is quiet.
const after = 5000

// Witness finds the turn of each incident. A turn that ended without an answer
// and that cxhook saw refused, or failed, counts as that from then on; an incident whose
// turn no file tells of counts by itself. A review gets the model of its reviewer's
// turn, whose file may have been read later. To be called when turns or events came in.
func (s *Store) Witness() error {
	err := s.transact(func(tx *sql.Tx) error {
		if _, err := tx.Exec(`UPDATE turns SET model = r.model, provider = r.provider, effort = r.effort
			FROM turns r WHERE turns.review <> '' AND r.id = turns.review AND r.model <> ''`); err != nil {
			return err
		}
		incidents, err := incidents(tx)
		if err != nil || len(incidents) == 0 {
			return err
		}
		rows, err := tx.Query(`SELECT id, session, model, started, started + duration FROM turns
			WHERE session IN (SELECT session FROM incidents WHERE alone) OR id IN (SELECT turn FROM incidents WHERE alone)
			OR outcome IN ('refused', 'failed', 'unanswered') AND EXISTS (SELECT 1 FROM incidents WHERE alone AND session = '' AND turn = '')`)
		if err != nil {
			return err
		}
		defer rows.Close()
		turnOf := map[incident]string{}
		for rows.Next() {
			var id, session, model string
			var started, ended int64
			if err := rows.Scan(&id, &session, &model, &started, &ended); err != nil {
				return err
			}
			for _, i := range incidents {
				if i.is(id, session, model, started, ended) {
					turnOf[i] = id
				}
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
		for incident, turn := range turnOf {
			if _, err := tx.Exec("UPDATE incidents SET alone = 0 WHERE id = ?", incident.id); err != nil {
				return err
			}
			if _, err := tx.Exec("UPDATE turns SET witnessed = 1, class = CASE WHEN class = '' AND outcome = 'unanswered' THEN ? ELSE class END WHERE id = ?", incident.class, turn); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("history: witness: %w", err)
	}
	return nil
}

type incident struct {
	id, session, turn, model, class string
	at                              int64
}

// is reports whether an incident was this turn's: by the turn's id, by the time
// within a session, or at least by the time and the model. A turn that the file
// had not told of yet when the incident was noted has another id.
func (i incident) is(id, session, model string, started, ended int64) bool {
	switch {
	case i.turn != "" && (i.turn == id || i.session+"#"+i.turn == id):
		return true
	case i.session != "":
		return i.session == session && i.at >= started && i.at <= ended+after
	}
	return i.turn == "" && i.model == model && i.at >= ended-after && i.at <= ended+after
}

func incidents(tx *sql.Tx) (list []incident, err error) {
	rows, err := tx.Query("SELECT id, at, session, turn, model, class FROM incidents WHERE alone")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var i incident
		if err := rows.Scan(&i.id, &i.at, &i.session, &i.turn, &i.model, &i.class); err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, rows.Err()
}
