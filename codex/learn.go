package codex

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/cxhook/cxhook/internal/untrusted"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// helpTime bounds one call for help. npm's launcher starts node first, which
// takes up to a second on a slow disk.
const helpTime = 10 * time.Second

// LearnOptions asks an installed release for the options of one level ("",
// "exec", "exec resume", …) and keeps the answer in cacheDir, by the
// binary's path, size and time of change. An empty cacheDir keeps nothing.
// It starts a process with this process's environment.
func LearnOptions(ctx context.Context, bin Binary, subcommand, cacheDir string) ([]Option, error) {
	file := cacheFile(cacheDir, bin, subcommand)
	if options, ok := readOptions(file); ok {
		return options, nil
	}
	words := append(strings.Fields(subcommand), "--help")
	out, err := ask(ctx, bin, nil, helpTime, words...)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", bin.Path, strings.Join(words, " "), err)
	}
	options, err := parseHelp(subcommand, string(out))
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", bin.Path, strings.Join(words, " "), err)
	}
	writeOptions(file, options)
	return options, nil
}

// ParseArgsOf reads a command line as ParseArgs does and asks the installed
// release about the options that are not known here. The Args are usable
// whatever the error.
func ParseArgsOf(ctx context.Context, bin Binary, argv []string, cacheDir string) (Args, error) {
	args, err := ParseArgs(argv)
	var learned []Option
	asked := map[string]bool{}
	for {
		var unknown *UnknownOptionError
		if !errors.As(err, &unknown) || asked[unknown.Level] {
			return args, err
		}
		levels := []string{unknown.Level}
		if unknown.Level == "" || unknown.Level == "resume" {
			levels = append(levels, "fork") // where a plan may have to put it
		}
		for _, level := range levels {
			if asked[level] {
				continue
			}
			asked[level] = true
			options, failed := LearnOptions(ctx, bin, level, cacheDir)
			if failed != nil {
				return args, errors.Join(err, failed)
			}
			learned = append(learned, options...)
		}
		args, err = ParseArgs(argv, learned...)
	}
}

func cacheFile(dir string, bin Binary, subcommand string) string {
	if dir == "" {
		return ""
	}
	key := fmt.Sprintf("%s\x00%d\x00%d\x00%s", bin.Path, bin.Size, bin.ModTime.UnixNano(), subcommand)
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(dir, fmt.Sprintf("codex-options-%x.json", sum[:12]))
}

func readOptions(file string) (options []Option, ok bool) {
	text, err := untrusted.ReadFile(file, answerSize)
	if file == "" || err != nil || json.Unmarshal(text, &options) != nil {
		return nil, false
	}
	return options, len(options) > 0
}

// writeOptions keeps an answer. It is only a cache: a full disk is no error.
func writeOptions(file string, options []Option) {
	if file == "" || len(options) == 0 || os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return
	}
	text, err := json.Marshal(options)
	if err != nil {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".codex-options-*")
	if err != nil {
		return
	}
	_, err = tmp.Write(text)
	if tmp.Close() != nil || err != nil || os.Rename(tmp.Name(), file) != nil {
		os.Remove(tmp.Name())
	}
}
