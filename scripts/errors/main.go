// Command errors makes docs/errors.md of matcher/rules.toml:
//
//	go run ./scripts/errors >docs/errors.md
package main

import (
	"fmt"
	"strings"

	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/recovery"
)

func main() { fmt.Print(document()) }

// head is what stands above the tables.
const head = `# The errors that cxhook knows

Made of ` + "`matcher/rules.toml`" + ` by ` + "`go run ./scripts/errors >docs/errors.md`" + `; edit the rules and make it again. The first rule that
matches a message wins, from the top. "cure" has the words of ` + "`cxhook explain --json`" + `, "seen in" the releases of Codex. The
keys are those of an error that has ended a turn, where there are other models and the message names a time. The
texts are what a message is (` + "`=`" + `), how it begins (` + "`^`" + `), what it contains (` + "`~`" + `, a regular expression) or
is but for blanks (` + "`≈`" + `, another), the
` + "`codex_error_info`" + ` of session files (` + "`info`" + `) and the code in a server's answer (` + "`code`" + `).
`

// document is the whole file.
func document() string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("\n| class | rule | whose fault | cure | keys of the bar | another model | seen in |\n|---|---|---|---|---|---|---|\n")
	for _, r := range matcher.Rules() {
		fmt.Fprintf(&b, "| `%s` | [%s](#%s) | %s | %s | %s | %s | %s |\n",
			r.Class, r.ID, r.ID, r.Origin, code(r.Cure()), code(recovery.Keys(r)), r.SwitchHelps, r.Releases)
	}
	for _, r := range matcher.Rules() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", r.ID, r.Says)
		for _, advice := range r.Advice() {
			fmt.Fprintf(&b, "\n- %s", advice)
		}
		b.WriteByte('\n')
		if r.Waste != "" {
			fmt.Fprintf(&b, "\nIn vain: %s\n", r.Waste)
		}
		if texts := texts(r); len(texts) > 0 {
			fmt.Fprintf(&b, "\n```\n%s\n```\n", strings.Join(texts, "\n"))
		}
	}
	return b.String()
}

// texts are all by which a message is known to be r's.
func texts(r matcher.Rule) (all []string) {
	for _, kind := range []struct {
		sign  string
		texts []string
	}{{"=", r.Exact}, {"^", r.Prefix}, {"~", r.Pattern}, {"≈", r.Whole}, {"info", r.Info}, {"code", r.Code}} {
		for _, text := range kind.texts {
			all = append(all, kind.sign+" "+text)
		}
	}
	return all
}

func code(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "`" + strings.Join(words, "`, `") + "`"
}
