package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// schema is the part of JSON Schema that we need: one type each, without references, unions and nulls, because
// some clients refuse those. Verb.Call checks inputs; the schemas only describe them.
//
// The SDK's own reflection gives lists a nullable type, ignores the fields' help, and takes a millisecond for
// each schema at every start of a session.
type schema struct {
	kind       string // object, array, string, integer, number or boolean; "" for anything
	help       string
	format     string
	enum       []string
	properties []property // in the order in which they are written
	required   []string
	closed     bool    // no other properties
	values     *schema // of the other properties; nil says nothing of them
	items      *schema
	minItems   int
}

type property struct {
	name string
	*schema
}

// property returns the schema of a property, nil if no property has that name.
func (s *schema) property(name string) *schema {
	for _, p := range s.properties {
		if p.name == name {
			return p.schema
		}
	}
	return nil
}

// put adds a property, or replaces the one of that name.
func (s *schema) put(name string, p *schema) {
	for i := range s.properties {
		if s.properties[i].name == name {
			s.properties[i].schema = p
			return
		}
	}
	s.properties = append(s.properties, property{name, p})
}

// encode writes the schema as JSON.
func (s *schema) encode() json.RawMessage {
	var b bytes.Buffer
	s.write(&b)
	return b.Bytes()
}

func (s *schema) write(b *bytes.Buffer) {
	comma := byte('{')
	key := func(name string) {
		b.WriteByte(comma)
		comma = ','
		fmt.Fprintf(b, "%q:", name)
	}
	text := func(name, value string) {
		if value != "" {
			key(name)
			b.Write(quoted(value))
		}
	}
	text("type", s.kind)
	text("description", s.help)
	text("format", s.format)
	if len(s.enum) > 0 {
		key("enum")
		b.Write(quoted(s.enum))
	}
	if s.items != nil {
		key("items")
		s.items.write(b)
	}
	if s.minItems > 0 {
		key("minItems")
		fmt.Fprint(b, s.minItems)
	}
	if s.kind == "object" {
		key("properties")
		s.writeProperties(b)
	}
	if len(s.required) > 0 {
		key("required")
		b.Write(quoted(s.required))
	}
	switch {
	case s.closed:
		key("additionalProperties")
		b.WriteString("false")
	case s.values != nil:
		key("additionalProperties")
		s.values.write(b)
	}
	if comma == '{' {
		b.WriteByte('{')
	}
	b.WriteByte('}')
}

func (s *schema) writeProperties(b *bytes.Buffer) {
	b.WriteByte('{')
	for i, p := range s.properties {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quoted(p.name))
		b.WriteByte(':')
		p.write(b)
	}
	b.WriteByte('}')
}

// quoted returns a value that can always be encoded as JSON.
func quoted(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
