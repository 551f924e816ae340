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
	Kind       string     `json:"type,omitempty"` // object, array, string, integer, number or boolean; "" for anything
	Help       string     `json:"description,omitempty"`
	Format     string     `json:"format,omitempty"`
	Enum       []string   `json:"enum,omitempty"`
	Items      *schema    `json:"items,omitempty"`
	MinItems   int        `json:"minItems,omitempty"`
	Properties properties `json:"properties,omitzero"` // of an object, even an empty one
	Required   []string   `json:"required,omitempty"`
	Others     any        `json:"additionalProperties,omitempty"` // schema of the other properties, or false; nil says nothing of them
}

// properties are in the order in which they are written.
type properties []property

type property struct {
	name string
	*schema
}

// MarshalJSON writes an object.
func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, one := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", one.name, one.encode())
	}
	return fmt.Appendf(nil, "{%s}", b.Bytes()), nil
}

// property returns the schema of a property, nil if no property has that name.
func (s *schema) property(name string) *schema {
	for _, p := range s.Properties {
		if p.name == name {
			return p.schema
		}
	}
	return nil
}

// put adds a property, or replaces the one of that name.
func (s *schema) put(name string, p *schema) {
	for i := range s.Properties {
		if s.Properties[i].name == name {
			s.Properties[i].schema = p
			return
		}
	}
	s.Properties = append(s.Properties, property{name, p})
}

// encode returns the schema as JSON.
func (s *schema) encode() json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // it can always be encoded
	}
	return data
}
