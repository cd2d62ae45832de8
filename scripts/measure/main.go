//go:build linux

// Command measure compares a program behind cxhook with the same program on a bare
// terminal and behind other tools, and prints the table of docs/performance.md. See
// scripts/bench, which builds what it needs.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	cxhook := flag.String("cxhook", "", "`binary` to measure")
	program := flag.String("program", "", "`binary` of scripts/measure/program")
	keep := flag.String("keep", "", "`file` whose table is replaced")
	only := flag.String("only", "", "measure only these `parts`, separated by commas")
	scale := flag.Float64("scale", 1, "how `often`, 1 for the numbers of the documentation")
	flag.Parse()
	if err := run(*cxhook, *program, *keep, *only, *scale); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(cxhook, program, keep, only string, scale float64) error {
	dir, err := os.MkdirTemp("", "measure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := newBench(cxhook, program, dir)
	var r report
	for _, part := range parts {
		if only != "" && !strings.Contains(","+only+",", ","+part.name+",") {
			continue
		}
		began := time.Now()
		if err := part.measure(b, &r, scale); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f s\n", part.name, time.Since(began).Seconds())
	}
	text := r.table()
	fmt.Print(text)
	if keep == "" {
		return nil
	}
	return replaceTable(keep, text)
}
