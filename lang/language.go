package lang

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/cxhook/cxhook/internal/environ"
)

// Language names a language as BCP 47 does, and as the setting "language" does.
type Language string

// The languages that there is a catalogue for.
const (
	English Language = "en"
	Chinese Language = "zh-CN" // in simplified characters
)

// Languages are those that there is a catalogue for.
func Languages() []Language { return []Language{English, Chinese} }

// Choose gives the language to speak: the configured one, or else that of the locale, which env says in POSIX's order,
// LC_ALL, LC_MESSAGES, LANG; of these the first that is not empty counts. What is not known is English.
func Choose(configured string, env []string) Language {
	for _, l := range Languages() {
		if configured == string(l) {
			return l
		}
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := environ.Value(env, name); locale != "" {
			return ofLocale(locale)
		}
	}
	return English
}

// ofLocale reads language[_territory][.charset][@modifier]. Who reads traditional characters gets English and not
// simplified ones, and a terminal of another character set than UTF-8 could not show any.
func ofLocale(locale string) Language {
	name, _, _ := strings.Cut(locale, "@")
	name, charset, _ := strings.Cut(name, ".")
	switch strings.ToLower(strings.ReplaceAll(charset, "-", "")) {
	case "", "utf8":
	default:
		return English
	}
	switch strings.ToLower(strings.ReplaceAll(name, "-", "_")) {
	case "zh", "zh_cn", "zh_sg", "zh_hans", "zh_hans_cn", "zh_hans_sg":
		return Chinese
	}
	return English
}

// inForce finds the catalogue of the process.
var inForce atomic.Pointer[func() *Catalogue]

// Use sets the language of the process. main calls it once, before any command runs; choose is called at the first
// text, once, and may read files. Without it the language is English. Tests that call it put English back.
func Use(choose func() Language) {
	find := sync.OnceValue(func() *Catalogue { return Of(choose()) })
	inForce.Store(&find)
}

// Now is the catalogue in force. It may be called from any goroutine.
func Now() *Catalogue {
	if find := inForce.Load(); find != nil {
		return (*find)()
	}
	return Of(English)
}

// Text says a text of the catalogue in the language in force; see Catalogue.Text.
func Text(key string, args ...any) string { return Now().Text(key, args...) }

// Heard says an English sentence in the language in force; see Catalogue.Heard.
func Heard(english string) string { return Now().Heard(english) }
