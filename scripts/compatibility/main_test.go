package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheTableCountsWhatWasFoundMissedAndInvented(t *testing.T) {
	newer := write(t, "0.171.0.jsonl", `{"release":"0.171.0","surface":"tui","width":24,"outcome":"detected"}
{"release":"0.171.0","surface":"tui","width":80,"outcome":"missed","false_alarms":2,"note":"quoted"}
{"release":"0.171.0","surface":"compact","view":"tui","width":80,"outcome":"not run","note":"codex did not ask the service"}
{"release":"0.171.0","relaunch":"switch","outcome":"new model","note":"in_place"}
{"release":"0.171.0","relaunch":"fork","outcome":"new model"}
{"release":"0.171.0","relaunch":"resume","outcome":"old model"}
`)
	older := write(t, "0.99.0.jsonl", `{"release":"0.99.0","surface":"tui","width":24,"outcome":"n.a."}
{"release":"0.99.0","surface":"exec","width":24,"outcome":"detected"}
{"release":"0.99.0","relaunch":"switch","outcome":"new model","note":"resume"}
{"release":"0.99.0","relaunch":"fork","outcome":"n.a."}
`)
	gone := write(t, "0.100.0.jsonl", `{"release":"0.100.0","outcome":"not installed"}`+"\n")
	var b strings.Builder
	if err := table(&b, []string{newer, gone, older}); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{
		"**2 releases, 1 of them from 0.100 on; 2 of 3 refusals found, 1 missed, 2 false alarms.**",
		"| 0.99.0 | – | – | 1/1 | – | – | 0 | resume | – | not run |\n| 0.100.0 | not installable |",
		"| 0.171.0 | 1/2 | – | – | – | 0/0, 1 not run | 2 | in place | yes | model ignored |\n",
		"- 0.171.0, tui, 80 columns: missed, 2 false alarms (quoted)\n- 0.171.0, compact tui, 80 columns: not run (codex did not ask the service)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks\n%s\nit is\n%s", want, got)
		}
	}
}

func TestABrokenResultIsNamedWithItsLine(t *testing.T) {
	path := write(t, "x.jsonl", "{}\n{\n")
	if err := table(&strings.Builder{}, []string{path}); err == nil || !strings.Contains(err.Error(), "x.jsonl: line 2") {
		t.Errorf("error %v", err)
	}
}
