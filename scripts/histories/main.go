// Command histories writes session files in the shape of real ones, for measuring the import of large histories:
//
//	go run ./scripts/histories -dir DIR -size 1024   # MiB, below DIR/sessions
//
// The same seed gives the same bytes. Lines, their lengths and their proportions are those of files that 0.171.0 wrote:
// a turn of some ten tool calls takes about 90 kB, nearly all of it instructions, reasoning and tool output. The texts
// are made up. One model is crowded on working days from ten to four.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

func main() {
	dir := flag.String("dir", "", "CODEX_HOME to write the sessions into")
	size := flag.Int64("size", 512, "size in MiB")
	count := flag.Int("files", 0, "number of files; 0: one for each 2 MiB")
	seed := flag.Uint64("seed", 1, "seed")
	days := flag.Int("days", 365, "days that the sessions are spread over")
	flag.Parse()
	if *dir == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if *count == 0 {
		*count = max(1, int(*size/2))
	}
	g := generator{random: rand.New(rand.NewPCG(*seed, 0))}
	g.fill()
	end := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	apart := time.Duration(*days) * 24 * time.Hour / time.Duration(*count)
	for i := range *count {
		start := end.Add(-apart * time.Duration(*count-i))
		if err := g.file(*dir, start, *size<<20/int64(*count)); err != nil {
			fmt.Fprintln(os.Stderr, "histories:", err)
			os.Exit(1)
		}
	}
	fmt.Printf("%d files, %d turns, %d refused\n", *count, g.turns, g.refused)
}

// file writes one session of about size bytes that began at start.
func (g *generator) file(home string, start time.Time, size int64) error {
	id := g.id(start)
	dir := filepath.Join(home, "sessions", start.Format("2006/01/02"))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, "rollout-"+start.Format("2006-01-02T15-04-05")+"-"+id+".jsonl"), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	g.out, g.at, g.ordinal, g.written = bufio.NewWriterSize(f, 1<<20), start, 0, 0
	g.session(id)
	for g.written < size {
		g.turn()
	}
	if err := g.out.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
