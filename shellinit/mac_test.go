package shellinit

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// onMac are the files that run on macOS too: in its bash 3.2, and with its tools, which are those of BSD.
var onMac = []string{
	"init.bash", "complete.bash", "../scripts/install", "../scripts/check-install", "../scripts/check-release", "../scripts/test",
}

// tooNew is what bash 3.2 has not, as its change log tells.
var tooNew = map[string]string{
	"associative arrays (4.0)":        `\b(declare|local|typeset) -[a-zA-Z]*A`,
	"references, global ones (4.2)":   `\b(declare|local|typeset) -[a-zA-Z]*[ng]`,
	"mapfile (4.0)":                   `\b(mapfile|readarray)\b`,
	"coproc (4.0)":                    `\bcoproc\b`,
	"|& and &>> (4.0)":                `\|&|&>>`,
	"changes of case (4.0)":           `\$\{[a-zA-Z_]\w*(\[[^]]*\])?(,|\^)`,
	"transformations (4.4)":           `\$\{[a-zA-Z_]\w*(\[[^]]*\])?@[A-Za-z]\}`,
	"wait -n (4.3)":                   `\bwait -[a-z]*n`,
	"[[ -v (4.2)":                     `\[\[ (! )?-v\b`,
	"fall through (4.0)":              `;;?&`,
	"negative subscripts (4.3)":       `\[-[0-9]+\]`,
	"read -N, -i, fractions (4.0)":    `\bread\b.* -([Ni]|t ?[0-9]*\.)`,
	"names for descriptors (4.1)":     `\{[a-z_]+\}[<>]`,
	"variables (4.0, 5.0)":            `\$\{?(BASHPID|EPOCHREALTIME|SRANDOM|EPOCHSECONDS)\b`,
	"options (4.0)":                   `\bshopt -s (globstar|lastpipe|inherit_errexit|autocd|dirspell)`,
	"compopt (4.0)":                   `\bcompopt\b`,
	"printf of the time (4.2)":        `printf [^|]*%\(`,
	"\\u in strings (4.2)":            `\$'[^']*\\[uU]`,
	"an empty array and set -u (4.4)": `(^|[^+])"\$\{(install_jobs|kept)\[@\]\}"`,
}

// ofGNU is what the tools of macOS do not take.
var ofGNU = map[string]string{
	"sed":      `\bsed (-[a-zA-Z]+ )*(-i |-r|--)`,
	"grep":     `\bgrep (-[a-zA-Z]+ )*-[a-zA-Z]*P|\bgrep --`,
	"readlink": `\breadlink (-[em]|--)`,
	"date":     `\bdate (-d|--|\+%N)`,
	"stat":     `\bstat (-c|--)`,
	"find":     `\bfind .*(-printf|-regextype|-quit\b)|\bfind -`,
	"sort":     `\bsort (-V|--)`,
	"xargs":    `\bxargs (-[a-zA-Z]*[dr]|--)`,
	"cp":       `\bcp (-[a-zA-Z]*[tTu]|--)`,
	"mktemp":   `\bmktemp .*(--|-p)`,
	"head":     `\bhead (-n -|-c -|--)`,
	"tar":      `\btar .*--(sort|owner|group|mtime|transform|wildcards)`,
	"base64":   `\bbase64 -w`,
	"names":    `(^|[|;&(] *)(tac|timeout|nproc|realpath|setsid|numfmt|md5sum|getent) `,
}

// doneWithout are the places where what bash 3.2 or a Mac has not is asked for and done without.
var doneWithout = map[string]string{
	"init.bash":       `now=${EPOCHSECONDS-}|printf -v now '%(%s)T' -1 2>/dev/null ||`,
	"../scripts/test": `wait -n`,
}

// There is no bash 3.2 to be had for the tests, so its grammar is looked after by these rules.
func TestWhatRunsOnAMacAsksForNothingThatItHasNot(t *testing.T) {
	for _, file := range onMac {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			code := comment.ReplaceAllString(line, "")
			for _, rules := range []map[string]string{tooNew, ofGNU} {
				for what, pattern := range rules {
					if regexp.MustCompile(pattern).MatchString(code) && !allowed(file, code) {
						t.Errorf("%s:%d: %s: %s", file, n+1, what, strings.TrimSpace(line))
					}
				}
			}
		}
	}
}

var comment = regexp.MustCompile(`(^|\s)#.*`)

func allowed(file, code string) bool {
	for _, part := range strings.Split(doneWithout[file], "|") {
		if part != "" && strings.Contains(code, part) {
			return true
		}
	}
	return false
}

func TestTheRulesForAMacFindWhatTheyAreFor(t *testing.T) {
	for pattern, line := range map[string]string{
		tooNew["associative arrays (4.0)"]:        `local -A seen=()`,
		tooNew["mapfile (4.0)"]:                   `mapfile -t files < <(ls)`,
		tooNew["changes of case (4.0)"]:           `echo "${name,,}"`,
		tooNew["transformations (4.4)"]:           `echo "${name@Q}"`,
		tooNew["fall through (4.0)"]:              `a) echo a ;;&`,
		tooNew["negative subscripts (4.3)"]:       `echo "${a[-1]}"`,
		tooNew["names for descriptors (4.1)"]:     `exec {fd}<file`,
		tooNew["an empty array and set -u (4.4)"]: `for job in "${install_jobs[@]}"; do`,
		ofGNU["sed"]:   `sed -i s/a/b/ file`,
		ofGNU["grep"]:  `grep -oP x file`,
		ofGNU["find"]:  `find . -type f -printf '%s'`,
		ofGNU["xargs"]: `x | xargs -r rm`,
		ofGNU["head"]:  `head -n -1 file`,
		ofGNU["tar"]:   `tar -C x --sort=name -cf - .`,
		ofGNU["names"]: `ls | tac `,
	} {
		if !regexp.MustCompile(pattern).MatchString(line) {
			t.Errorf("%s does not find %s", pattern, line)
		}
	}
}
