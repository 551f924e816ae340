package mcpserver

import (
	"reflect"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"consider/internal/verb"
)

// The schemas are made here and not by the SDK's reflection, which gives lists a nullable type that some
// clients refuse, and knows nothing of the fields' help. They have no references and no unions: each says its
// one type. What they promise is checked by Verb.Call, not by them.

// inputSchema is a verb's input: one property for each field that help shows.
func inputSchema(v verb.Verb) *jsonschema.Schema {
	s := object()
	s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}} // false
	for _, f := range v.Fields {
		if f.Hidden {
			continue
		}
		p := schemaOf(f.Type)
		p.Description = fieldHelp(f)
		for _, value := range f.Enum {
			p.Enum = append(p.Enum, value)
		}
		if f.Required {
			s.Required = append(s.Required, f.Name)
			if p.Type == "array" {
				one := 1
				p.MinItems = &one
			}
		}
		put(s, f.Name, p)
	}
	return s
}

// fieldHelp is a field's help; where its value has a form of its own, with that.
func fieldHelp(f verb.Field) string {
	form := strings.TrimSuffix(f.Arg, "?")
	if strings.Contains(form, ":") {
		return f.Help + ". Written " + form
	}
	return f.Help
}

// outputSchema is the envelope around a verb's output. Only ok is always there: data is missing when something
// went wrong, error when nothing did.
func outputSchema(v verb.Verb) *jsonschema.Schema {
	s := schemaOf(reflect.TypeFor[verb.Envelope]())
	s.Required = []string{"ok"}
	data := schemaOf(v.Out)
	if data.Type == "" {
		data = object()
	}
	s.Properties["data"] = data
	for _, k := range verb.Kinds() {
		kind := s.Properties["error"].Properties["kind"]
		kind.Enum = append(kind.Enum, string(k))
	}
	return s
}

// schemaOf describes how a type is written in JSON. A type that writes itself may leave fields out or add
// some, so that none is required and others are allowed.
func schemaOf(t reflect.Type) *jsonschema.Schema {
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.String:
		return &jsonschema.Schema{Type: "string"}
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.Float64:
		return &jsonschema.Schema{Type: "number"}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 { // JSON as it is, or base64: the type does not tell
			return &jsonschema.Schema{}
		}
		return &jsonschema.Schema{Type: "array", Items: schemaOf(t.Elem())}
	case reflect.Map:
		s := object()
		s.AdditionalProperties = schemaOf(t.Elem())
		return s
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return &jsonschema.Schema{Type: "string", Format: "date-time"}
		}
		s := object()
		putFields(s, t)
		return s
	}
	return &jsonschema.Schema{}
}

// putFields adds a struct's fields, those of embedded structs beside its own.
func putFields(s *jsonschema.Schema, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			putFields(s, inner)
		case !f.IsExported() || name == "-":
		case name == "":
			put(s, f.Name, schemaOf(f.Type))
		default:
			put(s, name, schemaOf(f.Type))
		}
	}
}

func object() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
}

// put adds a property; they are written in the order in which they came.
func put(s *jsonschema.Schema, name string, p *jsonschema.Schema) {
	if s.Properties[name] == nil {
		s.PropertyOrder = append(s.PropertyOrder, name)
	}
	s.Properties[name] = p
}
