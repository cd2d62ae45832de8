// Package shellinit owns the shell code that puts cxhook in front of codex for
// one shell session: eval "$(cxhook init zsh)", and the same for bash and fish.
//
// The code is kept in real files (init.zsh, init.bash, init.fish), so that an
// editor, a linter and a reader see shell; this package only fills in two
// names, two paths, the time and whether the hook starts switched on. It never
// reads a configuration, an rc file or the environment, and never runs a shell.
// The code it renders starts no process for the prompt, and writes one file: until
// when the user has been told of crowded hours, beside the notices it reads.
//
// The rendered code talks to the binary in these ways only:
//
//	cxhook run -- ARGS…                  the function codex (or the name asked for)
//	cxhook run [--model MODEL] -- ARGS…  cxhook again [MODEL]
//	cxhook status|doctor ARGS…           with CXHOOK_SHELL_STATE=on or off, and in CXHOOK_SHELL_ASIDE the name of a function of the user's that is set aside
//	cxhook ARGS…                         whatever else is said to the function cxhook
package shellinit
