package verb

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"consider/internal/session"
)

// Effect is what a verb may do to the store.
type Effect int

// The effects.
const (
	Reads    Effect = iota // changes nothing (but for the mark that an agent has seen a thread)
	Writes                 // changes the store; every change can be undone
	Destroys               // removes something from view
)

// Surface is a set of interfaces that offer a verb.
type Surface uint8

// The surfaces.
const (
	CLI Surface = 1 << iota
	RPC
	MCP
	Web

	Everywhere = CLI | RPC | MCP | Web
)

// Editor says whether the answers to a verb include where the person is in the editor.
type Editor int

// The values of Editor.
const (
	ToOthers   Editor = iota // yes, but not to the editor itself
	ToNobody                 // no: the verb is about consider itself, where the code does not matter
	ToEveryone               // yes, to everyone: the verb asks for nothing else
)

// Verb is one thing a client may ask.
type Verb struct {
	Name    string // one word, or a noun and a verb: "checkpoint list"
	Section Section
	Title   string // imperative, one line, no full stop
	Guide   string // advice for models beyond the title, sent with every listing of the tools; may be empty
	Example string // arguments of one good call on the command line
	Effect  Effect
	On      Surface
	In, Out reflect.Type // structs
	Traits

	// Personal is the part that only a person may do, as in "only a human can …"; "" if everyone may do all of it. With
	// PersonalIf the rule holds only if one of these fields of the input is set, with PersonalUnless only if none is.
	Personal                   string
	PersonalIf, PersonalUnless []string

	decode func(raw json.RawMessage) (in any, err error)
	run    func(ctx context.Context, s *session.Session, in any) (any, error)
}

// Traits are what few verbs have.
type Traits struct {
	Aliases    []string
	Listed     string // the name that help shows; "" for Name. Programs still call the verb by its Name.
	Unlisted   bool   // it works, but help does not show it, because another verb replaces it
	Default    bool   // the noun alone means this one
	Repeatable bool   // the same call again changes nothing more
	Editor     Editor // whether answers include where the person is in the editor
	Waiting    bool   // it mostly waits for others, and must not block other requests
	Switch     string // the setting that switches it off, "" for none
	Core       bool   // offered to models that do not ask for more

	// Sibling is the verb that replaces this one over MCP, "" for none; SiblingWith are the fields to add.
	Sibling     string
	SiblingWith string // as JSON fields, without brackets

	// refused is called when the verb was refused because only a person may do it; may be nil.
	refused func(ctx context.Context, s *session.Session, verb string, raw json.RawMessage, err error)
}

// Define makes a row of the table. f is a function of the room that has the verb.
func Define[In, Out any](
	name string, section Section, title, example string, effect Effect, on Surface, f func(context.Context, *session.Session, In) (Out, error),
) Verb {
	return Verb{ // the functions below do not capture the row: that would copy every row at each start of the program
		Name: name, Section: section, Title: title, Example: example, Effect: effect, On: on,
		In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		decode: decodeInto[In],
		run:    func(ctx context.Context, s *session.Session, in any) (any, error) { return f(ctx, s, *in.(*In)) },
	}
}

func decodeInto[In any](raw json.RawMessage) (any, error) {
	in := new(In)
	err := decodeStrict(raw, in, fieldsOf(reflect.TypeFor[In]()))
	return in, err
}

// Fields returns the fields of the input, in their order. They are read from the type when needed, because a start of the
// program needs those of one verb.
func (v Verb) Fields() []Field { return fieldsOf(v.In) }

// With gives the verb traits.
func (v Verb) With(t Traits) Verb {
	v.Traits = t
	return v
}

// Word returns the verb's name on the command line, as help shows it.
func (v Verb) Word() string { return cmp.Or(v.Listed, v.Name) }

// Others returns its names on the command line except the one that help shows.
func (v Verb) Others() []string {
	if v.Listed != "" {
		return append([]string{v.Name}, v.Aliases...)
	}
	return v.Aliases
}

// Guided sets advice for models on when to use the verb and how to read the answer, beyond the title and the fields.
func (v Verb) Guided(words string) Verb {
	v.Guide = words
	return v
}

// Persons sets the part of the verb that only a person may do.
func (v Verb) Persons(what string) Verb {
	v.Personal = what
	return v
}

// If restricts the verb to persons only if one of these fields is set.
func (v Verb) If(fields ...string) Verb {
	v.PersonalIf = fields
	return v
}

// Unless restricts the verb to persons only if none of these fields is set.
func (v Verb) Unless(fields ...string) Verb {
	v.PersonalUnless = fields
	return v
}

// isPersons reports whether in asks for something that only a person may do.
func (v Verb) isPersons(in reflect.Value) bool {
	given := func(name string) bool {
		return slices.ContainsFunc(v.Fields(), func(f Field) bool { return f.Name == name && !in.Field(f.Index).IsZero() })
	}
	return v.Personal != "" && (len(v.PersonalIf) == 0 || slices.ContainsFunc(v.PersonalIf, given)) &&
		!slices.ContainsFunc(v.PersonalUnless, given)
}

// Call runs the verb: strict decoding, permission, validation, then the operation. A panic becomes an internal error,
// so that one bad request does not end a server. raw is one JSON object, or empty for none.
func (v Verb) Call(ctx context.Context, s *session.Session, raw json.RawMessage) (out any, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("panic in %s: %v", v.Name, p)
		}
	}()
	in, err := v.decode(raw)
	if err != nil {
		return nil, err
	}
	fields := reflect.ValueOf(in).Elem()
	if v.isPersons(fields) {
		if err := s.Caller.Person(v.Personal); err != nil {
			if v.refused != nil {
				v.refused(ctx, s, v.Name, raw, err)
			}
			return nil, err
		}
	}
	if err := checkFields(v.Fields(), fields); err != nil {
		return nil, err
	}
	if err := s.CheckName(ctx); err != nil {
		return nil, err
	}
	call := session.Call{Verb: v.Name, Reads: v.Effect == Reads}
	for _, do := range before {
		do(ctx, s, call)
	}
	if out, err = v.run(ctx, s, in); err == nil {
		for _, do := range after {
			do(ctx, s, call)
		}
	}
	return out, s.Uninstalled(err)
}
