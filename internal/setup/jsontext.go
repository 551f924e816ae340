package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// Errors about a settings file. The file is then left as it is.
var (
	errNotJSON = errors.New("it is not JSON that can be edited")
	errShape   = errors.New("it is not in the form that the agent documents")
)

// entry is one thing to be put into a settings file.
type entry struct {
	keys    []string // from the top
	element bool     // append it to the list there; else it is the member of that name
	value   any
}

// insert puts e into a JSON text with comments, and touches nothing else. It returns the new text and the one
// piece that was put in: the text without that piece is the old one to the byte.
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

// member returns the value of a name. Of two with one name the last counts, as it does for those who read it.
func member(o *hujson.Object, name string) *hujson.Value {
	for i := len(o.Members) - 1; i >= 0; i-- {
		if literal, ok := o.Members[i].Name.Value.(hujson.Literal); ok && literal.String() == name {
			return &o.Members[i].Value
		}
	}
	return nil
}

// place is where in a list or object a value is put: behind its last one.
type place struct {
	text        string
	unit        string        // one step of indentation, "" when all is on one line
	outer       *hujson.Value // the list or object
	first, last *hujson.Value // what it holds, nil for nothing
	key         string        // the name of a member, "" in a list
}

func (p place) piece(value any) (offset int, piece string, err error) {
	eol := "\n"
	if strings.Contains(p.text, "\r\n") {
		eol = "\r\n"
	}
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
	case p.last.AfterExtra != nil: // there is a comma behind it already
		return p.last.EndOffset + len(p.last.AfterExtra) + 1, lead + item, nil
	}
	return p.last.EndOffset, "," + lead + item, nil
}

// render writes a value as it will stand in the file.
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

// unitOf is one step of a text's indentation: that of its first member, two blanks where there is none, nothing
// when the text is one line.
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

// indentAt is the white space that the line of an offset begins with.
func indentAt(text string, offset int) string {
	line := text[strings.LastIndexByte(text[:offset], '\n')+1 : offset]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// cut takes pieces that were put in, last first, out again. It reports false when one is not there any more, or
// there twice.
func cut(text string, pieces []string) (string, bool) {
	for i := len(pieces) - 1; i >= 0; i-- {
		if pieces[i] == "" || strings.Count(text, pieces[i]) != 1 {
			return "", false
		}
		text = strings.Replace(text, pieces[i], "", 1)
	}
	return text, true
}

// endCommas counts the lists and objects in a JSON text that end with a comma.
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

// without removes what pointers (RFC 6901) name from a JSON text, and keeps everything else as it stands.
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
