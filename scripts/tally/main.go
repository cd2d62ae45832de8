// Command tally reads the output of go test -json on standard input and says at the end how many tests passed, failed
// and were skipped, after the output of those that failed and the reason of each skip:
//
//	go test -json ./... | go run ./scripts/tally unit
//
// It fails if a test failed, if nothing ran, or, with CI set in the environment, if a test was skipped for want of
// something on this machine; such a test says "NOT TESTED" when it skips. Other skips do not apply where they are.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// event is one line of go test -json; see go doc test2json.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

// tally is the count of tests. A test with subtests counts like each of them; a package counts only when it fails
// outside its tests, as when it does not build.
type tally struct {
	passed, failed, skipped int
	untested                int // those of the skipped that this machine could not run
}

// untested is in the output of a skipped test that should have run.
const untested = "NOT TESTED"

func main() {
	phase := "tests"
	if len(os.Args) > 1 {
		phase = os.Args[1]
	}
	t := count(os.Stdin, os.Stdout)
	fmt.Printf("%s: %d passed, %d failed, %d skipped\n", phase, t.passed, t.failed, t.skipped)
	if t.failed > 0 || t.passed == 0 || t.untested > 0 && os.Getenv("CI") != "" {
		os.Exit(1)
	}
}

// count reads events to the end and writes what a reader must see to w.
func count(r io.Reader, w io.Writer) (t tally) {
	output := map[string]*strings.Builder{} // by package and test
	failedIn := map[string]bool{}           // packages with a failed test
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			return t
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			fmt.Fprint(w, string(line)) // what the go command says outside the protocol
			continue
		}
		key := e.Package + " " + e.Test
		switch {
		case e.Action == "output" || e.Action == "build-output":
			if output[key] == nil {
				output[key] = &strings.Builder{}
			}
			output[key].WriteString(e.Output)
			if e.Action == "build-output" {
				fmt.Fprint(w, e.Output)
			}
		case e.Action == "pass" && e.Test != "":
			t.passed++
		case e.Action == "skip" && e.Test != "":
			t.skipped++
			if strings.Contains(text(output[key]), untested) {
				t.untested++
			}
			fmt.Fprintf(w, "SKIPPED %s\n%s", key, text(output[key]))
		case e.Action == "fail" && e.Test != "":
			t.failed++
			failedIn[e.Package] = true
			fmt.Fprintf(w, "FAILED %s\n%s", key, text(output[key]))
		case e.Action == "fail" && !failedIn[e.Package]:
			t.failed++
			fmt.Fprintf(w, "FAILED %s\n%s", e.Package, text(output[key]))
		}
		if e.Action == "pass" || e.Action == "fail" || e.Action == "skip" {
			delete(output, key)
		}
	}
}

func text(b *strings.Builder) string {
	if b == nil {
		return ""
	}
	return b.String()
}
