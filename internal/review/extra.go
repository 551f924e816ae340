package review

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// extra holds the JSON fields of an object that this version does not know. A newer consider, or another
// tool, may have written them; rewriting the object must not lose them.
type extra map[string]json.RawMessage

// decodeExtra decodes data into the struct v points to and returns the fields the struct does not have.
func decodeExtra(data []byte, v any) (extra, error) {
	if err := json.Unmarshal(data, v); err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	for _, name := range fieldNames(reflect.TypeOf(v).Elem()) {
		delete(all, name)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

// encodeExtra encodes v, then the unknown fields in the order of their names, so that the same thread is
// always the same bytes.
func encodeExtra(v any, unknown extra) ([]byte, error) {
	known, err := marshal(v)
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
		key, err := marshal(name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&buf, "%s:%s", key, unknown[name])
	}
	buf.WriteByte('}')
	return buf.Bytes(), nil
}

// marshal is json.Marshal without the escaping of <, > and &: stored threads are read by people in git.
func marshal(v any) ([]byte, error) {
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
