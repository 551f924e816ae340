package extra

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Fields holds the JSON fields of an object that this version does not know. A newer consider, or another
// tool, may have written them; rewriting the object must not lose them.
type Fields map[string]json.RawMessage

// Decode decodes data into the struct v points to and returns the fields the struct does not have.
func Decode(data []byte, v any) (Fields, error) {
	if err := json.Unmarshal(data, v); err != nil {
		return nil, err
	}
	return unknownFields(data, fieldNames(reflect.TypeOf(v).Elem()))
}

// unknownFields returns the fields of a valid JSON object that are not known, nil when there are none.
// Nearly always there are none, so it looks at the names only and takes apart nothing else: a store of a
// thousand threads is several thousand objects.
func unknownFields(data []byte, known []string) (Fields, error) {
	var out Fields
	at := skipBlank(data, 0)
	if at == len(data) || data[at] != '{' {
		return nil, nil
	}
	for at = skipBlank(data, at+1); data[at] != '}'; at = skipBlank(data, at) {
		if data[at] == ',' {
			at = skipBlank(data, at+1)
		}
		end := skipText(data, at)
		quoted := data[at:end]
		at = skipBlank(data, skipBlank(data, end)+1) // the colon
		end = skipValue(data, at)
		value := data[at:end]
		at = end
		if slices.ContainsFunc(known, func(name string) bool { return string(quoted[1:len(quoted)-1]) == name }) {
			continue
		}
		var name string
		if err := json.Unmarshal(quoted, &name); err != nil {
			return nil, err
		}
		// The decoder takes a known name in whatever case for the field. Kept beside the field, it would take its place
		// at the next reading, past all checks.
		if slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, name) }) {
			continue
		}
		if out == nil {
			out = Fields{}
		}
		out[name] = bytes.Clone(value)
	}
	return out, nil
}

func skipBlank(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\n' || data[at] == '\t' || data[at] == '\r') {
		at++
	}
	return at
}

// skipText returns where the quoted text that begins at ends.
func skipText(data []byte, at int) int {
	for at++; data[at] != '"'; at++ {
		if data[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// skipValue returns where the value that begins at ends.
func skipValue(data []byte, at int) int {
	for depth := 0; ; at++ {
		switch data[at] {
		case '"':
			at = skipText(data, at) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at
			}
			depth--
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return at
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return at + 1
		}
	}
}

// Encode encodes v, then the unknown fields in the order of their names, so that the same thread is
// always the same bytes.
func Encode(v any, unknown Fields) ([]byte, error) {
	known, err := Marshal(v)
	if err != nil || len(unknown) == 0 {
		return known, err
	}
	var buf bytes.Buffer
	buf.Write(known[:len(known)-1])
	names := make([]string, 0, len(unknown))
	for name := range unknown {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		if i > 0 || len(known) > 2 {
			buf.WriteByte(',')
		}
		key, err := Marshal(name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&buf, "%s:%s", key, unknown[name])
	}
	buf.WriteByte('}')
	return buf.Bytes(), nil
}

// Marshal is json.Marshal without the escaping of <, > and &: stored threads are read by people in git.
func Marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

var fieldNamesOf sync.Map // reflect.Type -> []string

// fieldNames returns the JSON names of t's exported fields. t is a struct without embedded fields.
func fieldNames(t reflect.Type) []string {
	if names, ok := fieldNamesOf.Load(t); ok {
		return names.([]string)
	}
	var names []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name != "" && name != "-" {
			names = append(names, name)
		}
	}
	fieldNamesOf.Store(t, names)
	return names
}
