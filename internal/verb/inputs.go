package verb

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"consider/internal/words"
)

// Inputs is the surface of callers who send a verb's input as fields instead of flags.
type Inputs struct {
	Verb Verb
	Call func(v Verb, args []string) string // returns how a command is called there, "" for as in a terminal; may be nil
}

// Command returns how a command is called.
func (in Inputs) Command(line string) string {
	if v, name := verbIn(line); name != "" && in.Call != nil {
		if call := in.Call(v, arguments(line[len(name):])); call != "" {
			return call
		}
	}
	return words.Terminal("consider").Command(line)
}

// Flag returns the name of the field that a flag sets. The field of a message has no placeholder.
func (in Inputs) Flag(flag string) (text string, ok bool) {
	name, value, _ := strings.Cut(flag, " ")
	f, ok := in.Verb.flagOf(name)
	if !ok || f.Body || value == "" {
		return cmp.Or(f.Name, name), ok
	}
	return f.Name + " " + value, true
}

// verbIn returns the verb that a text begins with, and its name there.
func verbIn(text string) (v Verb, name string) {
	fields := strings.Fields(text)
	for n := min(2, len(fields)); n > 0; n-- {
		name := strings.Join(fields[:n], " ")
		if v, ok := Find(name); ok && strings.HasPrefix(text, name) {
			return v, name
		}
	}
	for _, v := range All {
		if noun, _, _ := strings.Cut(v.Name, " "); len(fields) > 0 && v.Default && noun == fields[0] {
			return v, noun
		}
	}
	return Verb{}, ""
}

// arguments splits a command's arguments at blanks, except inside double quotes.
func arguments(text string) []string {
	var out []string
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			for _, word := range strings.Fields(part) {
				out = append(out, strings.Trim(word, "'"))
			}
		}
	}
	return out
}

// Input returns a command's arguments as the verb's input, in readable form. ok is false if the verb lacks a field for
// one of them.
func (v Verb) Input(args []string) (text string, ok bool) {
	in := map[string]any{}
	var positional []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		f, is := v.flagOf(arg)
		switch {
		case is && f.Type.Kind() == reflect.Bool:
			in[f.Name] = true
		case is && i+1 < len(args):
			i++
			put(in, f, args[i])
		case v.has("add") && len(arg) > 1 && (arg[0] == '+' || arg[0] == '-' && arg[1] != '-'):
			in[map[byte]string{'+': "add", '-': "remove"}[arg[0]]] = []string{arg[1:]}
		case strings.HasPrefix(arg, "-") && arg != "-":
			return "", false
		default:
			positional = append(positional, arg)
		}
	}
	for _, f := range v.Fields() {
		switch {
		case f.Arg == "" || len(positional) == 0:
		case f.Many():
			in[f.Name], positional = positional, nil
		default:
			put(in, f, positional[0])
			positional = positional[1:]
		}
	}
	if len(positional) > 0 {
		return "", false
	}
	if len(in) == 0 {
		return "", true
	}
	data, err := json.Marshal(in)
	return string(data), err == nil
}

func put(in map[string]any, f Field, value string) {
	if f.Type.Kind() == reflect.Slice {
		in[f.Name] = []string{value}
		return
	}
	in[f.Name] = value
}

// flagOf returns the field that a flag sets.
func (v Verb) flagOf(arg string) (Field, bool) {
	for _, f := range v.Fields() {
		if f.Flag != "" && (arg == "--"+f.Flag || f.Short != "" && arg == "-"+f.Short) {
			return f, true
		}
	}
	return Field{}, false
}

func (v Verb) has(name string) bool {
	return slices.ContainsFunc(v.Fields(), func(f Field) bool { return f.Name == name })
}
