package ptywrap

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Exec replaces this process by the program at path. argv includes argv[0], env
// is passed as it is. It returns only on failure, with a *StartError that holds
// the exit code a shell would give.
func Exec(path string, argv, env []string) error {
	return startFailure(path, syscall.Exec(path, argv, env))
}

// StartError says that a program could not be started, and with which code the
// caller should exit: 127 not found, 126 found but not executable, 125 a failure
// on our side before the program was tried.
type StartError struct {
	Code int
	Err  error
}

// Error implements error.
func (e *StartError) Error() string { return e.Err.Error() }

// Unwrap gives the cause, for errors.Is.
func (e *StartError) Unwrap() error { return e.Err }

// startFailure turns the error of an exec into a StartError. ENOENT with the
// file in place means a missing interpreter, which shells report as 126.
func startFailure(path string, err error) *StartError {
	code := 126
	if errors.Is(err, syscall.ENOENT) {
		if _, statErr := os.Stat(path); statErr != nil {
			code = 127
		}
	}
	return &StartError{Code: code, Err: fmt.Errorf("start %s: %w", path, err)}
}

// ourFailure marks an error that happened before the program was tried.
func ourFailure(what string, err error) *StartError {
	return &StartError{Code: 125, Err: fmt.Errorf("%s: %w", what, err)}
}
