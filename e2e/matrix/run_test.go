//go:build e2e

package matrix

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cxhook/cxhook/cast"
	"github.com/cxhook/cxhook/internal/console"
	"github.com/cxhook/cxhook/internal/fakeapi"
	"github.com/cxhook/cxhook/matcher"
	"github.com/cxhook/cxhook/matcher/replay"
)

const (
	// patience bounds every wait for a condition. On a busy machine codex takes half a minute to start its daemon.
	patience = 90 * time.Second
	// late is how long after a refusal an incident is still waited for: it takes a fraction of a second.
	late = 20 * time.Second
	// twice is how long after an incident another one would be the same failure, found again.
	twice = 800 * time.Millisecond
	// rest is how long codex has to be silent before it is taken to have drawn all it will.
	rest = 400 * time.Millisecond
	// start is the same where codex has just shown its composer.
	start = 2 * time.Second
	rows  = 30
)

// run is one cxhook with a real codex under it, which logs and records.
type run struct {
	*console.Console
	lab    *lab
	number int
	steps  int
	after  time.Duration // how long after an incident another is waited for
	found  int           // incidents before the newest refusal
	wrong  bool          // it found too little or too much: its recording is kept
}

var runs int // of all labs; only for the names of files in a lab

func (l *lab) cxhook(cols int, args ...string) *run {
	l.t.Helper()
	results.Lock()
	runs++
	r := &run{lab: l, number: runs, after: twice}
	results.Unlock()
	env := append(l.env(), "CXHOOK_LOG="+r.file("log"), "CXHOOK_RECORD="+r.file("cast"))
	cmd := append([]string{cxhookPath, "run", "--codex", codexPath, "--"}, args...)
	r.Console = console.Start(l.t, console.Options{Cols: cols, Rows: rows, Cmd: cmd, Env: env, Dir: l.project, Answer: true})
	return r
}

// bare is codex without us.
func (l *lab) bare(cols int, args ...string) *run {
	l.t.Helper()
	c := console.Start(l.t, console.Options{
		Cols: cols, Rows: rows, Cmd: append([]string{codexPath}, args...), Env: l.env(), Dir: l.project, Answer: true,
	})
	return &run{Console: c, lab: l}
}

func (r *run) file(kind string) string { return r.lab.path(fmt.Sprintf("run-%d.%s", r.number, kind)) }

// until waits for a condition that nothing on the screen tells.
func until(cond func() bool) bool { return within(patience, cond) }

func within(d time.Duration, cond func() bool) bool {
	for deadline := time.Now().Add(d); ; time.Sleep(20 * time.Millisecond) {
		if cond() {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
	}
}

// describe is what is compared of an incident.
func describe(surface, task string, class matcher.Class) string {
	return surface + " " + task + " " + string(class)
}

// incidents are those that cxhook has logged.
func (r *run) incidents() (all []string) {
	log, _ := os.ReadFile(r.file("log")) // not there yet: none
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "msg=incident ") {
			facts := values(line)
			all = append(all, describe(facts["surface"], facts["task"], matcher.Class(facts["class"])))
		}
	}
	return all
}

// values are the attributes of a line of the log.
func values(line string) map[string]string {
	all := map[string]string{}
	for fact := range strings.FieldsSeq(line) {
		name, value, _ := strings.Cut(fact, "=")
		all[name] = value
	}
	return all
}

// replayed are those that a replay of the recording finds.
func (r *run) replayed() (all []string, err error) {
	file, err := os.Open(r.file("cast"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	c, err := cast.NewReader(file)
	if err != nil {
		return nil, err
	}
	found, err := replay.Recording(c)
	for _, i := range found {
		r.lab.t.Logf("%s: %s, confirmed %v: %s", i.Surface, i.Class, !i.Unconfirmed, i.Text)
		all = append(all, describe(string(i.Surface), string(i.Task), i.Class))
	}
	return all, err
}

// ready waits for the composer and for codex to have drawn itself.
func (r *run) ready() {
	if !until(r.composed) {
		r.lab.t.Fatalf("no composer; %s", r.picture())
	}
	if strings.HasPrefix(release, "0.157.") {
		// It shows a composer that loses what is typed in it, and begins anew on the alternate screen when its daemon is up.
		within(20*time.Second, r.lab.daemonIsUp)
	}
	r.silent(start)
}

// composed tells whether a composer is shown: nothing else begins a row of a new codex so.
func (r *run) composed() bool {
	return slices.ContainsFunc(r.Text(), func(row string) bool { return strings.HasPrefix(row, "›") || strings.HasPrefix(row, "»") })
}

// see waits for a text on the screen.
func (r *run) see(text string) {
	r.lab.t.Helper()
	if !until(func() bool { return strings.Contains(strings.Join(r.Text(), "\n"), text) }) {
		r.lab.t.Fatalf("no %q; %s", text, r.picture())
	}
}

// settle waits until codex has been silent for a while.
func (r *run) settle() { r.silent(rest) }

func (r *run) silent(d time.Duration) {
	n, since := len(r.Output()), time.Now()
	until(func() bool {
		if now := len(r.Output()); now != n {
			n, since = now, time.Now()
		}
		return time.Since(since) > d
	})
}

// ask pastes a prompt, with a word that nothing else on the screen has, and sends it.
func (r *run) ask(text string) {
	r.steps++
	word := fmt.Sprintf("Step%dof%d", r.steps, r.number)
	for range 3 { // a codex that is still starting drops a paste too
		r.Type("\x1b[200~" + text + " " + word + "\x1b[201~")
		if within(patience/3, func() bool { return strings.Contains(strings.Join(r.Text(), "\n"), word) }) {
			break
		}
	}
	r.see(word)
	r.settle()
	r.enter(word)
}

// enter sends what is in the composer, again if it stays there: a codex that is still starting drops the key.
func (r *run) enter(draft string) {
	for range 5 {
		r.Type("\r")
		if within(5*time.Second, func() bool { return !strings.Contains(r.draft(), draft) }) {
			return
		}
	}
}

// draft is the screen from the composer on.
func (r *run) draft() string {
	all := r.Text()
	for y := len(all) - 1; y >= 0; y-- {
		if strings.HasPrefix(all[y], "›") || strings.HasPrefix(all[y], "»") {
			return strings.Join(all[y:], "\n")
		}
	}
	return ""
}

// command types a slash command.
func (r *run) command(name string) {
	r.Type(name)
	r.settle()
	r.enter(name)
}

// answers counts the requests of a purpose that were answered so.
func (l *lab) answers(p fakeapi.Purpose, k fakeapi.Kind) (n int) {
	for _, r := range l.api.Requests() {
		if r.Purpose == p && r.Answered == k {
			n++
		}
	}
	return n
}

// quit ends codex as a user does.
func (r *run) quit() {
	for range 4 {
		r.Type("\x03")
		if r.endsWithin(2 * time.Second) {
			return
		}
	}
	r.lab.endProcesses()
	r.endsWithin(patience)
}

func (r *run) endsWithin(d time.Duration) bool {
	return within(d, r.Ended)
}
