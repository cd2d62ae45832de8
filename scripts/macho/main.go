// Command macho checks that programs for macOS have what its loader asks for, and fails, naming the program, where they
// have not: LC_UUID, without which macOS 26 loads nothing (golang/go#68678; the linker leaves it out with -buildid=), and
// on arm64 LC_CODE_SIGNATURE.
package main

import (
	"debug/macho"
	"fmt"
	"os"
	"slices"
)

func main() {
	for _, path := range os.Args[1:] {
		if err := check(path); err != nil {
			fmt.Fprintln(os.Stderr, "macho:", err)
			os.Exit(1)
		}
	}
}

// Load commands of mach-o/loader.h.
const (
	uuid          = 0x1b
	codeSignature = 0x1d
)

func check(path string) error {
	f, err := macho.Open(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer f.Close()
	var commands []uint32
	for _, l := range f.Loads {
		commands = append(commands, f.ByteOrder.Uint32(l.Raw()))
	}
	switch {
	case !slices.Contains(commands, uuid):
		return fmt.Errorf("%s has no LC_UUID", path)
	case f.Cpu == macho.CpuArm64 && !slices.Contains(commands, codeSignature):
		return fmt.Errorf("%s has no LC_CODE_SIGNATURE", path)
	}
	return nil
}
