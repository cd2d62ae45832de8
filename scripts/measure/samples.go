//go:build linux

package main

import (
	"slices"
	"time"
)

// samples are measured times by the name of the way.
type samples map[string][]time.Duration

func (s samples) add(name string, d time.Duration) { s[name] = append(s[name], d) }

// quantile is the q-th part of a way's times, 0.5 for the median.
func (s samples) quantile(name string, q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(s[name]))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func (s samples) median(name string) time.Duration { return s.quantile(name, 0.5) }
