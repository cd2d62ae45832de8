package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/replay"
	"github.com/cxhook/cxhook/terminal"
)

// found is one incident of cxhook replay, with its field names in JSON.
type found struct {
	At      float64         `json:"at"`     // seconds from the start; 0 in raw bytes, which have no times
	Offset  int64           `json:"offset"` // bytes of codex's output until then
	Surface matcher.Surface `json:"surface"`
	Task    matcher.Task    `json:"task"`
	Text    string          `json:"text"`
	Class   matcher.Class   `json:"class"`
}

func newReplay() *cobra.Command {
	var asJSON, every bool
	var size string
	c := &cobra.Command{
		Use:  "replay [--json] [--all] [--size COLSxROWS] FILE|-",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			in, name, closeIn, err := open(args[0], c.InOrStdin())
			if err != nil {
				return err
			}
			defer closeIn()
			all, fault := play(in, size)
			if !every {
				all = slices.DeleteFunc(all, func(i matcher.Incident) bool { return i.Class != matcher.Capacity || i.Unconfirmed })
			}
			if err := printFound(outFor(c, asJSON), all, asJSON, every); err != nil {
				return err
			}
			if fault != nil {
				return &exitError{exitUsage, fmt.Errorf("%s: %w", name, fault)}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().BoolVar(&every, "all", false, "")
	c.Flags().StringVar(&size, "size", "", "")
	return c
}

// open opens a file that is named on the command line; - is standard input.
func open(path string, stdin io.Reader) (in io.Reader, name string, closeIn func(), err error) {
	if path == "-" {
		return stdin, "standard input", func() {}, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, "", nil, &exitError{exitUsage, lang.Errorf("error.unreadable", path, reason(err))}
	}
	return file, path, func() { file.Close() }, nil
}

// play gives the incidents, and what is wrong with the recording.
func play(in io.Reader, size string) ([]matcher.Incident, error) {
	if size != "" {
		cols, rows, err := cast.Event{Data: size}.Size()
		if err != nil {
			return nil, lang.Errorf("error.size", err)
		}
		return replay.Log(in, cols, rows)
	}
	c, err := cast.NewReader(in)
	if err != nil {
		return nil, err
	}
	return replay.Recording(c)
}

// printFound prints all; every says that they are of all classes, which lines for people tell then.
func printFound(w io.Writer, all []matcher.Incident, asJSON, every bool) error {
	b := bufio.NewWriter(w)
	lines := json.NewEncoder(b)
	lines.SetEscapeHTML(false)
	for _, i := range all {
		f := found{i.At.Seconds(), i.Offset, i.Surface, i.Task, i.Text, i.Class}
		if asJSON {
			_ = lines.Encode(f) // Flush tells
			continue
		}
		class := ""
		if every {
			class = fmt.Sprintf("%-18s ", f.Class)
		}
		fmt.Fprintf(b, "%10.3f s  byte %-9d %-9s %-14s %s%s\n", f.At, f.Offset, f.Surface, f.Task, class, terminal.Sanitize(f.Text))
	}
	switch {
	case asJSON:
	case len(all) == 1:
		_, _ = b.WriteString(lang.Text("replay.one") + "\n")
	default:
		_, _ = b.WriteString(lang.Text("replay.all", len(all)) + "\n")
	}
	return b.Flush()
}
