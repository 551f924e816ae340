package verb

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/nearest"
)

// decodeStrict decodes one JSON object into v, refusing unknown fields and anything after it.
func decodeStrict(raw json.RawMessage, v any, fields []Field) error {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	if raw[0] != '{' {
		return fail.Usage("the input is not a JSON object")
	}
	if json.Valid(raw) {
		raw = spelled(raw, fields)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return cmp.Or(itemError(raw, fields), inputError(err, fields))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return fail.Usage("unexpected data after the input's JSON object")
	}
	return nil
}

// itemError returns the decoding error of the first bad item in a list of objects, with its number; nil if no item is bad.
func itemError(raw json.RawMessage, fields []Field) error {
	var in map[string]json.RawMessage
	_ = json.Unmarshal(raw, &in) // the caller reports what is not JSON
	for _, f := range fields {
		var items []json.RawMessage
		if f.Items() == nil || json.Unmarshal(in[f.Name], &items) != nil {
			continue
		}
		for i, item := range items {
			if err := decodeStrict(item, reflect.New(f.Type.Elem()).Interface(), f.Items()); err != nil {
				return fmt.Errorf("%s %d: %w", f.Name, i+1, err)
			}
		}
	}
	return nil
}

// inputError rewords a decoding error for the caller.
func inputError(err error, fields []Field) error {
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fail.Usage("field %q must be %s, not a JSON %s", mismatch.Field, describeType(mismatch.Type), mismatch.Value)
	}
	told := fail.Usage("invalid input: %s", strings.TrimPrefix(err.Error(), "json: "))
	_, unknown, _ := strings.Cut(err.Error(), "unknown field ")
	if name := meantField(strings.Trim(unknown, `"`), fields); name != "" {
		return told.Hint("did you mean %q?", name)
	}
	return told
}

// notOneOf refuses a value, and suggests the most similar valid one.
func notOneOf(f Field, value string) error {
	e := fail.Usage("%s must be one of %s, not %q", f.Name, strings.Join(f.Enum, ", "), value)
	if meant := nearest.Of(strings.ToLower(value), f.Enum); meant != "" {
		return e.Hint("did you mean %q?", meant)
	}
	return e.Hint("%s: %s", f.Name, f.Help)
}

func describeType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	}
	return "a string"
}

// checkFields checks the rules in the tags.
func checkFields(fields []Field, in reflect.Value) error {
	for _, f := range fields {
		v := in.Field(f.Index)
		// A pointer may be null: that is how a comment of a review says that it is on a whole file.
		if f.Required && v.Kind() != reflect.Pointer && (v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0) {
			if f.Body {
				continue // the operation says it better
			}
			if f.Help == "" { // a field inside another
				return fail.Usage("%q is missing", f.Name)
			}
			return fail.Usage("%q is missing: %s", f.Name, f.Help)
		}
		if as := alsoValued[v.String()]; slices.Contains(f.Enum, as) {
			v.SetString(as)
		}
		if len(f.Enum) > 0 && !v.IsZero() && !slices.Contains(f.Enum, v.String()) {
			return notOneOf(f, v.String())
		}
		if items := f.Items(); items != nil {
			for i := range v.Len() {
				if err := checkFields(items, v.Index(i)); err != nil {
					return fmt.Errorf("%s %d: %w", f.Name, i+1, err)
				}
			}
		}
	}
	return nil
}
