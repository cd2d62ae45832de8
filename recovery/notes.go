package recovery

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/history/pacing"
	"github.com/cxhook/cxhook/matcher"
)

// Notes are the small files that all terminals of a user share: what was refused a
// moment ago and when whose retry is due, what happened to whom, and which model is free
// at which hour.
type Notes struct {
	Pacing  *pacing.Log
	Journal *journal.Journal
	// Summary is the path of what the last import learned; it may be missing.
	Summary string
}

// NotesIn keeps the notes in a directory.
func NotesIn(dir string) Notes {
	return Notes{pacing.Open(filepath.Join(dir, "pacing.jsonl")), journal.Open(filepath.Join(dir, "journal.jsonl")), filepath.Join(dir, "summary.json")}
}

// UserNotes are those of the user, under the state directory.
func UserNotes() Notes {
	return Notes{pacing.Open(pacing.Path()), journal.Open(journal.Path()), forecast.SummaryPath()}
}

// Advise ranks models for now by the summary; a broken one knows nothing.
func (n Notes) Advise(models []string, own bool) forecast.Advice {
	now := time.Now()
	table, _ := forecast.Load(n.Summary, now)
	return table.Advise(forecast.Question{Models: models, Own: own, At: now})
}

// noteIncident writes down an incident of a model; session is nil if it is not known.
func (r *run) noteIncident(id string, i matcher.Incident, model string, session *rollout.Session) {
	now := time.Now()
	rec := journal.Record{Kind: journal.KindIncident, At: now, Incident: id, Class: string(i.Class), Model: model, Surface: string(i.Surface), Task: string(i.Task)}
	if session != nil {
		rec.Session = session.ID
		if turn, ok := session.Last(); ok {
			rec.Turn = turn.ID
		}
	}
	r.append(rec)
	if model == "" {
		return
	}
	switch i.Class {
	case matcher.Capacity:
		r.refused[model] = now.Add(refusedFor)
	case matcher.ModelUnsupported:
		r.bar(model, now)
	}
	r.complain(r.Notes.Pacing.Refused(model, string(i.Class), now))
}

// noteChoice writes down what answered an incident.
func (r *run) noteChoice(id string, a journal.Action, model string, mode codex.Mode, by journal.By) {
	r.append(journal.Record{Kind: journal.KindChoice, At: time.Now(), Incident: id, Action: a, Model: model, Mode: string(mode), By: by})
}

// barredFor is how long a model that the account may not use is not offered in a run.
const barredFor = 24 * time.Hour

// noteResult writes down what came of it.
func (r *run) noteResult(id string, o journal.Outcome, model string, class matcher.Class) {
	now := time.Now()
	if id != "" { // else the model was chosen before this run, and its incident is not known here
		r.append(journal.Record{Kind: journal.KindResult, At: now, Incident: id, Outcome: o, Model: model, Class: string(class)})
	}
	if class == matcher.ModelUnsupported && model != "" {
		r.bar(model, now)
	}
	if o == journal.Worked {
		r.retries, r.nextAct = 0, time.Time{}
		delete(r.refused, model)
		r.complain(r.Notes.Pacing.Worked(model, now))
	}
}

// bar keeps a model that the account may not use from being offered for a day.
func (r *run) bar(model string, now time.Time) {
	r.refused[model] = now.Add(barredFor)
	r.complain(r.Notes.Pacing.Barred(model, now))
}

func (r *run) append(rec journal.Record) { r.complain(r.Notes.Journal.Append(rec)) }

// complain keeps the first fault of the notes, to be told at the end: nothing else
// depends on them.
func (r *run) complain(err error) {
	if err == nil {
		return
	}
	r.Log.Warn("notes", "err", err)
	if r.unnoted == nil {
		r.unnoted = err
	}
}

// lost says in one line each what could not be written down.
func (r *run) lost() (lines []string) {
	if r.unnoted != nil {
		lines = append(lines, fmt.Sprintf("this refusal is missing in cxhook's notes: %v", r.unnoted))
	}
	if fault := r.record.close(); fault != "" {
		lines = append(lines, fault)
	}
	return lines
}
