//go:build !darwin

package layers

// systemPreferences are a thing of macOS.
func systemPreferences() Preferences { return Preferences{} }
