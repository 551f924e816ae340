package extra

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	v1 "github.com/go-json-experiment/json/v1"
)

// Fields holds the JSON fields of an object that this version does not know. A newer consider, or another
// tool, may have written them; rewriting the object must not lose them. A struct keeps them in a field with the
// tag `json:",embed"`. They are written after its own, in the order of their names, so that the same thread is
// always the same bytes.
//
// Only [Unmarshal] and [Marshal] know the tag. A type that encoding/json may meet, such as a part of an answer, has
// methods that call them.
type Fields = map[string]jsontext.Value

// Unmarshal is json.Unmarshal that keeps unknown fields. A known name in another letter case is the field, as for
// encoding/json: kept beside the field, it would take its place at the next reading, past all checks.
func Unmarshal(data []byte, v any) error { return v1.Unmarshal(data, v) }

// Marshal is json.Marshal that writes unknown fields back, without the escaping of <, > and &: stored threads are read by
// people in git.
func Marshal(v any) ([]byte, error) {
	return json.Marshal(v, v1.DefaultOptionsV1(), jsontext.EscapeForHTML(false))
}

// Document is Marshal for a file: two spaces of indentation and a final newline, so that git's own diff of two versions
// reads well.
func Document(v any) ([]byte, error) {
	data, err := json.Marshal(v, v1.DefaultOptionsV1(), jsontext.EscapeForHTML(false), jsontext.WithIndent("  "))
	return append(data, '\n'), err
}
