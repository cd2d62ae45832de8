package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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
	SwitchHelps string         `json:"switch_helps"`
	Task        matcher.Task   `json:"task"`
	Retrying    bool           `json:"retrying"` // codex still tries by itself
	Text        string         `json:"text"`
	Explanation string         `json:"explanation"`
	Advice      []string       `json:"advice"`
	Waste       string         `json:"waste"`
	Releases    string         `json:"releases"`
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
			return explain(c.OutOrStdout(), text, asJSON)
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
		return "", errors.New("nothing to explain: write the text, or - and paste it, then press ctrl-d")
	}
	text, err := io.ReadAll(io.LimitReader(in, longestText+1))
	switch {
	case err != nil:
		return "", &exitError{exitUsage, fmt.Errorf("standard input cannot be read: %s", reason(err))}
	case len(text) > longestText:
		return "", &exitError{exitUsage, errors.New("more than 1 MiB on standard input: give only the part with the error, as by tail")}
	}
	return string(text), nil
}

func explain(w io.Writer, text string, asJSON bool) error {
	b := bufio.NewWriter(w)
	lines := json.NewEncoder(b)
	lines.SetEscapeHTML(false)
	for i, v := range matcher.Classify(text) {
		if asJSON {
			_ = lines.Encode(explained{
				v.Class, v.Rule.Origin, v.Rule.Cure, v.Rule.SwitchHelps, v.Task, v.Retrying, brief(v.Text),
				v.Rule.Says, v.Rule.Advice, v.Rule.Waste, v.Rule.Releases,
			}) // Flush tells
			continue
		}
		if i > 0 {
			_, _ = b.WriteString("\n")
		}
		_, _ = b.WriteString(inWords(v))
	}
	return b.Flush()
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
	line(lang.Text("explain.fault"), fault)
	name := lang.Text("explain.cure")
	for _, advice := range rule.Advice {
		line(name, advice)
		name = ""
	}
	line(lang.Text("explain.switching"), lang.Text("explain.helps."+rule.SwitchHelps))
	line(lang.Text("explain.waste"), rule.Waste)
	line(lang.Text("explain.releases"), rule.Releases)
	return b.String()
}
