package importer

import (
	"bytes"
	"encoding/json"
)

// members calls visit with each member of a JSON object, the value as it is
// written, and reports whether the object is whole. It checks only as much of the
// syntax as it needs to find its way, at some hundred megabytes a second; a
// visit that gives false ends it early.
func members(object []byte, visit func(name, value []byte) bool) bool {
	i := space(object, 0)
	if i == len(object) || object[i] != '{' {
		return false
	}
	for i = space(object, i+1); i < len(object) && object[i] != '}'; {
		end := value(object, i)
		if end < 0 || object[i] != '"' {
			return false
		}
		name := object[i+1 : end-1]
		if i = space(object, end); i == len(object) || object[i] != ':' {
			return false
		}
		i = space(object, i+1)
		if end = value(object, i); end < 0 {
			return false
		}
		if !visit(name, object[i:end]) {
			return true
		}
		if i = space(object, end); i < len(object) && object[i] == ',' {
			i = space(object, i+1)
		}
	}
	return i < len(object)
}

func space(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// value gives where the JSON value that begins at i ends, -1 if it does not.
func value(text []byte, i int) int {
	if i >= len(text) {
		return -1
	}
	switch text[i] {
	case '"':
		return quoted(text, i)
	case '{', '[':
		for depth := 0; i < len(text); i++ {
			switch text[i] {
			case '"':
				if i = quoted(text, i) - 1; i < 0 {
					return -1
				}
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return -1
	}
	start := i
	for i < len(text) && text[i] != ',' && text[i] != '}' && text[i] != ']' && text[i] != ' ' {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

// quoted gives where the string that begins at i ends, -1 if it does not.
func quoted(text []byte, i int) int {
	for i++; ; {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			return -1
		}
		i += n + 1
		slashes := 0
		for slashes < n && text[i-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
}

// word reads a JSON string, or the only member's name of an object: a variant of
// an enumeration with and without contents. Anything else is "".
func word(v []byte) (s string) {
	if len(v) < 2 {
		return ""
	}
	switch v[0] {
	case '"':
		if inner := v[1 : len(v)-1]; bytes.IndexByte(inner, '\\') < 0 {
			return string(inner)
		}
		if json.Unmarshal(v, &s) != nil {
			return ""
		}
	case '{':
		members(v, func(name, _ []byte) bool {
			s = string(name)
			return false
		})
	}
	return s
}

// null reports whether a value is missing or null.
func null(v []byte) bool { return len(v) == 0 || string(v) == "null" }
