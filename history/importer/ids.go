package importer

import (
	"encoding/hex"
	"strings"
	"time"
)

// startOf gives when a turn began. A turn's id is a UUID of version 7 and holds
// the time of its making; a fork's file repeats the turns of the session before
// under their ids, but with the fork's time (0.106.0, 0.144.6).
func startOf(id string, at time.Time) time.Time {
	if made, ok := madeAt(id); ok && made.Before(at) {
		return made
	}
	return at
}

// madeAt reads the time out of a UUID of version 7, in milliseconds.
func madeAt(id string) (time.Time, bool) {
	if !isUUID(id) || id[14] != '7' {
		return time.Time{}, false
	}
	var b [6]byte
	if _, err := hex.Decode(b[:], []byte(id[:8]+id[9:13])); err != nil {
		return time.Time{}, false
	}
	var ms int64
	for _, x := range b {
		ms = ms<<8 | int64(x)
	}
	return time.UnixMilli(ms).UTC(), true
}

// isUUID reports whether an id is unique over all sessions. Others, such as "3",
// are so within their session only.
func isUUID(id string) bool {
	return len(id) == 36 && strings.Count(id, "-") == 4 && strings.Trim(id, "0123456789abcdef-") == ""
}
