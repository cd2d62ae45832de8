//go:build linux

package main

import (
	"fmt"
	"os"
	"slices"
	"time"
)

// parts are the lines of the table and how each is measured.
var parts = []struct {
	name    string
	measure func(b *bench, r *report, scale float64) error
}{
	{"roundtrip", func(b *bench, r *report, scale float64) error {
		t, err := b.roundTrip(int(40*scale)+2, 50)
		if err != nil {
			return err
		}
		for _, q := range []struct {
			name string
			part float64
		}{{"p50", 0.5}, {"p99", 0.99}} {
			ratio := float64(t.quantile(ours, q.part)) / float64(t.quantile(bare, q.part))
			r.line("key → echo, "+q.name, compare(b.names(), func(n string) float64 { return micros(t.quantile(n, q.part)) }, "%.0f µs", true),
				"≤ 2.2 × bare", ratio <= 2.2)
		}
		return nil
	}},
	{"throughput", func(b *bench, r *report, scale float64) error {
		const size = 16 << 20
		for _, kind := range []string{"plain", "coloured"} {
			t, err := b.throughput(kind, size, int(8*scale)+1)
			if err != nil {
				return err
			}
			rate := func(n string) float64 { return size / t.median(n).Seconds() / 1e6 }
			r.line("output, "+kind, compare(b.names(), rate, "%.0f MB/s", true), "at least script's", rate(ours) >= rate("script"))
		}
		return nil
	}},
	{"start", func(b *bench, r *report, scale float64) error {
		t, err := b.firstByte(int(60 * scale))
		if err != nil {
			return err
		}
		more := t.median(ours) - t.median(bare)
		r.line("exec → codex's first byte", compare(b.names(), func(n string) float64 { return millis(t.median(n)) }, "%.1f ms", false)+
			fmt.Sprintf("; + %.1f ms", millis(more)), "bare + 6 ms", more <= 6*time.Millisecond)
		return nil
	}},
	{"init", func(b *bench, r *report, scale float64) error {
		printing, whole, err := b.initialise(int(60 * scale))
		if err != nil {
			return err
		}
		names, _ := b.hooks()
		for _, m := range []struct {
			name string
			t    samples
		}{{"`init zsh`", printing}, {"`eval` of it in zsh, whole", whole}} {
			good := (m.t["zoxide"] == nil || m.t.median(ours) <= 2*m.t.median("zoxide")) && (m.t["direnv"] == nil || m.t.median(ours) < m.t.median("direnv"))
			r.line(m.name, compare(names, func(n string) float64 { return millis(m.t.median(n)) }, "%.1f ms", false), "≤ 2 × zoxide, < direnv", good)
		}
		return nil
	}},
	{"prompt", func(b *bench, r *report, scale float64) error {
		t, err := b.prompt(int(100 * scale))
		if err != nil {
			return err
		}
		s := samples{ours: t}
		p99 := s.quantile(ours, 0.99)
		r.line("last byte of the error → bar", fmt.Sprintf("p50 %.1f ms, p99 %.1f ms, longest %.1f ms (a poll every 5 s: p50 2500 ms, p99 4950 ms)",
			millis(s.median(ours)), millis(p99), millis(slices.Max(t))), "p99 ≤ 50 ms", p99 <= 50*time.Millisecond)
		return nil
	}},
	{"idle", func(b *bench, r *report, scale float64) error {
		watch := time.Duration(60 * scale * float64(time.Second))
		u, err := b.idle(watch)
		if err != nil {
			return err
		}
		r.line("resident memory, front and monitor", fmt.Sprintf("%.1f MiB (%.1f MiB with shared pages counted once)", float64(u.resident)/1024, float64(u.proportional)/1024),
			"≤ 20 MiB", u.resident <= 20<<10)
		r.line(fmt.Sprintf("idle for %.0f s", watch.Seconds()), fmt.Sprintf("%d context switches, %d ms of processor time", u.wakeups, u.processor.Milliseconds()), "none", u.wakeups == 0)
		return nil
	}},
	{"size", func(b *bench, r *report, _ float64) error {
		info, err := os.Stat(b.cxhook)
		if err != nil {
			return err
		}
		r.line("binary", fmt.Sprintf("%.2f MiB", float64(info.Size())/(1<<20)), "≤ 15 MiB", info.Size() <= 15<<20)
		return nil
	}},
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
