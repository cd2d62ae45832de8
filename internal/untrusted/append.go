package untrusted

import "os"

// Append adds whole lines to the end of a file that is open for reading and appending, in one write. A last line that a
// full disk has cut short is ended first, so that it spoils no other.
func Append(f *os.File, lines []byte) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if last := make([]byte, 1); info.Size() > 0 {
		if _, err := f.ReadAt(last, info.Size()-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			lines = append([]byte("\n"), lines...)
		}
	}
	_, err = f.Write(lines)
	return err
}
