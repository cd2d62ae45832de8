package matcher_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/cxhook/cxhook/matcher"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// Every form that Codex, its desktop application or a server writes, at a moment in a zone where it was read.
func TestUntilReadsTheTimeThatTheMessageNames(t *testing.T) {
	const (
		shanghai = "Asia/Shanghai"
		berlin   = "Europe/Berlin"    // summer time ends 2026-10-25 03:00, begins 2026-03-29 02:00
		newYork  = "America/New_York" // ends 2026-11-01 02:00, begins 2026-03-08 02:00
		lordHowe = "Australia/Lord_Howe"
		utc      = "UTC"
		never    = ""
	)
	for _, c := range []struct{ name, message, zone, said, want string }{
		{"today", "You've hit your usage limit. Try again at 6:34 AM.", utc, "2026-09-04T01:00:00Z", "2026-09-04T06:34:00Z"},
		{"in the afternoon", "or try again at 6:44 PM.", utc, "2026-09-04T01:00:00Z", "2026-09-04T18:44:00Z"},
		{"noon", "Try again at 12:05 PM.", utc, "2026-09-04T01:00:00Z", "2026-09-04T12:05:00Z"},
		{"midnight", "Try again at 12:05 AM.", utc, "2026-09-04T00:01:00Z", "2026-09-04T00:05:00Z"},
		{"by the clock of codex's zone", "Try again at 6:34 AM.", shanghai, "2026-09-03T20:00:00Z", "2026-09-03T22:34:00Z"},
		{"the day is that of codex's zone", "Try again at 6:34 AM.", newYork, "2026-09-04T02:00:00Z", "2026-09-03T10:34:00Z"},
		{"over already", "Try again at 6:34 AM.", utc, "2026-09-04T07:00:00Z", "2026-09-04T06:34:00Z"},
		{"with a date", "Try again at Sep 5th, 2026 6:34 AM.", utc, "2026-09-04T07:00:00Z", "2026-09-05T06:34:00Z"},
		{"past midnight", "try again at Sep 5th, 2026 12:10 AM.", berlin, "2026-09-04T21:50:00Z", "2026-09-04T22:10:00Z"},
		{"the 1st, 2nd, 3rd", "try again at Jan 1st, 2100 12:00 AM.", utc, "2026-09-04T07:00:00Z", "2100-01-01T00:00:00Z"},
		{"2nd", "try again at Oct 2nd, 2026 1:00 PM.", utc, "2026-09-04T07:00:00Z", "2026-10-02T13:00:00Z"},
		{"3rd", "try again at Oct 3rd, 2026 1:00 PM.", utc, "2026-09-04T07:00:00Z", "2026-10-03T13:00:00Z"},
		{"a date that is past", "try again at Jan 1st, 2026 1:00 PM.", utc, "2026-09-04T07:00:00Z", "2026-01-01T13:00:00Z"},
		{"the desktop application's", "or try again at Aug 27, 2026, 7:38 AM", utc, "2026-08-20T07:00:00Z", "2026-08-27T07:38:00Z"},
		{"a narrow blank before AM", "try again at 6:34\u202fAM.", utc, "2026-09-04T01:00:00Z", "2026-09-04T06:34:00Z"},
		{"broken by a narrow screen", "try again at Sep 5th,\n2026 6:34\n  AM.", utc, "2026-09-04T01:00:00Z", "2026-09-05T06:34:00Z"},

		{"shown twice at the end of summer time: the later one", "Try again at 2:30 AM.", berlin, "2026-10-24T23:00:00Z", "2026-10-25T01:30:00Z"},
		{"the same, in New York", "Try again at 1:30 AM.", newYork, "2026-11-01T04:30:00Z", "2026-11-01T06:30:00Z"},
		{"half an hour", "Try again at 1:45 AM.", lordHowe, "2026-04-04T14:00:00Z", "2026-04-04T15:15:00Z"},
		{"never shown when summer time begins", "Try again at 2:30 AM.", berlin, "2026-03-28T23:30:00Z", "2026-03-29T01:30:00Z"},
		{"later on the day when it begins", "Try again at 12:00 PM.", berlin, "2026-03-28T23:30:00Z", "2026-03-29T10:00:00Z"},
		{"later on the day when it ends", "Try again at 12:00 PM.", berlin, "2026-10-24T23:30:00Z", "2026-10-25T11:00:00Z"},
		{"before it ends, said after", "Try again at 1:30 AM.", berlin, "2026-10-25T04:00:00Z", "2026-10-24T23:30:00Z"},
		{"a date on such a day", "try again at Mar 29th, 2026 6:00 AM.", berlin, "2026-03-20T04:00:00Z", "2026-03-29T04:00:00Z"},

		{"days", "or try again in 2 days 17 hours 14 minutes.", berlin, "2026-09-01T00:00:00Z", "2026-09-03T17:14:00Z"},
		{"days over the end of summer time", "try again in 1 day 1 minute.", berlin, "2026-10-24T20:00:00Z", "2026-10-25T20:01:00Z"},
		{"hours", "try again in 3 hours 2 minutes.", utc, "2026-09-01T00:00:00Z", "2026-09-01T03:02:00Z"},
		{"broken", "try again in 5 days 22 hours 11\nminutes.", utc, "2026-09-01T00:00:00Z", "2026-09-06T22:11:00Z"},
		{"less than a minute", "try again in less than a minute.", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:01:00Z"},
		{"thousandths", "Please try again in 11.054s. Visit https://platform.openai.com", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:00:11.054Z"},
		{"seconds", "Please try again in 20s.", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:00:20Z"},
		{"milliseconds", "Please try again in 250ms.", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:00:00.25Z"},
		{"minutes and seconds together", "Please try again in 6m0s.", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:06:00Z"},
		{"hours, minutes and seconds together", "Please try again in 1h2m3.5s.", utc, "2026-09-01T00:00:00Z", "2026-09-01T01:02:03.5Z"},
		{"in words", "Rate limit is exceeded. Try again in 11 seconds.", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:00:11Z"},
		{"of 2026", "Model gpt-5.2-codex is at capacity. Please try a different model. Try again in 2m.", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:02:00Z"},
		{"the desktop application's clock", "Selected model is at capacity. Please try a different model. Retry in 30 s", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:00:30Z"},
		{"retry after", "Requests have exceeded the call rate limit. Please retry after 26 seconds.", utc, "2026-09-01T00:00:00Z", "2026-09-01T00:00:26Z"},
		{"a body's moment", `{"error":{"type":"usage_limit_reached","resets_at":1777936568,"resets_in_seconds":13872}}`, utc, "2026-05-01T00:00:00Z", "2026-05-04T23:16:08Z"},
		{"a body's span", `{"error":{"type":"usage_limit_reached","resets_in_seconds":60}}`, utc, "2026-05-01T00:00:00Z", "2026-05-01T00:01:00Z"},

		{"later", "or try again later.", utc, "2026-09-01T00:00:00Z", never},
		{"nothing", "You've hit your usage limit", utc, "2026-09-01T00:00:00Z", never},
		{"no hour", "Try again at 17:34 PM.", utc, "2026-09-01T00:00:00Z", never},
		{"no minute", "Try again at 1:75 PM.", utc, "2026-09-01T00:00:00Z", never},
		{"no month", "Try again at Foo 5th, 2026 6:34 AM.", utc, "2026-09-01T00:00:00Z", never},
		{"no day", "Try again at Feb 30th, 2026 6:34 AM.", utc, "2026-09-01T00:00:00Z", never},
		{"day 0", "Try again at Feb 0th, 2026 6:34 AM.", utc, "2026-09-01T00:00:00Z", never},
		{"no limit lasts so long", "try again in 999999999999999999999 days.", utc, "2026-09-01T00:00:00Z", never},
		{"another's clock time", "the job ran at 6:34 AM", utc, "2026-09-01T00:00:00Z", never},
	} {
		said, err := time.Parse(time.RFC3339, c.said)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := matcher.Until(c.message, said, zone(t, c.zone))
		read := ""
		if ok {
			read = got.UTC().Format(time.RFC3339Nano)
		}
		if read != c.want {
			t.Errorf("%s: %q said at %s in %s is %q, want %q", c.name, c.message, c.said, c.zone, read, c.want)
		}
	}
}
