package extra

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	v1 "github.com/go-json-experiment/json/v1"
)

// Fields holds the JSON fields of an object that this version does not know. A newer consider, or another tool, may
// have written them; rewriting the object must not lose them. A struct keeps them in a field with the tag
// `json:",embed"`. They are written after the struct's own fields, sorted by name, so that the same thread always has
// the same bytes.
//
// Only [Unmarshal] and [Marshal] know the tag. A type that encoding/json may encode, as a part of an answer, has a method
// that calls Marshal.
type Fields = map[string]jsontext.Value

// Unmarshal is json.Unmarshal that keeps unknown fields. A known name in another letter case counts as the known field,
// as in encoding/json: if it were kept as unknown, it would replace the field at the next reading, without any checks.
func Unmarshal(data []byte, v any) error { return v1.Unmarshal(data, v) }

// Marshal is json.Marshal that writes unknown fields back, without the escaping of <, > and &: stored threads are read by
// people in git.
func Marshal(v any) ([]byte, error) {
	return json.Marshal(v, v1.DefaultOptionsV1(), jsontext.EscapeForHTML(false))
}

// Document is Marshal for a file. It indents by two spaces and ends with a newline, so that git's diff of two versions
// is readable.
func Document(v any) ([]byte, error) {
	data, err := json.Marshal(v, v1.DefaultOptionsV1(), jsontext.EscapeForHTML(false), jsontext.WithIndent("  "))
	return append(data, '\n'), err
}
