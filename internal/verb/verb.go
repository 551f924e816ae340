package verb

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"consider/internal/memory"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/session"
)

// Effect is what a verb may do to the store.
type Effect int

// The effects.
const (
	Reads    Effect = iota // changes nothing (but for the mark that an agent has seen a thread)
	Writes                 // changes the store; every change can be taken back
	Destroys               // takes something out of sight
)

// Surface is a set of the ways to ask.
type Surface uint8

// The surfaces.
const (
	CLI Surface = 1 << iota
	RPC
	MCP
	Web

	Everywhere = CLI | RPC | MCP | Web
)

// Editor is whether the answers to a verb tell where the person is in the editor.
type Editor int

// What answers tell.
const (
	Told   Editor = iota // yes, but not to the editor itself
	Untold               // no: the verb is about consider itself, where the code does not matter
	Asked                // yes, to everyone: the verb asks for nothing else
)

// Verb is one thing a client may ask.
type Verb struct {
	Name       string // one word, or a noun and a verb: "checkpoint list"
	Aliases    []string
	Listed     string // the name that help shows; "" for Name
	Unlisted   bool   // it works, but help does not show it
	Default    bool   // the noun alone means this one
	Repeatable bool   // the same call again changes nothing more
	Editor     Editor // whether answers tell where the person is in the editor
	Waiting    bool   // most of its time it waits for others; it must not keep other requests waiting
	Switch     string // the setting that switches it off, "" for none
	Core       bool   // offered to models that do not ask for more
	Section    Section
	Title      string // imperative, one line, no full stop
	Guide      string // what a model should know beyond the title, read with every listing of the tools; may be empty
	Example    string // arguments of one good call on the command line
	Effect     Effect
	On         Surface
	In, Out    reflect.Type // structs

	// Sibling is the verb that does this over MCP, "" for none; with those fields besides.
	Sibling     string
	SiblingWith string // as JSON fields, without brackets

	// Personal is what of it only a person may do, as in "only a person may …"; "" where anybody may do all of it. With
	// PersonalIf it is that only if one of these fields of the input is given, with PersonalUnless only if none is.
	Personal                   string
	PersonalIf, PersonalUnless []string
	refused                    refusal // told when it was refused for that; may be nil

	decode func(raw json.RawMessage) (in any, err error)
	run    func(ctx context.Context, s *session.Session, in any) (any, error)
}

type refusal = func(ctx context.Context, s *session.Session, verb string, raw json.RawMessage, err error)

// Define makes a row of the table. f is a function of the room that has the verb.
func Define[In, Out any](
	name string, section Section, title, example string, effect Effect, on Surface, f func(context.Context, *session.Session, In) (Out, error),
) Verb {
	return Verb{ // no function below holds the row: every start of the program would pay for a copy of each
		Name: name, Section: section, Title: title, Example: example, Effect: effect, On: on,
		In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		decode: decodeInto[In],
		run:    func(ctx context.Context, s *session.Session, in any) (any, error) { return f(ctx, s, in.(In)) },
	}
}

func decodeInto[In any](raw json.RawMessage) (any, error) {
	var in In
	err := decodeStrict(raw, &in, fieldsOf(reflect.TypeFor[In]()))
	return in, err
}

// Fields are those of the input, in their order; not to be changed. They are read from the type when they are first
// asked for: a start of the program needs those of one verb.
func (v Verb) Fields() []Field { return fieldsOf(v.In) }

// As gives the verb more names.
func (v Verb) As(aliases ...string) Verb {
	v.Aliases = aliases
	return v
}

// Called gives the verb the name that help shows. Programs go on calling it by its first name.
func (v Verb) Called(name string) Verb {
	v.Listed = name
	return v
}

// Superseded hides the verb from help, because another one replaces it.
func (v Verb) Superseded() Verb {
	v.Unlisted = true
	return v
}

// Word is the verb's name on the command line, as help shows it.
func (v Verb) Word() string { return cmp.Or(v.Listed, v.Name) }

// Others are its names on the command line but for the one that help shows.
func (v Verb) Others() []string {
	if v.Listed != "" {
		return append([]string{v.Name}, v.Aliases...)
	}
	return v.Aliases
}

// ByDefault makes the noun alone mean this verb.
func (v Verb) ByDefault() Verb {
	v.Default = true
	return v
}

// Tells says whether answers tell where the person is in the editor.
func (v Verb) Tells(e Editor) Verb {
	v.Editor = e
	return v
}

// Waits marks a verb that waits for others most of its time.
func (v Verb) Waits() Verb {
	v.Waiting = true
	return v
}

// Repeats says that a second call like the first changes nothing more.
func (v Verb) Repeats() Verb {
	v.Repeatable = true
	return v
}

// ForModels has the verb offered to models that do not ask for more.
func (v Verb) ForModels() Verb {
	v.Core = true
	return v
}

// SwitchedBy names the setting that switches it off.
func (v Verb) SwitchedBy(setting string) Verb {
	v.Switch = setting
	return v
}

// OverMCP names the verb that does this over MCP, and the fields that have it do so.
func (v Verb) OverMCP(sibling, with string) Verb {
	v.Sibling, v.SiblingWith = sibling, with
	return v
}

// Guided tells a model when to use the verb and what to make of the answer, as far as the title and the fields do not.
func (v Verb) Guided(words string) Verb {
	v.Guide = words
	return v
}

// Persons says what of the verb only a person may do.
func (v Verb) Persons(what string) Verb {
	v.Personal = what
	return v
}

// If says that only a person may call the verb with one of these fields.
func (v Verb) If(fields ...string) Verb {
	v.PersonalIf = fields
	return v
}

// Unless says that only a person may call the verb without one of these fields.
func (v Verb) Unless(fields ...string) Verb {
	v.PersonalUnless = fields
	return v
}

// noting has refusals noted.
func (v Verb) noting(f refusal) Verb {
	v.refused = f
	return v
}

// isPersons reports whether only a person may do what in asks for.
func (v Verb) isPersons(in reflect.Value) bool {
	given := func(name string) bool {
		return slices.ContainsFunc(v.Fields(), func(f Field) bool { return f.Name == name && !in.Field(f.Index).IsZero() })
	}
	return v.Personal != "" && (len(v.PersonalIf) == 0 || slices.ContainsFunc(v.PersonalIf, given)) &&
		!slices.ContainsFunc(v.PersonalUnless, given)
}

// Call runs the verb: strict decoding, whether the caller may, validation, then the operation. A panic below becomes an internal
// error, so that one bad request does not end a server. raw is one JSON object, or empty for none.
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
	fields := reflect.ValueOf(in)
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
	apply.Finish(ctx, s, v.Effect == Reads)
	if out, err = v.run(ctx, s, in); err == nil {
		if v.Effect != Reads {
			memory.DropSynced(ctx, s)
		}
		if s.Unmirrored() || strings.HasPrefix(v.Name, "memory") {
			memory.Join(ctx, s)
		}
		s.Mirror(ctx)
		if v.Effect != Reads {
			s.Unread = review.UnreadAfter(ctx, s)
		}
	}
	return out, s.Uninstalled(err)
}
