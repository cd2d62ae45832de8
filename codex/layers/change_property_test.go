package layers

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// holdsFor checks what must hold of every text: one Set changes the value and
// nothing else, and after two of each key one Restore gives the bytes back.
func holdsFor(text []byte, first, second string) error {
	before, err := parse("", text)
	valid := err == nil
	one, err := Set(text, "model", first, day)
	if err != nil {
		if one != nil {
			return fmt.Errorf("a text beside the error %v", err)
		}
		return nil
	}
	if !valid {
		return fmt.Errorf("invalid TOML was changed to %q", one)
	}
	after, err := parse("", one)
	if err != nil {
		return fmt.Errorf("broken by Set: %v\n%q", err, one)
	}
	if got, _, _ := after.Get("model"); got != any(first) {
		return fmt.Errorf("the model is %v, not %q", got, first)
	}
	delete(before.values, "model")
	delete(after.values, "model")
	if fmt.Sprint(before.values) != fmt.Sprint(after.values) { // by text: NaN is not itself
		return fmt.Errorf("other keys changed: %v, %v", before.values, after.values)
	}
	if lost := missing(text, one); len(lost) > 1 {
		return fmt.Errorf("more than one line is gone: %q", lost)
	}
	two, err := Set(one, "model", second, day.AddDate(0, 0, 1))
	if err != nil {
		return fmt.Errorf("the second Set: %v\n%q", err, one)
	}
	both := two
	for _, effort := range []string{"low", "high"} {
		if next, err := Set(both, "model_reasoning_effort", effort, day); err == nil {
			both = next
		}
	}
	if reflect.DeepEqual(both, text) {
		return nil // it said all of this already
	}
	back, err := Restore(both)
	if err != nil {
		return fmt.Errorf("going back: %v\n%q", err, both)
	}
	if string(back) != string(text) {
		return fmt.Errorf("not the bytes of before:\n%q\n%q", text, back)
	}
	return nil
}

// missing are the lines of a text that are not, in their order, in another.
func missing(text, in []byte) (lost []string) {
	rest := strings.SplitAfter(string(in), "\n")
next:
	for _, l := range strings.SplitAfter(string(text), "\n") {
		for i, r := range rest {
			if l == r || l == r+"\n" || l+"\n" == r {
				rest = rest[i+1:]
				continue next
			}
		}
		lost = append(lost, l)
	}
	return lost
}

func TestAnyConfigurationComesBackByteForByte(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		text := generated(random)
		if err := holdsFor([]byte(text), "gpt-6-sol", `a "quoted" \ name`); err != nil {
			t.Fatalf("%q\n%v", text, err)
		}
	}
}

func TestRealConfigurationsComeBackByteForByte(t *testing.T) {
	files, err := filepath.Glob("testdata/configs/*.toml")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d configurations, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{string(text), strings.ReplaceAll(string(text), "\n", "\r\n"), strings.TrimRight(string(text), "\n"), byteOrderMark + string(text)} {
			if err := holdsFor([]byte(form), "gpt-6-sol", "gpt-6-luna"); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// FuzzSet looks for a text that does not hold. Texts in which somebody wrote a
// backup by hand are left out: going back restores those too.
func FuzzSet(f *testing.F) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		f.Add([]byte(generated(random)), "gpt-6-sol", "gpt-6-luna")
	}
	f.Fuzz(func(t *testing.T, text []byte, first, second string) {
		if strings.Contains(string(text), "# cxhook") || !strings.EqualFold(first, strings.ToValidUTF8(first, "")) || !strings.EqualFold(second, strings.ToValidUTF8(second, "")) {
			return
		}
		if err := holdsFor(text, first, second); err != nil {
			t.Error(err)
		}
	})
}

// generated makes a configuration of the lines that people write, in any order
// that is valid, with any line ends.
func generated(random *rand.Rand) string {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	var lines []string
	add := func(likely float64, l string) {
		if random.Float64() < likely {
			lines = append(lines, l)
		}
	}
	space := func() string { return pick("", "", "", " ", "\t", "  ") }
	tail := func() string { return pick("", "", " ", "  # why", "\t# \"quoted\" = 1", " #") }
	for _, key := range []string{"model", "model_reasoning_effort"} {
		name := pick(key, key, key, `"`+key+`"`, `'`+key+`'`)
		value := pick(`"gpt-5.6-sol"`, `'gpt-5.6-sol'`, `"a\tb \"c\" # d"`, `""`, `7`, `"é…"`, `'''x'''`, `"""y"""`)
		add(0.8, space()+name+space()+"="+space()+value+tail())
	}
	add(0.4, `approval_policy = "never"`+tail())
	add(0.3, "# model = \"commented out\"")
	add(0.3, "   # a comment = [")
	add(0.3, "")
	add(0.3, "notify = [\n  \"a\", # one\n  \"b\",\n]")
	add(0.2, "text = \"\"\"\nmodel = \"not me\"\n# model = \"nor me\"\n\"\"\"")
	add(0.2, "shell_environment_policy.inherit = \"all\"")
	add(0.2, "inline = { model = \"no\", x = [1, 2] }")
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for i, l := range []string{
		"[profiles.work]\nmodel = \"x\" # y\nmodel_reasoning_effort = 'low'", "[[hooks]]\nmodel = \"h\"", "# the end",
		"[model_providers.\"a.b\"]\nbase_url = \"http://127.0.0.1:1/v1\"", "",
	} {
		if random.IntN(3) == 0 && (i != 0 || len(lines) > 0) {
			lines = append(lines, l)
		}
	}
	text := strings.Join(lines, "\n")
	switch random.IntN(4) {
	case 0:
		text = strings.ReplaceAll(text, "\n", "\r\n")
	case 1: // mixed
		parts := strings.Split(text, "\n")
		for i := range parts[:max(len(parts)-1, 0)] {
			parts[i] += pick("", "\r")
		}
		text = strings.Join(parts, "\n")
	}
	if text != "" && random.IntN(3) > 0 {
		text += pick("\n", "\r\n", "\n\n")
	}
	if random.IntN(8) == 0 {
		text = byteOrderMark + text
	}
	return text
}
