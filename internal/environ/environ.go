// Package environ reads a list of variables as os.Environ gives it. It must never read the
// process's own environment: who calls it says whose it is.
package environ

import "strings"

// Value is that of a variable, "" if it is not set. Of two with one name the last counts.
func Value(env []string, name string) (value string) {
	for _, variable := range env {
		if v, ok := strings.CutPrefix(variable, name+"="); ok {
			value = v
		}
	}
	return value
}
