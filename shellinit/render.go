package shellinit

import (
	"embed"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed init.zsh init.bash init.fish complete.zsh complete.bash
var files embed.FS

// codexName is the name of the program; a function with this name needs no
// completion of its own, because shells look completions up by name.
const codexName = "codex"

// Options say how the code for one shell session is rendered.
type Options struct {
	// Self is the absolute path of the cxhook binary. The code calls this path
	// and no other, so it works whatever PATH becomes later.
	Self string
	// Cmd is the name of the function that runs codex; empty means "codex".
	Cmd string
	// Off loads the code switched off, until "cxhook on" is said.
	Off bool
	// Notices is the absolute path of the file with notices for the prompt (see
	// package forecast); empty leaves the prompt alone.
	Notices string
	// Now is the time of rendering: a clock for bash before 4.2, which has none.
	Now time.Time
}

// Told is what is added to the path of the notices for the file in which shells keep
// until when, as a Unix time, they have told of crowded hours.
const Told = ".told"

// Shells returns the shells that Render knows, in the order they are offered.
func Shells() []string {
	return []string{"zsh", "bash", "fish"}
}

// Render returns the code that a session of the given shell evaluates. The
// error of an unknown shell names those that are known; Self and Cmd are
// refused when no shell could use them. Render does no input or output and may
// be called from any goroutine.
func Render(shell string, o Options) (string, error) {
	if !known(shell) {
		return "", fmt.Errorf("unknown shell %q: cxhook knows %s", shell, strings.Join(Shells(), ", "))
	}
	if o.Cmd == "" {
		o.Cmd = codexName
	}
	if err := checkName(o.Cmd); err != nil {
		return "", err
	}
	if !filepath.IsAbs(o.Self) || strings.ContainsRune(o.Self, 0) {
		return "", fmt.Errorf("the path of cxhook must be absolute, got %q", o.Self)
	}
	if o.Notices != "" && !filepath.IsAbs(o.Notices) || strings.ContainsRune(o.Notices, 0) {
		return "", fmt.Errorf("the path of the notices must be absolute, got %q", o.Notices)
	}
	told := ""
	if o.Notices != "" {
		told = o.Notices + Told
	}
	state := "on"
	if o.Off {
		state = "off"
	}
	code := strings.NewReplacer(
		"@self@", quote(shell, o.Self),
		"@cmd@", o.Cmd,
		"@state@", state,
		"@notices@", quote(shell, o.Notices),
		"@told@", quote(shell, told),
		"@now@", strconv.FormatInt(o.Now.Unix(), 10),
	).Replace(template(shell, o.Cmd))
	if shell == "zsh" {
		return withoutAliases(code), nil
	}
	return code, nil
}

func known(shell string) bool {
	for _, s := range Shells() {
		if s == shell {
			return true
		}
	}
	return false
}

// template returns the file of a known shell, with the completion of a function
// that is not named codex behind it. In fish, --wraps does that.
func template(shell, cmd string) string {
	code := mustRead("init." + shell)
	if cmd != codexName && shell != "fish" {
		code += "\n" + mustRead("complete."+shell)
	}
	return code
}

func mustRead(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		panic(err) // The file is part of the binary.
	}
	return string(b)
}

// withoutAliases wraps zsh code so that it is read with aliases off and zsh's
// own options, whatever the session has set. zsh reads a whole eval before it
// runs the first line of it, so an option set inside would come too late. The
// options last while the code is read; the functions keep the user's.
func withoutAliases(code string) string {
	return "() {\n" +
		`  \builtin emulate -L zsh -o no_aliases` + "\n" +
		`  \builtin eval "$1"` + "\n" +
		"} " + quote("zsh", code) + "\n"
}
