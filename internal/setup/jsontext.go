package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// These errors are about a settings file, which is then left as it is.
var (
	errNotJSON = errors.New("it cannot be parsed as JSON")
	errShape   = errors.New("it does not follow the agent's documented format")
)

// lineEnd returns the line end of a text.
func lineEnd(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// entry is a value to add to a settings file.
type entry struct {
	keys    []string // path from the top
	element bool     // append the value to the list at keys, instead of adding a member of that name
	value   any
}

// insert adds e to a JSON text with comments, and changes nothing else. It returns the new text and the piece that
// was added: the new text without that piece equals the old one to the byte.
func insert(text string, e entry) (changed, piece string, err error) {
	root, err := hujson.Parse([]byte(text))
	if err != nil {
		return "", "", errNotJSON
	}
	at, value, keys := &root, e.value, e.keys
	for len(keys) > 0 {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return "", "", errShape
		}
		next := member(object, keys[0])
		if next == nil {
			break
		}
		at, keys = next, keys[1:]
	}
	list, isList := at.Value.(*hujson.Array)
	in := place{text: text, unit: unitOf(text, root), outer: at}
	switch {
	case len(keys) > 0:
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return "", "", errShape
		}
		if e.element {
			value = []any{value}
		}
		for i := len(keys) - 1; i > 0; i-- {
			value = map[string]any{keys[i]: value}
		}
		if n := len(object.Members); n > 0 {
			in.first, in.last = &object.Members[0].Name, &object.Members[n-1].Value
		}
		in.key = keys[0]
	case e.element && isList:
		if n := len(list.Elements); n > 0 {
			in.first, in.last = &list.Elements[0], &list.Elements[n-1]
		}
	default:
		return "", "", errShape
	}
	offset, piece, err := in.piece(value)
	if err != nil {
		return "", "", err
	}
	changed = text[:offset] + piece + text[offset:]
	if _, err := hujson.Parse([]byte(changed)); err != nil {
		return "", "", errNotJSON
	}
	return changed, piece, nil
}

// member returns the value of a name. If the name occurs twice, the last one counts, as in most JSON parsers.
func member(o *hujson.Object, name string) *hujson.Value {
	for i := len(o.Members) - 1; i >= 0; i-- {
		if literal, ok := o.Members[i].Name.Value.(hujson.Literal); ok && literal.String() == name {
			return &o.Members[i].Value
		}
	}
	return nil
}

// place is a position in a list or object at which a value is added: after its last one.
type place struct {
	text        string
	unit        string        // one step of indentation, "" if all is on one line
	outer       *hujson.Value // the list or object
	first, last *hujson.Value // its first and last value, nil if it is empty
	key         string        // the name of a member, "" in a list
}

func (p place) piece(value any) (offset int, piece string, err error) {
	eol := lineEnd(p.text)
	outer := indentAt(p.text, p.outer.StartOffset)
	indent := outer + p.unit
	oneLine := p.unit == ""
	if p.first != nil {
		before := p.text[:p.first.StartOffset]
		start := strings.LastIndexByte(before, '\n') + 1
		indent, oneLine = before[start:], strings.TrimSpace(before[start:]) != "" || start == 0
	}
	item, err := render(p.key, value, indent, p.unit, oneLine, eol)
	if err != nil {
		return 0, "", err
	}
	lead := eol + indent
	if oneLine {
		lead = " "
	}
	switch {
	case p.first == nil:
		rest := p.text[p.outer.StartOffset+1 : p.outer.EndOffset-1]
		switch {
		case oneLine:
			return p.outer.StartOffset + 1, item, nil
		case !strings.Contains(rest, "\n"):
			return p.outer.StartOffset + 1, lead + item + eol + outer, nil
		}
		return p.outer.StartOffset + 1, lead + item, nil
	case p.last.AfterExtra != nil: // it has a trailing comma already
		return p.last.EndOffset + len(p.last.AfterExtra) + 1, lead + item, nil
	}
	return p.last.EndOffset, "," + lead + item, nil
}

// render encodes a value as text for the file.
func render(key string, value any, indent, unit string, oneLine bool, eol string) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if !oneLine {
		enc.SetIndent(indent, unit)
	}
	if err := enc.Encode(value); err != nil {
		return "", fmt.Errorf("write a setting: %w", err)
	}
	out := strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", eol)
	if key == "" {
		return out, nil
	}
	name, err := json.Marshal(key)
	return string(name) + ": " + out, err
}

// unitOf returns one step of a text's indentation: that of its first member, two spaces by default, "" if the text is
// on one line.
func unitOf(text string, root hujson.Value) string {
	object, ok := root.Value.(*hujson.Object)
	if !ok || len(object.Members) == 0 {
		return "  "
	}
	before := text[:object.Members[0].Name.StartOffset]
	start := strings.LastIndexByte(before, '\n') + 1
	switch indent := before[start:]; {
	case start == 0 || strings.TrimSpace(indent) != "":
		return ""
	case indent == "":
		return "  "
	default:
		return indent
	}
}

// indentAt returns the indentation of the line that contains an offset.
func indentAt(text string, offset int) string {
	line := text[strings.LastIndexByte(text[:offset], '\n')+1 : offset]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// cut removes pieces that were added to a text, last first. It returns false if one of them does not occur exactly
// once.
func cut(text string, pieces []string) (string, bool) {
	for i := len(pieces) - 1; i >= 0; i-- {
		if pieces[i] == "" || strings.Count(text, pieces[i]) != 1 {
			return "", false
		}
		text = strings.Replace(text, pieces[i], "", 1)
	}
	return text, true
}

// endCommas counts the lists and objects in a JSON text that have a trailing comma.
func endCommas(text string) int {
	root, err := hujson.Parse([]byte(text))
	if err != nil {
		return 0
	}
	n := 0
	for v := range root.All() {
		switch in := v.Value.(type) {
		case *hujson.Object:
			if last := len(in.Members) - 1; last >= 0 && in.Members[last].Value.AfterExtra != nil {
				n++
			}
		case *hujson.Array:
			if last := len(in.Elements) - 1; last >= 0 && in.Elements[last].AfterExtra != nil {
				n++
			}
		}
	}
	return n
}

// value decodes a JSON text with comments.
func value(text string) (any, error) {
	plain, err := hujson.Standardize([]byte(text))
	if err != nil {
		return nil, errNotJSON
	}
	var v any
	if err := json.Unmarshal(plain, &v); err != nil {
		return nil, errNotJSON
	}
	return v, nil
}

// without removes the values that pointers (RFC 6901) refer to from a JSON text, and changes nothing else.
func without(text string, pointers []string) (string, error) {
	root, err := hujson.Parse([]byte(text))
	if err != nil {
		return "", errNotJSON
	}
	for i := len(pointers) - 1; i >= 0; i-- {
		patch, err := json.Marshal([]map[string]string{{"op": "remove", "path": pointers[i]}})
		if err != nil {
			return "", err
		}
		if err := root.Patch(patch); err != nil {
			return "", errShape
		}
	}
	return string(root.Pack()), nil
}

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1")

func pointer(keys ...string) string {
	var b strings.Builder
	for _, k := range keys {
		b.WriteString("/" + escapePointer.Replace(k))
	}
	return b.String()
}
