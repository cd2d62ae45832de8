package lang_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"github.com/cxhook/cxhook/lang"
	"github.com/cxhook/cxhook/matcher"
)

// sameInBoth are the texts that a translation leaves as they are: nothing in them is a word of a sentence.
var sameInBoth = []string{"separator.colon", "explain.from", "doctor.origin.oss", "doctor.summary", "stats.progress", "error.name_shell", "error.size"}

func english() map[string]string { return lang.Of(lang.English).Texts() }

func TestEveryCatalogueHasTheKeysOfTheEnglishOne(t *testing.T) {
	want := slices.Sorted(maps.Keys(english()))
	for _, l := range lang.Languages() {
		have := lang.Of(l).Texts()
		for _, key := range want {
			if _, ok := have[key]; !ok {
				t.Errorf("%s.toml lacks %s", l, key)
			}
		}
		for key := range have {
			if _, ok := english()[key]; !ok && !strings.HasPrefix(key, "rule.") { // English has those in rules.toml
				t.Errorf("%s.toml has %s, and en.toml has not", l, key)
			}
		}
	}
}

var (
	verb  = regexp.MustCompile(`%(?:\[([0-9]+)\])?([-+#0]*[0-9]*(?:\.[0-9]+)?[a-z])`)
	value = regexp.MustCompile("`[^`]*`")
)

// placeholders gives the verb of each argument, and the name of a flag's value.
func placeholders(text string) map[int]string {
	found := map[int]string{}
	for i, m := range verb.FindAllStringSubmatch(text, -1) {
		n := i + 1
		if m[1] != "" {
			n, _ = strconv.Atoi(m[1])
		}
		found[n] = m[2]
	}
	return found
}

func TestEveryTranslationHasThePlaceholdersOfTheEnglishText(t *testing.T) {
	for _, l := range lang.Languages() {
		for key, text := range lang.Of(l).Texts() {
			source, ok := english()[key]
			if !ok {
				continue
			}
			if want, got := placeholders(source), placeholders(text); !maps.Equal(want, got) {
				t.Errorf("%s.toml, %s: placeholders %v, want %v", l, key, got, want)
			}
			if want, got := value.FindAllString(source, -1), value.FindAllString(text, -1); strings.Contains(key, ".flag.") && !slices.Equal(want, got) {
				t.Errorf("%s.toml, %s: the value is named %q, want %q", l, key, got, want)
			}
		}
	}
}

func TestNothingIsLeftInEnglishByAccident(t *testing.T) {
	for key, text := range lang.Of(lang.Chinese).Texts() {
		han := strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		code := strings.HasSuffix(key, ".example") && text == english()[key] && !strings.Contains(text, "  # ")
		if !han && !code && !strings.HasPrefix(key, "separator.") && !slices.Contains(sameInBoth, key) {
			t.Errorf("zh-CN.toml, %s: %q", key, text)
		}
	}
}

// The texts of an explanation are kept beside the rules that they belong to.
func TestEveryRuleIsExplainedInEveryLanguage(t *testing.T) {
	want := map[string]bool{}
	for _, r := range matcher.Rules() {
		if r.ID == "" || want["rule."+r.ID+".says"] {
			t.Errorf("the rule of %s that says %q has no id of its own: %q", r.Class, r.Says, r.ID)
		}
		want["rule."+r.ID+".says"] = true
		for i := range r.Remedy {
			want[fmt.Sprintf("rule.%s.advice.%d", r.ID, i+1)] = true
		}
		if r.Waste != "" {
			want["rule."+r.ID+".waste"] = true
		}
	}
	for _, l := range lang.Languages() {
		if l == lang.English {
			continue
		}
		texts := lang.Of(l).Texts()
		for key := range want {
			if texts[key] == "" {
				t.Errorf("%s.toml lacks %s", l, key)
			}
		}
		for key := range texts {
			if strings.HasPrefix(key, "rule.") && !want[key] {
				t.Errorf("%s.toml has %s, and matcher/rules.toml has not", l, key)
			}
		}
	}
}

func TestTheSystemsWordsAreThoseOfTheSystem(t *testing.T) {
	var said []string
	for _, e := range []syscall.Errno{syscall.ENOENT, syscall.EACCES, syscall.EISDIR, syscall.ENOTDIR, syscall.ENOSPC} {
		said = append(said, e.Error())
	}
	for key, text := range english() {
		if strings.HasPrefix(key, "heard.system.") && !slices.Contains(said, text) {
			t.Errorf("%s: no error says %q", key, text)
		}
	}
}
