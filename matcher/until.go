package matcher

import (
	"strconv"
	"strings"
	"time"

	"github.com/cxhook/cxhook/internal/lazy"
)

// longestWait bounds a span that a message names: no limit of Codex or of a provider lasts longer.
const longestWait = 366 * 24 * time.Hour

var (
	// "try again at 6:34 AM.", "try again at Sep 5th, 2026 6:34 AM.", and the desktop application's "at Aug 20, 2026, 7:38
	// AM".
	untilTime = lazy.Regexp(`(?i)\b(?:again|retry) (?:at|after) (?:([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}),? )?(\d{1,2}):(\d{2})(?::\d{2})? ?([ap])\.?m\b`)
	// "in 2 days 17 hours 14 minutes" (2025), "Please try again in 11.054s", "in 6m0s", "Try again in 11 seconds".
	untilSpan = lazy.Regexp(`(?i)\b(?:again|retry) (?:in|after) ((?:` + spanPart + `(?:,? (?:and )?)?)+)`)
	spanParts = lazy.Regexp(`(?i)` + spanPart)
	untilSoon = lazy.Regexp(`(?i)\b(?:again|retry) in less than (?:a|1) minute\b`)
	// The body of a server's answer.
	untilBody = lazy.Regexp(`"resets_at": ?(\d{9,11})\b`)
	spanBody  = lazy.Regexp(`"resets_in_seconds": ?(\d{1,9})\b`)
)

const spanPart = `(\d+(?:\.\d+)?) ?(days?|hours?|hrs?|minutes?|mins?|milliseconds?|ms|seconds?|secs?|d|h|m|s)`

// Until reads from message when Codex or the server says that another attempt may succeed, and reports whether it says
// so: "later" is no time. said is when the message was written. zone is that of the codex that wrote it, whose clock
// shows the local time: it leaves the date away where that is the day of said. A time without a date that is over already
// is over, and not tomorrow's; of a time that the clock shows twice, at the end of summer time, the later one is meant,
// so that nobody asks too early.
func Until(message string, said time.Time, zone *time.Location) (time.Time, bool) {
	message = plain(strings.ReplaceAll(message, "\u202f", " ")) // what some clocks write before AM
	if found := untilTime().FindStringSubmatch(message); found != nil {
		return clockTime(found[1:], said.In(zone))
	}
	if found := untilSpan().FindStringSubmatch(message); found != nil {
		return after(said, span(found[1]))
	}
	if untilSoon().MatchString(message) {
		return said.Add(time.Minute), true
	}
	if found := untilBody().FindStringSubmatch(message); found != nil {
		seconds, _ := strconv.ParseInt(found[1], 10, 64) // the pattern has digits only
		return time.Unix(seconds, 0).In(said.Location()), true
	}
	if found := spanBody().FindStringSubmatch(message); found != nil {
		return after(said, span(found[1]+"s"))
	}
	return time.Time{}, false
}

// clockTime reads month, day and year, which may be empty, hour, minute, and "a" or "p".
func clockTime(part []string, said time.Time) (time.Time, bool) {
	year, month, day := said.Date()
	if part[0] != "" {
		m, err := time.Parse("Jan", part[0])
		if err != nil {
			return time.Time{}, false
		}
		month = m.Month()
		day, _ = strconv.Atoi(part[1]) // the pattern has digits only, here and below
		year, _ = strconv.Atoi(part[2])
	}
	hour, _ := strconv.Atoi(part[3])
	minute, _ := strconv.Atoi(part[4])
	if hour < 1 || hour > 12 || minute > 59 || day < 1 || day > daysIn(year, month) {
		return time.Time{}, false
	}
	hour %= 12
	if strings.EqualFold(part[5], "p") {
		hour += 12
	}
	return latest(time.Date(year, month, day, hour, minute, 0, 0, time.UTC), said.Location()), true
}

func daysIn(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// latest is the last moment at which a clock in zone shows what wall shows; where it is put forward over that, the moment
// at which it would have shown it.
func latest(wall time.Time, zone *time.Location) time.Time {
	var last time.Time
	shown := false
	for _, around := range []time.Duration{-24 * time.Hour, 24 * time.Hour} {
		_, offset := wall.Add(around).In(zone).Zone()
		t := wall.Add(-time.Duration(offset) * time.Second).In(zone)
		shows := t.Hour() == wall.Hour() && t.Minute() == wall.Minute()
		if last.IsZero() || shows && (!shown || t.After(last)) {
			last, shown = t, shows
		}
	}
	return last
}

// span adds up "2 days 17 hours 14 minutes"; longestWait and more is longestWait.
func span(text string) time.Duration {
	seconds := 0.0
	for _, part := range spanParts().FindAllStringSubmatch(text, -1) {
		n, _ := strconv.ParseFloat(part[1], 64) // the pattern has a number only; too large is infinite
		seconds += n * unit(strings.ToLower(part[2]))
	}
	return time.Duration(min(seconds, longestWait.Seconds()) * float64(time.Second))
}

// unit is the length in seconds of a unit of time.
func unit(name string) float64 {
	switch {
	case strings.HasPrefix(name, "ms"), strings.HasPrefix(name, "milli"):
		return 0.001
	case name[0] == 'd':
		return 24 * 60 * 60
	case name[0] == 'h':
		return 60 * 60
	case name[0] == 'm':
		return 60
	}
	return 1
}

// after is the time so long after said; a span that is longer than any limit is no time.
func after(said time.Time, wait time.Duration) (time.Time, bool) {
	if wait >= longestWait {
		return time.Time{}, false
	}
	return said.Add(wait), true
}
