package scan

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// BenchmarkScan walks 100,000 directories as projects have them, warm.
func BenchmarkScan(b *testing.B) {
	root := b.TempDir()
	n := grow(b, root, 100_000)
	b.ResetTimer()
	before := processorTime(b)
	var files int
	for b.Loop() {
		r, err := Scan(Options{Dirs: []string{root}})
		if err != nil || len(r.Faults) > 0 {
			b.Fatal(err, r.Faults)
		}
		files = r.Files
	}
	b.ReportMetric(float64((processorTime(b)-before).Milliseconds())/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(n), "dirs")
	b.ReportMetric(float64(files), "configs")
}

// processorTime is what this process has used so far; unlike the time that has
// passed, it tells the same on a busy machine.
func processorTime(b *testing.B) time.Duration {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// grow makes at least want directories: projects of 200 of them, eight deep at
// most, each with two files, each project with a .gitignore and a configuration.
func grow(b *testing.B, root string, want int) (n int) {
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for p := 0; n < want; p++ {
		project := filepath.Join(root, fmt.Sprintf("group%02d", p%40), fmt.Sprintf("project%03d", p))
		if err := os.MkdirAll(filepath.Join(project, ".codex"), 0o755); err != nil {
			b.Fatal(err)
		}
		write(filepath.Join(project, ".codex", "config.toml"), "model = \"gpt-5.6-sol\"\n")
		write(filepath.Join(project, ".gitignore"), "# built\n/out/\n*.log\nbuild/\n!src/build/\ndocs/**/tmp\n")
		for i := range 200 {
			dir := filepath.Join(project, "src", fmt.Sprintf("a%d", i%6), fmt.Sprintf("b%d", i%30), fmt.Sprintf("c%03d", i))
			if err := os.MkdirAll(dir, 0o755); err != nil {
				b.Fatal(err)
			}
			write(filepath.Join(dir, "one.go"), "")
			write(filepath.Join(dir, "two.go"), "")
		}
		n += 2 + 1 + 6 + 30 + 200
	}
	return n
}
