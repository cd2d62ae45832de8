// Package shellinit owns the shell code that puts cxhook in front of codex for
// one shell session: eval "$(cxhook init zsh)", and the same for bash and fish.
//
// The code is kept in real files (init.zsh, init.bash, init.fish), so that an
// editor, a linter and a reader see shell; this package only fills in two
// names, one path and whether the hook starts switched on. It never reads a
// configuration, an rc file or the environment, never runs a shell, and the
// code it renders never writes a file.
//
// The rendered code talks to the binary in these ways only:
//
//	cxhook run -- ARGS…                  the function codex (or the name asked for)
//	cxhook run [--model MODEL] -- ARGS…  cxhook again [MODEL]
//	cxhook status ARGS…                  with CXHOOK_SHELL_STATE=on or off
//	cxhook ARGS…                         whatever else is said to the function cxhook
package shellinit
