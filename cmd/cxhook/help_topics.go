package main

import "github.com/spf13/cobra"

// A topic is a command that cannot be run: cobra prints its text for "cxhook help NAME",
// names it below the commands, and the manual has a page of it.

func newKeysTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "keys",
		Short: "The keys of the bar, and when it takes them",
		Long: `When codex says that the selected model is at capacity, the bar on the last row
offers these keys:

  1 … 9    go on with that model: the conversation is kept
  w        wait 30 to 60 seconds, then try the same model again
  f        fresh: codex anew, the same arguments, only the model changed
  ?        why: what this error is, and what does not help
  esc      leave it

While it waits:

  space    try again now
  1 … 9    go on with that model instead
  esc      stop waiting

At any time:

  ctrl-]   open the bar while you are typing or a dialog is open; bring back one
           that was left

Any other text key leaves the bar and goes to codex. The bar takes a key only if

  - codex's composer is visible and empty, with no dialog in front of it,
    or ctrl-] was pressed;
  - the bar has been on the screen, taking keys, for 0.3 seconds;
  - no key went to codex in the last second;
  - nothing follows it within 0.04 seconds, as in a paste.

A paste, a key held down, the mouse and whatever the terminal itself sends go to
codex and never choose.`,
		Example: "  cxhook demo          # try the keys: no codex, no network needed",
	}
}

func newEnvironmentTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "environment",
		Short: "The variables, files and exit codes of cxhook",
		Long: `Variables:

  CXHOOK=off               codex runs without the hook
  CXHOOK_ON_CAPACITY=WHAT  ask, switch or wait, above the settings
  CXHOOK_LOG=FILE          write a log, without any text of yours or codex's
  CXHOOK_RECORD=FILE       record the session (asciicast; what is on the screen
                           is in it)
  CXHOOK_TTY               set for codex: its terminal, so that codex inside
                           codex gets no second hook
  CODEX_HOME               where codex keeps its files (~/.codex)
  NO_COLOR                 no colours; there are none but on a terminal

Files:

  $XDG_CONFIG_HOME/cxhook  settings (~/.config/cxhook/config.toml)
  $XDG_STATE_HOME/cxhook   what cxhook saw and did (~/.local/state/cxhook)
  $XDG_CACHE_HOME/cxhook   what it learned of codex's releases (~/.cache/cxhook)

The exit status of a run is codex's own, 128+n after signal n. Otherwise:

  1    findings, or cxhook refused
  2    a wrong word on the command line, or unreadable input
  125  cxhook failed before codex ran
  126  codex cannot be executed
  127  there is no codex`,
		Example: "  CXHOOK=off codex                      # once without the hook\n  CXHOOK_ON_CAPACITY=wait codex exec \"run the tests\"",
	}
}
