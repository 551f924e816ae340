package verb

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/lazy"
)

// Errors and answers word their advice once, for the command line: 'consider reply ID -m TEXT'. This file rewords it
// for callers who send fields instead of flags.

var (
	mention = lazy.Regexp(`\bconsider ((?:[a-z_-]+ ?)+)`)
	flagged = lazy.Regexp(`(^|[\s'(])(--?[A-Za-z][A-Za-z-]*)( [A-Z][A-Z|]*\b)?`)
)

// Mentions replaces each command in a text by the result of a function, which is given its verb and its arguments.
func Mentions(text string, tell func(v Verb, args []string) string) string {
	var out strings.Builder
	for {
		at := mention().FindStringSubmatchIndex(text)
		if at == nil {
			out.WriteString(text)
			return out.String()
		}
		v, words := verbIn(text[at[2]:at[3]])
		if words == "" {
			out.WriteString(text[:at[1]])
			text = text[at[1]:]
			continue
		}
		end := at[2] + len(words)
		rest := end + argumentsEnd(text[end:], at[0] > 0 && text[at[0]-1] == '\'')
		out.WriteString(text[:at[0]])
		out.WriteString(tell(v, arguments(text[end:rest])))
		text = text[rest:]
	}
}

// verbIn returns the verb that a text begins with, and its name there.
func verbIn(text string) (v Verb, words string) {
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

// argumentsEnd returns where the arguments of a command end: at the closing quote if the command is quoted, otherwise
// at a comma, a semicolon, a bracket or the end of the text.
func argumentsEnd(text string, quoted bool) int {
	ends := ";,)"
	if quoted {
		ends = "'"
	}
	inside := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			inside = !inside
		case !inside && strings.IndexByte(ends, text[i]) >= 0:
			return i
		}
	}
	return len(text)
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
		case strings.HasPrefix(arg, "-"):
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

// InFields rewords a failure of the verb for a caller who sends fields: it replaces flags by the names of their fields,
// and commands by the results of the function. Without a function commands stay as they are; git's always do, because
// they are typed in a terminal. A hint with a flag for which the verb has no field is dropped.
func (v Verb) InFields(f fail.Failure, tell func(v Verb, args []string) string) fail.Failure {
	f.Message, _ = v.inFields(f.Message, tell)
	hints := []string{}
	for _, h := range f.Hints {
		if h, whole := v.inFields(h, tell); whole {
			hints = append(hints, h)
		}
	}
	f.Hints = hints
	return f
}

func (v Verb) inFields(text string, tell func(v Verb, args []string) string) (out string, whole bool) {
	var commands []string // in new words, put back last so that they are not reworded again
	if tell != nil {
		text = Mentions(text, func(v Verb, args []string) string {
			commands = append(commands, tell(v, args))
			return "\x00"
		})
	}
	var b strings.Builder
	done, whole := 0, true
	for _, at := range flagged().FindAllStringSubmatchIndex(text, -1) {
		f, ok := v.flagOf(text[at[4]:at[5]])
		switch {
		case inCommand(text[:at[4]]):
		case !ok:
			whole = false
		default:
			b.WriteString(text[done:at[4]] + f.Name)
			if done = at[5]; f.Body {
				done = at[1]
			}
		}
	}
	text = b.String() + text[done:]
	for _, c := range commands {
		text = strings.Replace(text, "\x00", c, 1)
	}
	return text, whole
}

// inCommand reports whether a text ends within a command, as "then: consider uninstall " does.
func inCommand(text string) bool {
	for _, end := range []string{"; ", ", ", ": ", "(", "'"} {
		if i := strings.LastIndex(text, end); i >= 0 {
			text = text[i+len(end):]
		}
	}
	return strings.HasPrefix(text, "consider ") || strings.HasPrefix(text, "git ")
}
