//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

// allLayers, set to anything, runs every combination of layers and not only the first few.
const allLayers = "CXHOOK_E2E_LAYERS"

// The number of combinations, and how many of them run unasked: each starts codex twice.
const (
	combinations = 96
	unasked      = 6
)

// builtIn106 is the model of 0.106.0 when nothing is set. It lists no models, so that the doctor does not know it.
const builtIn106 = "gpt-5.3-codex"

// TestTheDoctorNamesTheModelOnTheWire lets cxhook doctor and codex exec read the same files with the same arguments.
func TestTheDoctorNamesTheModelOnTheWire(t *testing.T) {
	n := unasked
	if os.Getenv(allLayers) != "" {
		n = combinations
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			l := newLab(t, options{models: map[string]fakeapi.Script{}})
			s := stackOf(l, rand.New(rand.NewPCG(uint64(seed), 1)))
			said, origin := s.doctor()
			if said == "" && release == "0.106.0" {
				said = builtIn106
			}
			out, err := s.isolated("codex", append(s.args, "hi")...).CombinedOutput()
			asked := ""
			for _, r := range l.api.Requests() {
				if r.Purpose == fakeapi.Turn {
					asked = r.Model
				}
			}
			if asked == "" || asked != said {
				t.Errorf("the doctor says %q, the wire %q (%v)\n%s\n%s", said, asked, err, s, out)
			}
			t.Logf("%s: %s", origin, asked)
		})
	}
}

// layered is one combination of configuration layers.
type layered struct {
	*lab
	args   []string // up to the prompt
	dir    string   // where both run
	etc    string   // laid over /etc
	told   []string // what was written, for messages
	trust  map[string]string
	inside string // the profile, in a release that keeps it in config.toml
}

// stackOf makes a combination by chance. Every layer names a model of its own.
func stackOf(l *lab, random *rand.Rand) *layered {
	s := &layered{lab: l, dir: l.project, etc: filepath.Join(l.root, "etc"), trust: map[string]string{}}
	half := func() bool { return random.IntN(2) == 0 }
	pick := func(of ...string) string { return of[random.IntN(len(of))] }

	nested := filepath.Join(l.project, "a", "b")
	s.mkdir(nested)
	s.mkdir(filepath.Join(l.root, "etc"))
	if half() {
		s.file("h/project/.git/HEAD", "ref: refs/heads/main\n")
		s.mkdir(filepath.Join(l.project, ".git", "refs"), filepath.Join(l.project, ".git", "objects"))
	} else if half() {
		s.mkdir(filepath.Join(l.project, ".git")) // an empty one marks nothing
	}
	markers := ""
	if random.IntN(6) == 0 {
		markers = "project_root_markers = [\"MARK\"]\n"
		s.file(pick("h/project/MARK", "h/project/a/MARK"), "")
	}
	for _, dir := range []string{"h/.codex", "h/project/.codex", "h/project/a/.codex", "h/project/a/b/.codex"} {
		if half() {
			s.file(dir+"/config.toml", s.modelOrNot(random, "project-"+strings.ReplaceAll(dir, "/", "-"))+s.denied(pick))
		}
	}
	profiles := ""
	if random.IntN(3) == 0 {
		profiles = "work"
		text := s.modelOrNot(random, "profile")
		if release == "0.106.0" {
			s.inside = "[profiles.work]\n" + text
		} else if random.IntN(5) > 0 {
			s.file("c/work.config.toml", text)
		}
	}
	for _, dir := range []string{l.home, l.project, filepath.Join(l.project, "a"), nested} {
		if level := pick("", "trusted", "trusted", "untrusted"); level != "" {
			s.trust[dir] = level
		}
	}
	if random.IntN(3) == 0 {
		s.file("etc/codex/config.toml", s.modelOrNot(random, "system"))
	}
	if random.IntN(5) == 0 {
		s.file("etc/codex/managed_config.toml", s.modelOrNot(random, "managed"))
	}
	s.file("c/config.toml", s.modelOrNot(random, "user")+markers+s.provider())

	s.dir = pick(l.project, filepath.Join(l.project, "a"), nested, l.home)
	level := func(word string) {
		if random.IntN(6) == 0 {
			s.args = append(s.args, "-m", "flag-"+word)
		}
		for range random.IntN(3) / 2 {
			s.args = append(s.args, "-c", pick("model=", "model = ", " model=", "model_x=")+pick("over-"+word, `"over `+word+`"`, `'over-`+word+`'`))
		}
		if profiles != "" && half() {
			s.args, profiles = append(s.args, "-p", profiles), ""
		}
	}
	level("root")
	s.args = append(s.args, "exec", "--skip-git-repo-check")
	level("exec")
	if profiles != "" {
		s.args = append(s.args, "-p", profiles)
	}
	switch form := random.IntN(8); {
	case form == 0:
		s.args = append(s.args, "-C", nested)
	case form == 1:
		s.args = append(s.args, "-C", ".")
	case form == 2:
		s.args = append(s.args, "-c", fmt.Sprintf("projects={%q={trust_level=\"trusted\"}}", l.project))
	case form == 3 && release != "0.106.0":
		s.args = append(s.args, "--ignore-user-config", "-c", "model_provider=mock",
			"-c", fmt.Sprintf(`model_providers.mock={name="mock", base_url=%q, wire_api="responses"}`, l.api.URL()))
	}
	return s
}

