package notebook

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/cxhook/cxhook/history"
	"github.com/cxhook/cxhook/history/forecast"
	"github.com/cxhook/cxhook/history/importer"
	"github.com/cxhook/cxhook/history/journal"
	"github.com/cxhook/cxhook/history/pacing"
	"github.com/cxhook/cxhook/shellinit"
)

// Files are the paths that a notebook works with.
type Files struct {
	Sessions string // CODEX_HOME, "" if there is none
	Database string
	Journal  string
	Pacing   string
	Summary  string
	Notices  string
}

// Default gives the paths of this user, with Codex's home as its environment
// names it.
func Default(codexHome string) Files {
	return Files{codexHome, history.Path(), journal.Path(), pacing.Path(), forecast.SummaryPath(), forecast.NoticePath()}
}

// Options say how a notebook is opened.
type Options struct {
	Files
	Now time.Time // in the time zone whose hours are told
	// Tiers are the models in the user's own order, if there is one.
	Tiers []string
	// Offered gives what would be offered instead of a model; asked for the notices where there are no tiers. nil: the
	// models that were used.
	Offered func(model string) []string
	// Quiet leaves no notices for shells.
	Quiet    bool
	Progress func(done, total int64) // see importer.Options
}

// Notebook is the history brought up to date. Close it. It is for one goroutine.
type Notebook struct {
	Imported importer.Report
	// Table is what the advice rests on, with the user's turns of eight weeks.
	Table   *forecast.Table
	options Options
	store   *history.Store
}

// Open reads what is new, and leaves summary and notices if anything was. When ctx
// ends it keeps what it has read and gives the context's error.
func Open(ctx context.Context, o Options) (*Notebook, error) {
	store, err := history.Open(o.Database)
	if err != nil {
		return nil, err
	}
	n := &Notebook{options: o, store: store}
	if err := n.update(ctx); err != nil {
		store.Close()
		return nil, err
	}
	return n, nil
}

// Close closes the database.
func (n *Notebook) Close() error { return n.store.Close() }

// renewal is how old summary and notices may become although nothing has
// happened: the notices reach a week ahead.
const renewal = 24 * time.Hour

func (n *Notebook) update(ctx context.Context) error {
	o := n.options
	changed := false
	if o.Sessions != "" {
		report, err := importer.Import(ctx, n.store, importer.Options{Home: o.Sessions, Progress: o.Progress})
		n.Imported, changed = report, report.Turns > 0
		if err != nil {
			return err
		}
	}
	events, err := n.store.ReadJournal(o.Journal)
	if err != nil {
		return err
	}
	if changed = changed || events > 0; changed {
		if err := n.store.Witness(); err != nil {
			return err
		}
	}
	if err := n.learn(); err != nil {
		return err
	}
	if info, err := os.Stat(o.Summary); changed || err != nil || o.Now.Sub(info.ModTime()) > renewal || n.unwanted() {
		return n.publish()
	}
	return nil
}

// unwanted reports whether the shells are still told what the user has switched off, or
// not yet what is switched on again: an empty file costs nothing to write anew.
func (n *Notebook) unwanted() bool {
	info, err := os.Stat(n.options.Notices)
	return err != nil || (info.Size() > 0) == n.options.Quiet
}

// learn fills the table.
func (n *Notebook) learn() error {
	slots, err := n.store.Slots(n.options.Now.Add(-forecast.Oldest))
	if err != nil {
		return err
	}
	n.Table = forecast.New(n.options.Now)
	for _, s := range slots {
		if !s.Hidden {
			n.Table.Add(s.Model, s.At, s.Asked(), s.Refused)
		}
	}
	return nil
}

// Used gives the models of the table, most used first.
func (n *Notebook) Used() []string {
	models := slices.Collect(maps.Keys(n.Table.Models))
	slices.SortFunc(models, func(a, b string) int {
		return cmp.Or(n.Table.All(b).Turns-n.Table.All(a).Turns, cmp.Compare(a, b))
	})
	return models
}

func (n *Notebook) publish() error {
	if err := n.Table.Save(n.options.Summary); err != nil {
		return err
	}
	var notices []forecast.Notice
	if !n.options.Quiet {
		notices = n.notices()
	}
	return forecast.SaveNotices(n.options.Notices, notices)
}

// notices are those for the first tier, or else for the model that is used most.
func (n *Notebook) notices() []forecast.Notice {
	if len(n.options.Tiers) > 0 {
		return n.Table.Notices(n.options.Tiers, true)
	}
	models := n.Used()
	if len(models) > 0 && n.options.Offered != nil {
		if offered := n.options.Offered(models[0]); len(offered) > 0 {
			models = append(models[:1:1], offered...)
		}
	}
	return n.Table.Notices(models, false)
}

// Events gives what cxhook saw and did; see history.Store.
func (n *Notebook) Events() ([]journal.Record, error) { return n.store.Events() }

// Forget erases everything that cxhook keeps of the past. Codex's session files
// are Codex's and stay.
func Forget(f Files) error {
	for _, path := range []string{
		f.Database, f.Database + "-wal", f.Database + "-shm", f.Journal, f.Pacing, f.Summary, f.Notices, f.Notices + shellinit.Told,
	} {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("history: %w", err)
		}
	}
	return nil
}
