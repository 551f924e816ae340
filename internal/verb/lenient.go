package verb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// spelled returns an input with its values as the fields take them, where models write them differently but only one
// meaning is possible: "true" for true, "3" for 3, one value for a list, a list of choices, and seconds for a time. It is
// done here, so that all surfaces accept the same.
func spelled(raw json.RawMessage, fields []Field) json.RawMessage {
	var in map[string]json.RawMessage
	if json.Unmarshal(raw, &in) != nil {
		return raw // the strict decoding reports the error
	}
	changed := false
	for _, f := range fields {
		if as := respelled(bytes.TrimSpace(in[f.Name]), f.Type, f.Placeholder); as != nil {
			in[f.Name], changed = as, true
		}
	}
	if !changed {
		return raw
	}
	out, _ := json.Marshal(in) // the values of a document can always be encoded
	return out
}

// respelled returns a value as the type takes it, or nil if it is missing, is already so or means something else.
func respelled(value json.RawMessage, t reflect.Type, placeholder string) json.RawMessage {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var text string
	isText := len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil
	switch t.Kind() {
	case reflect.Bool:
		if isText && (text == "true" || text == "false") {
			return json.RawMessage(text)
		}
	case reflect.Int:
		if n, err := strconv.Atoi(text); isText && err == nil && !strings.HasPrefix(text, "+") {
			return json.RawMessage(strconv.Itoa(n))
		}
	case reflect.String:
		var choices []string
		var seconds uint32
		switch {
		case placeholder == "'A|B'" && json.Unmarshal(value, &choices) == nil && !strings.Contains(strings.Join(choices, ""), "|"):
			text = strings.Join(choices, "|")
		case placeholder == "TIME" && json.Unmarshal(value, &seconds) == nil && string(value) != "null":
			text = fmt.Sprintf("%ds", seconds)
		default:
			return nil
		}
		as, _ := json.Marshal(text) // a text can always be encoded
		return as
	case reflect.Slice:
		if len(value) == 0 || value[0] == '[' || string(value) == "null" || t.Elem().Kind() == reflect.Uint8 {
			return nil
		}
		if isText == (t.Elem().Kind() == reflect.String) || value[0] == '{' && t.Elem().Kind() == reflect.Struct {
			return append(append(json.RawMessage("["), value...), ']')
		}
	}
	return nil
}

// alsoCalled maps names that models give a field to the field's name.
var alsoCalled = map[string]string{
	"body": "message", "text": "message", "content": "message", "comment": "message", "reply": "message", "status": "outcome",
	"thread": "id", "threadId": "id", "thread_id": "id", "threadID": "id", "path": "file", "filter": "workflow", "cursor": "since",
}

// alsoValued maps words that models use to the values of a field.
var alsoValued = map[string]string{
	"fixed": "addressed", "done": "addressed", "wontfix": "declined", "won't fix": "declined", "won't do": "declined",
}

// meantField returns the field that an unknown name probably means, "" for none: the field that models call so, or ids
// for id and the reverse.
func meantField(unknown string, fields []Field) string {
	for _, name := range []string{alsoCalled[unknown], alsoCalled[unknown] + "s", unknown + "s", strings.TrimSuffix(unknown, "s")} {
		if slices.ContainsFunc(fields, func(f Field) bool { return f.Name == name && !f.Hidden }) {
			return name
		}
	}
	return ""
}
