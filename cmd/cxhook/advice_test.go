package main

import (
	"testing"
	"time"
)

func TestATimeWithoutADayIsTheNextOne(t *testing.T) {
	zone := time.FixedZone("", 3600)
	now := time.Date(2026, 11, 27, 12, 30, 40, 0, zone)
	for in, want := range map[string]string{
		"":                     "2026-11-27T12:30:40+01:00",
		"12:30":                "2026-11-27T12:30:00+01:00",
		"12:29":                "2026-11-28T12:29:00+01:00",
		"23:00":                "2026-11-27T23:00:00+01:00",
		"2026-12-01 09:00":     "2026-12-01T09:00:00+01:00",
		"2026-12-01T09:00:00Z": "2026-12-01T10:00:00+01:00",
	} {
		got, err := parseTime(in, now)
		if err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%q: %s, %v, want %s", in, got.Format(time.RFC3339), err, want)
		}
	}
	for _, in := range []string{"now", "25:00", "2026-12-01"} {
		if _, err := parseTime(in, now); err == nil {
			t.Errorf("%q was taken", in)
		}
	}
}
