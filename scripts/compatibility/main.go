// Command compatibility makes docs/compatibility.md of the results of scripts/matrix:
//
//	go run ./scripts/compatibility RESULTS.jsonl… >docs/compatibility.md
//
// Each file is named for a release and holds its results, one JSON object on a line.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// result is one line, as e2e/matrix writes it.
type result struct {
	Release     string `json:"release"`
	Surface     string `json:"surface"`
	View        string `json:"view"`
	Class       string `json:"class"` // of the error; "" for capacity, which alone is told here
	Width       int    `json:"width"`
	Outcome     string `json:"outcome"`
	FalseAlarms int    `json:"false_alarms"`
	Relaunch    string `json:"relaunch"`
	Note        string `json:"note"`
}

// release is what is known of one release.
type release struct {
	name    string
	results []result
	run     time.Time // when
}

func main() {
	if err := table(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "compatibility:", err)
		os.Exit(1)
	}
}

func table(w io.Writer, paths []string) error {
	var all []release
	for _, path := range paths {
		r, err := read(path)
		if err != nil {
			return err
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b release) int { return slices.Compare(numbers(a.name), numbers(b.name)) })
	_, err := io.WriteString(w, page(all))
	return err
}

func read(path string) (r release, err error) {
	file, err := os.Open(path)
	if err != nil {
		return r, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return r, err
	}
	r.run = info.ModTime().UTC()
	r.name = strings.TrimSuffix(filepath.Base(path), ".jsonl")
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		var one result
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return r, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
		if one.Class == "" {
			r.results = append(r.results, one)
		}
	}
	return r, lines.Err()
}

// numbers are those of a version, to sort by.
func numbers(version string) (all []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part)
		all = append(all, n)
	}
	return all
}

// surfaces are the columns, with their heads.
var surfaces = []struct{ name, head string }{
	{"tui", "tui"}, {"inline", "inline"}, {"exec", "exec"}, {"exec_json", "exec --json"}, {"compact", "compact"},
}

// ways are the columns of the relaunch, with their heads.
var ways = []struct{ name, head string }{{"switch", "cxhook's switch"}, {"fork", "`codex fork -m`"}, {"resume", "`codex resume -m`"}}

func page(all []release) string {
	var b strings.Builder
	total := sum(all)
	fmt.Fprintf(&b, `# Codex releases

cxhook over real releases of Codex from npm, made by `+"`scripts/matrix`"+` on %s. Each number is how many of the cases
in which the service refused were found, over the widths 24, 40, 80 and 200; "–" is a surface that the release does not have.

**%d releases, %d of them from 0.100 on; %d of %d refusals found, %d missed, %d false alarms.**

`, when(all), total.releases, total.later, total.detected, total.detected+total.missed, total.missed, total.alarms)
	b.WriteString("| release |")
	for _, s := range surfaces {
		b.WriteString(" " + s.head + " |")
	}
	b.WriteString(" false alarms |")
	for _, way := range ways {
		b.WriteString(" " + way.head + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(surfaces)+1+len(ways)) + "\n")
	for _, r := range all {
		b.WriteString(r.row())
	}
	b.WriteString(reading)
	if notes := notes(all); notes != "" {
		b.WriteString("\n## Notes\n\n" + notes)
	}
	return b.String()
}

const reading = `
What was run for each release and width: a turn and a ` + "`/compact`" + ` that are refused, in the view on the alternate screen
and in the inline view, where the prompt, the model's answer and a command's output have quoted the sentence before; a refused
` + "`exec`" + ` after a command that printed it; an ` + "`exec`" + ` that is served and quotes it; the transcript, a resize between any two widths,
and the failed session opened again. Everything that was reported beside the refusals is a false alarm. A recording of each
run was replayed and had to give the same.

*cxhook's switch* is what key 1 did: *in place* (the same codex went on), *fork* (a relaunch with the conversation) or *resume*
(the same where there is no fork), checked by the model in the next request and by the conversation in it. The last two columns
are Codex's own commands, each tried once on a failed session, a moment after its codex was quit: *yes* is the new model with the
conversation, *model ignored* the old model, "–" a release without the command.
`

// row is the line of the table for one release.
func (r release) row() string {
	if len(r.results) == 1 && r.results[0].Outcome == "not installed" {
		return fmt.Sprintf("| %s |%s\n", r.name, strings.Repeat(" not installable |", len(surfaces)+1+len(ways)))
	}
	cells := []string{r.name}
	alarms := 0
	for _, s := range surfaces {
		found, refused, unreached, none := 0, 0, 0, 0
		for _, one := range r.results {
			if one.Surface != s.name || one.Relaunch != "" {
				continue
			}
			alarms += one.FalseAlarms
			switch one.Outcome {
			case "detected":
				found, refused = found+1, refused+1
			case "missed":
				refused++
			case "n.a.":
				none++
			default:
				unreached++
			}
		}
		switch {
		case refused == 0 && unreached == 0:
			cells = append(cells, "–")
		case unreached > 0:
			cells = append(cells, fmt.Sprintf("%d/%d, %d not run", found, refused, unreached))
		default:
			cells = append(cells, fmt.Sprintf("%d/%d", found, refused))
		}
	}
	cells = append(cells, strconv.Itoa(alarms))
	for _, way := range ways {
		cells = append(cells, r.relaunch(way.name))
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// relaunch says how a way to go on worked.
func (r release) relaunch(way string) string {
	for _, one := range r.results {
		if one.Relaunch != way {
			continue
		}
		switch {
		case one.Outcome == "new model" && way == "switch":
			return strings.ReplaceAll(one.Note, "_", " ")
		case one.Outcome == "new model":
			return "yes"
		case one.Outcome == "old model":
			return "model ignored"
		case one.Outcome == "n.a.":
			return "–"
		}
		return one.Outcome
	}
	return "not run"
}

// totals are what all releases come to; later counts those from 0.100 on.
type totals struct{ releases, later, detected, missed, alarms int }

func sum(all []release) (t totals) {
	for _, r := range all {
		ran := false
		for _, one := range r.results {
			t.alarms += one.FalseAlarms
			switch {
			case one.Relaunch != "":
			case one.Outcome == "detected":
				t.detected++
				ran = true
			case one.Outcome == "missed":
				t.missed++
				ran = true
			}
		}
		if ran {
			t.releases++
			if slices.Compare(numbers(r.name), []int{0, 100}) >= 0 {
				t.later++
			}
		}
	}
	return t
}

// when is the day of the runs, or the first and the last.
func when(all []release) string {
	const day = "2 January 2006"
	if len(all) == 0 {
		return "no day"
	}
	first, last := all[0].run, all[0].run
	for _, r := range all {
		if r.run.Before(first) {
			first = r.run
		}
		if r.run.After(last) {
			last = r.run
		}
	}
	if first.Format(day) == last.Format(day) {
		return last.Format(day)
	}
	return first.Format(day) + " to " + last.Format(day)
}

// notes lists what was not as it should be.
func notes(all []release) string {
	var b strings.Builder
	for _, r := range all {
		for _, one := range r.results {
			wrong := one.Outcome == "missed" || one.Outcome == "not run" || one.FalseAlarms > 0
			if !wrong || one.Relaunch != "" {
				continue
			}
			fmt.Fprintf(&b, "- %s, %s, %d columns: %s", r.name, strings.TrimSpace(one.Surface+" "+one.View), one.Width, one.Outcome)
			if one.FalseAlarms > 0 {
				fmt.Fprintf(&b, ", %d false alarms", one.FalseAlarms)
			}
			if one.Note != "" {
				fmt.Fprintf(&b, " (%s)", one.Note)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
