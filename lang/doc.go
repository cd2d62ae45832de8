// Package lang owns the languages that cxhook speaks to people: which one is chosen, and one catalogue of texts for
// each, en.toml and zh-CN.toml, with the same keys and the same placeholders.
//
// It must never touch what programs read: JSON, the names of classes, keys and flags, exit codes, files and debug logs
// stay English. Sentences that such an output has too are therefore made in English by the package that knows of them,
// and Heard says them in the user's language where they reach a screen.
//
// A catalogue is parsed when the first text is asked for, never before: a start of cxhook that says nothing pays
// nothing.
//
// golang.org/x/text/message and go-i18n would do the same: x/text, which both need, takes ten times as long at every
// start (0.13 ms, whether a text is asked for or not) and 0.4 MB for the tables of all languages; go-i18n also brings
// text/template, for which the linker keeps every exported method of the program. Neither reads what another package
// has said. For two languages and the verbs of fmt a map is enough.
package lang
