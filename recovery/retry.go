package recovery

import (
	"math/rand/v2"
	"time"

	"github.com/cxhook/cxhook/config"
)

const (
	// A retry waits between pauseMin and pauseMax: sooner is refused again, as people
	// who retry by hand report, and jitter keeps many terminals from retrying at once.
	pauseMin = 30 * time.Second
	pauseMax = 60 * time.Second
	// maxRetries is after how many retries in a run waiting is not offered any more.
	maxRetries = 6
	// rush is the time around the full hour in which many jobs start and retries are
	// refused more often.
	rush = 10 * time.Minute
)

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
	s.offer.bar.StartWait(s.Notes.Pacing.Reserve(now, s.pause()))
}

// retry goes on with the model that was refused.
func (s *session) retry(now time.Time) {
	s.retries++
	delete(s.refused, s.offer.model)
	s.switchTo(config.Entry{Model: s.offer.model}, false, now)
}

func nearFullHour(now time.Time) bool {
	past := time.Duration(now.Minute()) * time.Minute
	return past < rush || past >= time.Hour-rush
}