// denied is a line that a project's file may not have, in a release that knows such lines.
func (s *layered) denied(pick func(...string) string) string {
	if line := pick("", "model_provider = \"nobody\"\n"); release != "0.106.0" {
		return line
	}
	return ""
}

func (s *layered) mkdir(dirs ...string) {
	s.t.Helper()
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *layered) file(name, text string) {
	s.t.Helper()
	s.write(name, text)
	s.told = append(s.told, fmt.Sprintf("%s: %q", name, text))
}

// modelOrNot is the beginning of a file that mostly names a model.
func (s *layered) modelOrNot(random *rand.Rand, name string) string {
	switch random.IntN(4) {
	case 0:
		return "# model = \"commented out\"\n"
	case 1:
		return "model = 'model of " + name + "'\n"
	}
	return "model = \"" + name + "\"\n"
}

func (s *layered) provider() string {
	var b strings.Builder
	fmt.Fprintf(&b, `model_provider = "mock"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = %q
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[profiles.other]
model = "a legacy profile"
`, s.api.URL())
	b.WriteString(s.inside)
	for dir, level := range s.trust {
		fmt.Fprintf(&b, "[projects.%q]\ntrust_level = %q\n", dir, level)
	}
	return b.String()
}

// isolated is a command that sees the files of etc in /etc: in a mount namespace of its own.
func (s *layered) isolated(name string, args ...string) *exec.Cmd {
	work := filepath.Join(s.root, "etc-work")
	s.mkdir(work)
	script := fmt.Sprintf(`mount -t overlay overlay -o "lowerdir=/etc,upperdir=%s,workdir=%s" /etc && exec "$@"`, s.etc, work)
	c := s.command("unshare", append([]string{"-m", "sh", "-c", script, "sh", filepath.Join(s.bin, name)}, args...)...)
	c.Dir = s.dir
	return c
}

// doctor is the model that cxhook doctor names, and the layer it has it from.
func (s *layered) doctor() (model, origin string) {
	s.t.Helper()
	c := s.isolated("cxhook", append([]string{"doctor", "--json", "--"}, s.args...)...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var report struct {
		Model struct{ Name, Origin string } `json:"model"`
	}
	if broken := json.Unmarshal(stdout.Bytes(), &report); broken != nil {
		s.t.Fatalf("cxhook doctor: %v, %v: %s%s", err, broken, &stdout, &stderr)
	}
	return report.Model.Name, report.Model.Origin
}

func (s *layered) String() string {
	return fmt.Sprintf("in %s: codex %q\ntrust %q\n%s", s.dir, s.args, s.trust, strings.Join(s.told, "\n"))
}
