package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/terminal"
)

// longestText bounds what is read from standard input, in bytes: a pasted screen or the end of a log, not a disk.
const longestText = 1 << 20

// longestMessage bounds the message that is shown, in characters: the longest of codex's own are half as long.
const longestMessage = 1000

// explained is one error of cxhook explain, with its field names in JSON.
type explained struct {
	Class       matcher.Class  `json:"class"`
	Origin      matcher.Origin `json:"origin"` // server, account, local; "" of what is unknown
	Cure        []string       `json:"cure"`   // best first
	SwitchHelps matcher.Help   `json:"switch_helps"`
	Task        matcher.Task   `json:"task"`
	Retrying    bool           `json:"retrying"` // codex still tries by itself
	Text        string         `json:"text"`
	Explanation string         `json:"explanation"`
	Advice      []string       `json:"advice"`
	Waste       string         `json:"waste"`
	Releases    string         `json:"releases"`
	Quoted      bool           `json:"quoted"`   // it is not as codex itself writes it
	Model       string         `json:"model"`    // that the message names
	Until       string         `json:"until"`    // when it says that another attempt may succeed, RFC 3339, UTC; ""
	Remedies    []remedy       `json:"remedies"` // cure and advice, taken apart
}

// remedy is one cure of an error.
type remedy struct {
	Kind    matcher.RemedyKind `json:"kind"`
	Key     string             `json:"key"`     // of config.toml, to edit
	Command string             `json:"command"` // to run
	Until   string             `json:"until"`   // RFC 3339
	Advice  string             `json:"advice"`
}

func newExplain() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "explain [--json] [TEXT|-]",
		RunE: func(c *cobra.Command, words []string) error {
			text, err := given(words, c.InOrStdin())
			if err != nil {
				return err
			}
			return explain(outFor(c, asJSON), text, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "")
	return c
}

// given is the text in the arguments, or what standard input has.
func given(words []string, in io.Reader) (string, error) {
	if len(words) > 0 && !(len(words) == 1 && words[0] == "-") {
		return strings.Join(words, " "), nil
	}
	if len(words) == 0 && isTerminal(os.Stdin) {
		return "", lang.Errorf("error.nothing_to_explain")
	}
	text, err := io.ReadAll(io.LimitReader(in, longestText+1))
	switch {
	case err != nil:
		return "", &exitError{exitUsage, lang.Errorf("error.stdin", reason(err))}
	case len(text) > longestText:
		return "", &exitError{exitUsage, lang.Errorf("error.stdin_long")}
	}
	return string(text), nil
}

func explain(w io.Writer, text string, asJSON bool) error {
	b := bufio.NewWriter(w)
	lines := json.NewEncoder(b)
	lines.SetEscapeHTML(false)
	for i, v := range matcher.Explain(text) {
		if asJSON {
			_ = lines.Encode(inJSON(v, time.Now())) // Flush tells
			continue
		}
		if i > 0 {
			_, _ = b.WriteString("\n")
		}
		_, _ = b.WriteString(inWords(v))
	}
	return b.Flush()
}

// inJSON is the explanation for programs, in English. A time in the message is read as if it was written just now, by
// the clock of this machine.
func inJSON(v matcher.Verdict, now time.Time) explained {
	e := explained{
		Class: v.Class, Origin: v.Rule.Origin, Cure: v.Rule.Cure(), SwitchHelps: v.Rule.SwitchHelps, Task: v.Task, Retrying: v.Retrying,
		Text: brief(v.Text), Explanation: v.Rule.Says, Advice: v.Rule.Advice(), Waste: v.Rule.Waste, Releases: v.Rule.Releases,
		Quoted: v.Quoted, Model: v.Model(), Remedies: []remedy{},
	}
	if until, named := v.Until(now, time.Local); named {
		e.Until = until.UTC().Format(time.RFC3339)
	}
	for _, r := range v.Remedies(now, time.Local) {
		told := remedy{Kind: r.Kind, Key: r.Key, Command: r.Command, Advice: r.Says}
		if r.Kind == matcher.WaitUntil {
			told.Until = r.Until.UTC().Format(time.RFC3339)
		}
		e.Remedies = append(e.Remedies, told)
	}
	return e
}

// brief is text, cut where it is too long to be a message.
func brief(text string) string {
	if all := []rune(text); len(all) > longestMessage {
		return string(all[:longestMessage]) + "…"
	}
	return text
}

// inWords is the explanation for people, in the language in force.
func inWords(v matcher.Verdict) string {
	var b strings.Builder
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %s %s\n", terminal.Pad(name, 10), terminal.Sanitize(text))
		}
	}
	rule := v.Rule.Told()
	fmt.Fprintf(&b, "%s: %s\n", v.Class, terminal.Sanitize(brief(v.Text)))
	fault := strings.TrimSpace(rule.Says)
	if rule.Origin != "" {
		fault = lang.Text("explain.from", lang.Text("explain.origin."+string(rule.Origin)), rule.Says)
	}
	if v.Quoted {
		line(lang.Text("explain.note"), lang.Text("explain.quoted"))
	}
	line(lang.Text("explain.fault"), fault)
	name := lang.Text("explain.cure")
	for _, advice := range rule.Advice() {
		line(name, advice)
		name = ""
	}
	line(lang.Text("explain.switching"), lang.Text("explain.helps."+string(rule.SwitchHelps)))
	line(lang.Text("explain.waste"), rule.Waste)
	line(lang.Text("explain.releases"), rule.Releases)
	return b.String()
}
