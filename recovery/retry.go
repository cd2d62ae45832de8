package recovery

import (
	"math/rand/v2"
	"time"

	"github.com/cxhook/cxhook/history/pacing"
	"github.com/cxhook/cxhook/recovery/incident"
)

const (
	// A retry waits between pauseMin and pauseMax: sooner is refused again, as people
	// who retry by hand report, and jitter keeps many terminals from retrying at once.
	pauseMin = 30 * time.Second
	pauseMax = 60 * time.Second
	// maxRetries is after how many retries in a row waiting is not offered any more.
	maxRetries = 6
	// refusedFor is how long a model that was refused in this run is not offered again:
	// users report that a crowded one often takes a turn again after some minutes.
	refusedFor = pacing.Recent
	// rush is the time around the full hour in which many jobs start and retries are
	// refused more often.
	rush = 10 * time.Minute
)

// refusals are the times from which on models that were refused may be offered again.
type refusals map[string]time.Time

// at gives the models that are not to be offered at the time now.
func (r refusals) at(now time.Time) map[string]bool {
	models := map[string]bool{}
	for model, until := range r {
		if now.Before(until) {
			models[model] = true
		}
	}
	return models
}

// pause is how long the next retry waits, before other terminals are heeded.
func (r *run) pause() time.Duration {
	if r.Pause != nil {
		return r.Pause()
	}
	return pauseMin + rand.N(pauseMax-pauseMin)
}

// startWait begins the countdown to a retry, at a time when no other terminal of the
// user retries.
func (s *session) startWait(now time.Time) {
	s.do(incident.Wait{Until: s.Notes.Pacing.Reserve(now, s.pause()), Retry: s.again()}, now)
}

func nearFullHour(now time.Time) bool {
	past := time.Duration(now.Minute()) * time.Minute
	return past < rush || past >= time.Hour-rush
}
