package main

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/verb"
)

const preamble = `# Protocol

Generated from the verb table by ` + "`make generate`" + `; do not edit.

Every surface takes one JSON object per verb and answers with one JSON document, the envelope:

    {"ok":true,"data":{...},"cursor":"<store commit>","editorContext":{...}}
    {"ok":false,"error":{"kind":"...","message":"...","hints":["..."],"candidates":[{"id":"...","place":"...","body":"..."}]}}

` + "`cursor`" + ` is the commit of the store that the answer was read from or made. Unknown input fields are refused.
` + "`editorContext`" + ` is where the person was in the editor when the verb was called, an [EditorContext](#editorcontext); it is
missing when no editor shows a file of the project, and in answers of the verbs that are marked. docs/reference/editor-context.md
has more.
An error has a cursor only where one can go on from it: after a wait that ended with nothing.
Times are RFC 3339 in UTC, lines are 1-based and inclusive, paths are slash-separated and relative to the
project's root. Fields marked with ? may be missing.

## serve

` + "`consider serve`" + ` answers one client over standard input and output, for as long as standard input is open: JSON-RPC
2.0, each message behind a ` + "`Content-Length: <bytes>`" + ` line and an empty one, as in the Language Server Protocol. Nothing
else is on standard output; what people should know goes to standard error.

A method is a verb's name. Its params are the verb's input, its result is ` + "`{\"data\":{...},\"cursor\":\"...\"}`" + `, with
` + "`editorContext`" + ` as in the envelope; an error has the code of its kind below, with the envelope's ` + "`error`" + ` as ` + "`data`" + `. An unknown method is -32601. Who asks is
the person at the editor, unless the environment gives a coding agent away: then it is that agent, which nothing in
a request changes. An editor that a person works in takes these variables out (` + "`AGENT_VARIABLES`" + ` of
the generated ` + "`protocol.ts`" + `). Requests run side by side and are answered as they end; ` + "`$/cancelRequest` `{\"id\":...}`" + `
cancels one, which then fails with -32800. A thousand may wait; one more is ` + "`busy`" + `, and a batch has at most as many. ` + "`extension/src/protocol.ts`" + ` is all
this as types.

| beside the verbs | params | result |
|---|---|---|
| ` + "`initialize`" + ` | ` + "`client`" + `? string, ` + "`editor`" + `? boolean: the client is the editor, and needs no ` + "`editorContext`" + ` | ` + "`version`, `protocol` (1), `root`, `store`, `hasStore`, `git`, `unproven`" + `? (why messages do not count as the user's); may be asked at any time |
| ` + "`watchFiles`" + ` | ` + "`files`" + ` list of string | ` + "`{}`" + `; these files are watched instead of those before |
| ` + "`watchResponses`" + ` | ` + "`on`" + ` | ` + "`{}`" + `; whether to notify of agents' answers |
| ` + "`foreground`" + ` | ` + "`pid`" + ` of a terminal's shell | ` + "`agent`" + `: the agent that has that terminal in its hands at this instant, absent for none that is known |

| notification | params | means |
|---|---|---|
| ` + "`changed`" + ` | ` + "`cursor`" + ` string | the store moved there, by whomever, also by this client; empty: there is no store any more |
| ` + "`filesChanged`" + ` | ` + "`files`" + ` list of string | these of the watched files changed; none: git's HEAD or index moved |
| ` + "`responsesChanged`" + ` | ` + "`state`" + ` | agents' newest answers are others; once after each watchResponses as well |

When standard input is closed, or on SIGTERM, what runs has 1.5 seconds to end and is then canceled; the program also ends if its client then reads nothing for some seconds. A message in a
frame that makes no sense is answered; where no frame can be found the program ends with exit code 2.

## Kinds of error

| kind | exit code | HTTP | JSON-RPC |
|---|---|---|---|
`

// protocol renders the whole document.
func protocol() []byte {
	var b bytes.Buffer
	b.WriteString(preamble)
	for _, k := range fail.Kinds() {
		c := k.Codes()
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d |\n", k, c.Exit, c.HTTP, c.RPC)
	}
	b.WriteString("\n## Verbs\n")
	types := &typeList{}
	types.name(reflect.TypeFor[session.EditorContext]())
	for _, v := range verb.All {
		writeVerb(&b, v, types)
	}
	b.WriteString("\n## Types\n")
	types.write(&b)
	return b.Bytes()
}

func writeVerb(b *bytes.Buffer, v verb.Verb, types *typeList) {
	fmt.Fprintf(b, "\n### %s\n\n%s. %s.\n", v.Name, v.Title, effect(v)+told(v))
	if len(v.Aliases) > 0 {
		fmt.Fprintf(b, "Also: `%s`.\n", strings.Join(v.Aliases, "`, `"))
	}
	b.WriteString("\nInput:")
	if len(v.Fields()) == 0 {
		b.WriteString(" nothing.\n")
	} else {
		b.WriteString("\n\n")
		for _, f := range v.Fields() {
			fmt.Fprintf(b, "- `%s`%s %s: %s%s\n", f.Name, optional(!f.Required), types.name(f.Type), f.Help, oneOf(f.Enum))
		}
	}
	fmt.Fprintf(b, "\nOutput: %s.\n", types.name(v.Out))
}

func effect(v verb.Verb) string {
	words := map[verb.Effect]string{verb.Reads: "Reads", verb.Writes: "Writes", verb.Destroys: "Takes something out of sight"}[v.Effect]
	var on []string
	for _, s := range []struct {
		s    verb.Surface
		name string
	}{{verb.CLI, "command line"}, {verb.RPC, "JSON-RPC"}, {verb.MCP, "MCP"}, {verb.Web, "web"}} {
		if v.On&s.s != 0 {
			on = append(on, s.name)
		}
	}
	return words + "; on " + strings.Join(on, ", ")
}

func told(v verb.Verb) string {
	if v.Editor == verb.Untold {
		return "; never with `editorContext`"
	}
	return ""
}

func optional(is bool) string {
	if is {
		return "?"
	}
	return ""
}

func oneOf(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return "; one of `" + strings.Join(values, "`, `") + "`"
}

// typeList collects the structs of which answers are made, each once, in the order in which they are found.
type typeList struct{ structs []reflect.Type }

// name returns the document's name for a type.
func (l *typeList) name(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return l.name(t.Elem())
	case reflect.Slice:
		return "list of " + l.name(t.Elem())
	case reflect.Map:
		return "object of " + l.name(t.Elem()) + " by " + l.name(t.Key())
	case reflect.Interface:
		return "value"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Uint32:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Struct:
		if t.PkgPath() == "time" {
			return "time"
		}
		if !slices.Contains(l.structs, t) {
			l.structs = append(l.structs, t)
		}
		return "[" + t.Name() + "](#" + strings.ToLower(t.Name()) + ")"
	}
	return "string"
}

func (l *typeList) write(b *bytes.Buffer) {
	for i := 0; i < len(l.structs); i++ { // the list grows in the loop
		t := l.structs[i]
		fmt.Fprintf(b, "\n### %s\n\n", t.Name())
		l.fields(b, t)
	}
}

func (l *typeList) fields(b *bytes.Buffer, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			l.fields(b, f.Type)
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || options == "embed" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = f.Name
		}
		fmt.Fprintf(b, "- `%s`%s %s\n", name, optional(strings.Contains(options, "omit")), l.name(f.Type))
	}
}
