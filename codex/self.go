package codex

import (
	"bytes"
	"github.com/cxhook/cxhook/internal/untrusted"
	"io"
	"os"
)

// self recognises the files that must not be taken for Codex.
type self struct {
	path string
	skip []os.FileInfo
	own  os.FileInfo
}

func newSelf(o FindOptions) self {
	s := self{path: o.Self}
	if s.path == "" {
		s.path, _ = os.Executable()
	}
	s.own, _ = os.Stat(s.path)
	for _, path := range o.Skip {
		if info, err := os.Stat(path); err == nil {
			s.skip = append(s.skip, info)
		}
	}
	return s
}

func (s self) is(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	for _, other := range s.skip {
		if os.SameFile(info, other) {
			return true
		}
	}
	if s.own == nil {
		return false
	}
	return os.SameFile(info, s.own) || info.Size() == s.own.Size() && sameBytes(path, s.path)
}

// sameBytes compares two files of equal size. It is reached only for a copy
// of ourselves, or once in many millions of installs.
func sameBytes(a, b string) bool {
	fa, err := untrusted.Open(a)
	if err != nil {
		return false
	}
	defer fa.Close()
	fb, err := untrusted.Open(b)
	if err != nil {
		return false
	}
	defer fb.Close()
	const block = 64 << 10 // bytes per read
	ba, bb := make([]byte, block), make([]byte, block)
	for {
		na, ea := io.ReadFull(fa, ba)
		nb, eb := io.ReadFull(fb, bb)
		if !bytes.Equal(ba[:na], bb[:nb]) {
			return false
		}
		if ea != nil || eb != nil {
			return ea == eb
		}
	}
}
