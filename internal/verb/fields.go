package verb

import (
	"reflect"
	"strings"

	"consider/internal/enum"
)

// Field is one field of a verb's input, as its struct tags say:
//
//	json:"name,omitempty"   its name on every wire; without omitempty it is required
//	arg:"id"                positional on the command line; "id?" may be omitted, "id..." one or more, "id...?" any number
//	flag:"message,m"        a flag, and its short form
//	help:"…"                what it is, for people and models; after a colon at its end comes what each value of its type means
//	enum:"a,b"              the values it may have; a type with an Enum method has its own, and these besides
//	placeholder:"TEXT"      what help shows for the value
//	body:"true"             a message: the command line offers -F FILE for it too
//	content:"true"          the content of a file: the command line takes the file's name; of a list of objects, its JSON
//	stdin:"text"            positional: where it is -, the command line reads standard input into the field of that name
//	also:"a,b"              other names of the flag, which help does not show
//	hidden:"true"           works, but help does not show it
//	rare:"true"             works, but models see it only if they ask for all tools
//	only:"cli"              has a meaning only on the command line
//	trained:"true"          models are trained on it, so they get no help
type Field struct {
	Name        string
	Index       int // in the struct
	Type        reflect.Type
	Required    bool
	Arg         string // as in the tag, "" if it is not positional
	Flag        string
	Short       string
	Also        []string // other names of the flag
	Help        string
	Enum        []string
	Placeholder string
	Body        bool
	Content     bool
	Stdin       string // the field that takes standard input where the argument is -; "" for none
	Hidden      bool
	Rare        bool
	OnlyCLI     bool
	Trained     bool
}

// Many reports whether a positional takes more than one argument.
func (f Field) Many() bool { return strings.Contains(f.Arg, "...") }

// Optional reports whether a positional argument may be omitted.
func (f Field) Optional() bool { return strings.HasSuffix(f.Arg, "?") }

// Items returns the fields of a list's objects, nil for any other field.
func (f Field) Items() []Field {
	if f.Type.Kind() != reflect.Slice || f.Type.Elem().Kind() != reflect.Struct {
		return nil
	}
	return fieldsOf(f.Type.Elem())
}

// fieldsOf reads the tags of a struct type.
func fieldsOf(t reflect.Type) []Field {
	out := make([]Field, t.NumField())
	for i := range out {
		out[i] = FieldOf(i, t.Field(i))
	}
	return out
}

// FieldOf reads the tags of a struct's field i.
func FieldOf(i int, sf reflect.StructField) Field {
	name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
	f := Field{
		Name: name, Index: i, Type: sf.Type, Required: !strings.Contains(options, "omitempty"),
		Arg: sf.Tag.Get("arg"), Help: sf.Tag.Get("help"), Placeholder: sf.Tag.Get("placeholder"),
		Body: sf.Tag.Get("body") == "true", Content: sf.Tag.Get("content") == "true", Stdin: sf.Tag.Get("stdin"), Hidden: sf.Tag.Get("hidden") == "true",
		Rare: sf.Tag.Get("rare") == "true", OnlyCLI: sf.Tag.Get("only") == "cli", Trained: sf.Tag.Get("trained") == "true",
	}
	f.Flag, f.Short, _ = strings.Cut(sf.Tag.Get("flag"), ",")
	if also := sf.Tag.Get("also"); also != "" {
		f.Also = strings.Split(also, ",")
	}
	if typ, ok := reflect.Zero(sf.Type).Interface().(enum.Type); ok {
		f.Enum, f.Help = typ.Enum().Names(), typ.Enum().Complete(f.Help)
	}
	if more := sf.Tag.Get("enum"); more != "" {
		f.Enum = append(f.Enum, strings.Split(more, ",")...)
	}
	return f
}
