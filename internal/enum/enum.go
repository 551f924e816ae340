// Package enum holds the values of a string type, each with its words. A value is declared once, next to its type;
// flags, schemas, help, the skill, the documents and both TypeScript clients use these words.
package enum

import (
	"slices"
	"strings"
)

// Value is one value of a string type.
type Value struct {
	Name  string // on every wire and on disk
	Word  string // as shown in a badge or a list of choices: "Addressed"
	Says  string // its meaning, to follow its name: "the code was changed"
	Badge string // class of its badge where a client draws one; "" for a plain one
}

// Set describes a type.
type Set struct {
	Values []Value // in display order
	Stored bool    // the words occur in a store, where a newer consider may have written others
}

// Type is a string type with a set of values.
type Type interface{ Enum() Set }

// Of returns the values of T.
func Of[T Type]() Set {
	var zero T
	return zero.Enum()
}

// Names returns the names of the values.
func (s Set) Names() []string {
	out := make([]string, len(s.Values))
	for i, v := range s.Values {
		out[i] = v.Name
	}
	return out
}

// Value returns the value with that name; for an unknown name, a value whose word is the name.
func (s Set) Value(name string) Value {
	for _, v := range s.Values {
		if v.Name == name {
			return v
		}
	}
	return Value{Name: name, Word: name}
}

// Has reports whether name is one of the values.
func (s Set) Has(name string) bool {
	return slices.ContainsFunc(s.Values, func(v Value) bool { return v.Name == name })
}

// Complete returns help. If help ends with a colon, it adds what each value means: "the outcome: the code
// was changed, or no change was needed".
func (s Set) Complete(help string) string {
	says := s.says(func(v Value) string { return v.Says })
	if last := len(says) - 1; strings.HasSuffix(help, ":") && last > 0 {
		return help + " " + strings.Join(says[:last], ", ") + ", or " + says[last]
	}
	return help
}

// Explained returns each value, in quotes, with its meaning: "addressed: the code was changed; answered: no change was
// needed".
func (s Set) Explained(quote string) string {
	return strings.Join(s.says(func(v Value) string { return quote + v.Name + quote + ": " + v.Says }), "; ")
}

func (s Set) says(words func(Value) string) (out []string) {
	for _, v := range s.Values {
		if v.Says != "" {
			out = append(out, words(v))
		}
	}
	return out
}
