package forecast

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/cxhook/cxhook/internal/folders"
	"github.com/cxhook/cxhook/internal/untrusted"
)

// SummaryPath is where the summary lives, whether it exists or not; "" for nowhere.
func SummaryPath() string { return folders.State("summary.json") }

// summaryLimit bounds what is read of it; a model of whom everything is known
// has some five thousand bytes.
const summaryLimit = 1 << 20

// summary is a table on disk.
type summary struct {
	Version int                    `json:"version"`
	At      time.Time              `json:"at"`
	Models  map[string]summaryWeek `json:"models"`
}

type summaryWeek struct {
	// Hours has the hour of the week (0 is Sunday's first), the turns and those
	// refused, and the weights of both.
	Hours [][5]float64 `json:"hours"`
}

const summaryVersion = 2

// most is more turns than anybody has within an hour of eight weeks: a summary with more is damaged.
const most = 1e6

// Save writes what a run needs of the table, in place of what was there. What
// was refused a moment ago the pacing file tells.
func (t *Table) Save(path string) error {
	s := summary{summaryVersion, t.Now.UTC(), map[string]summaryWeek{}}
	for model, w := range t.Models {
		var week summaryWeek
		for d := range days {
			for h := range hours {
				if c := w.Cells[d][h]; c.Turns > 0 {
					week.Hours = append(week.Hours, [5]float64{
						float64(d*hours + h), float64(c.Turns), float64(c.Refused), round(c.Weight.Asked), round(c.Weight.Refused),
					})
				}
			}
		}
		s.Models[model] = week
	}
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	return replace(path, append(text, '\n'))
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }

// Load reads a summary for the time now. It gives an empty table, and no error,
// if there is none or one of another release.
func Load(path string, now time.Time) (*Table, error) {
	t := New(now)
	text, err := untrusted.ReadFile(path, summaryLimit)
	if errors.Is(err, os.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return t, fmt.Errorf("summary: %w", err)
	}
	var s summary
	if err := json.Unmarshal(text, &s); err != nil {
		return t, fmt.Errorf("summary: %s: %w", path, err)
	}
	if s.Version != summaryVersion {
		return t, nil
	}
	weight := math.Exp2(-max(0, float64(now.Sub(s.At))/float64(halfLife)))
	for model, week := range s.Models {
		w := &Week{}
		for _, h := range week.Hours {
			if n := int(h[0]); n >= 0 && n < days*hours && h[2] >= 0 && h[1] >= h[2] && h[1] < most {
				c := &w.Cells[n/hours][n%hours]
				c.add(Count{int(h[1]), int(h[2])})
				c.Weight.add(Weight{h[3], h[4]}, weight)
			}
		}
		t.Models[model] = w
	}
	return t, nil
}

// replace writes a file as a whole, so that no reader sees half of it.
func replace(path string, text []byte) (err error) {
	if path == "" {
		return folders.ErrNone
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(text); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
