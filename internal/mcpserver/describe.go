package mcpserver

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/verb"
	"consider/internal/words"
)

// inputSchema describes a verb's input: one property for each field that help shows. Unless it is to be whole, it omits
// rarely useful fields, which the verb accepts nevertheless.
func inputSchema(v verb.Verb, whole bool) *schema {
	fields := slices.DeleteFunc(slices.Clone(v.Fields()), func(f verb.Field) bool { return f.Hidden || f.OnlyCLI || f.Rare && !whole })
	return inputOf(fields)
}

func inputOf(fields []verb.Field) *schema {
	s := &schema{Kind: "object", Properties: properties{}, Others: false}
	for _, f := range fields {
		p := schemaOf(f.Type)
		p.Help, p.Enum = fieldHelp(f), f.Enum
		if items := f.Items(); items != nil {
			p.Items = inputOf(items)
			for _, said := range p.Items.Properties { // they are those of the verb itself
				said.Help = ""
			}
		}
		if f.Required {
			s.Required = append(s.Required, f.Name)
			if p.Kind == "array" {
				p.MinItems = 1
			}
		}
		s.put(f.Name, p)
	}
	return s
}

// fieldHelp returns a field's help, with the form of its value if it has one of its own.
func fieldHelp(f verb.Field) string {
	if f.Trained {
		return ""
	}
	form := strings.TrimSuffix(f.Arg, "?")
	if strings.Contains(form, ":") {
		return f.Help + ". Format: " + form
	}
	return f.Help
}

// outputSchema describes the envelope around a verb's output. Only ok is always there: data is missing after a
// failure, error otherwise.
func outputSchema(v verb.Verb) *schema {
	s := schemaOf(reflect.TypeFor[verb.Envelope]())
	s.Required = []string{"ok"}
	s.put("data", schemaOf(v.Out))
	// Not field by field: it is the same for all tools, and has fields that may be null.
	s.put("editorContext", &schema{
		Kind: "object", Properties: properties{},
		Help: "the human's location in the editor: file, cursor, selection, symbols around the cursor; omitted if unknown",
	})
	kind := s.property("error").property("kind")
	for _, k := range fail.Kinds() {
		kind.Enum = append(kind.Enum, string(k))
	}
	return s
}

// schemaOf describes how a type is written in JSON. Types that write themselves may omit or add fields, so none
// is required and others are allowed.
func schemaOf(t reflect.Type) *schema {
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Bool:
		return &schema{Kind: "boolean"}
	case reflect.String:
		return &schema{Kind: "string"}
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64:
		return &schema{Kind: "integer"}
	case reflect.Float64:
		return &schema{Kind: "number"}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 { // raw JSON or base64: the type is the same for both
			return &schema{}
		}
		return &schema{Kind: "array", Items: schemaOf(t.Elem())}
	case reflect.Map:
		return &schema{Kind: "object", Properties: properties{}, Others: schemaOf(t.Elem())}
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return &schema{Kind: "string", Format: "date-time"}
		}
		if t == reflect.TypeFor[words.Text]() {
			return &schema{Kind: "string"}
		}
		s := &schema{Kind: "object", Properties: properties{}}
		putFields(s, t)
		return s
	}
	return &schema{}
}

// putFields adds a struct's fields, including those of embedded structs.
func putFields(s *schema, t reflect.Type) {
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			putFields(s, inner)
		case !f.IsExported() || name == "-" || option == "embed": // fields of newer versions, whose names are not known
		default:
			s.put(cmp.Or(name, f.Name), schemaOf(f.Type))
		}
	}
}
