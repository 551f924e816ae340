package main

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"consider/internal/agents"
	"consider/internal/enum"
	"consider/internal/fail"
	"consider/internal/rpcserver"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/words"
)

const typescriptHead = `// Code generated from the verb table by ` + "`make generate`" + `; DO NOT EDIT.
//
// What the extension and "consider serve" say to each other; docs/reference/protocol.md says it in words. Lines are
// 1-based and inclusive, times are RFC 3339, paths are slash-separated and relative to the project's root.

/** The version of this protocol, as initialize answers it. */
export const PROTOCOL = %d;
`

// own lists the methods that are not verbs.
var own = []struct {
	name, help string
	in, out    reflect.Type
}{
	{"initialize", "Say who asks, and learn where", reflect.TypeFor[rpcserver.InitializeInput](), reflect.TypeFor[rpcserver.InitializeOutput]()},
	{"watchFiles", "Say which files are shown, to hear of their changes", reflect.TypeFor[rpcserver.WatchFilesInput](), reflect.TypeFor[rpcserver.Nothing]()},
	{"watchResponses", "Say whether agents' answers are shown, to hear of others", reflect.TypeFor[rpcserver.WatchResponsesInput](), reflect.TypeFor[rpcserver.Nothing]()},
	{"foreground", "Ask which agent has a terminal in its hands", reflect.TypeFor[rpcserver.ForegroundInput](), reflect.TypeFor[rpcserver.ForegroundOutput]()},
}

// notifications lists the messages that the server sends unrequested.
var notifications = []struct {
	name, help string
	params     reflect.Type
}{
	{"changed", "The store moved to another commit, by whomever; cursor is \"\" without a store", reflect.TypeFor[rpcserver.Changed]()},
	{"filesChanged", "Files of watchFiles changed; none: git's HEAD or index did", reflect.TypeFor[rpcserver.FilesChanged]()},
	{"responsesChanged", "Agents' newest answers are others", reflect.TypeFor[rpcserver.ResponsesChanged]()},
}

// typescript renders extension/src/protocol.ts as prettier would, with lines of 100 columns.
func typescript() []byte {
	ts := &tsFile{}
	ts.agents()
	ts.reads()
	ts.failure()
	ts.requests()
	ts.notifications()
	for i := 0; i < len(ts.structs); i++ { // the list grows in the loop
		ts.structure(ts.structs[i])
	}
	ts.enums()
	return append(fmt.Appendf(nil, typescriptHead, rpcserver.Protocol), ts.out.Bytes()...)
}

// tsFile is the file being written.
type tsFile struct {
	out     bytes.Buffer
	structs []reflect.Type // those that something refers to, in the order in which they are found
	named   []enum.Type    // that something refers to
}

func (ts *tsFile) line(format string, args ...any) { fmt.Fprintf(&ts.out, format+"\n", args...) }

// agents writes the environment variables that an editor must not pass on.
func (ts *tsFile) agents() {
	ts.line("\n/** The environment variables by which consider tells that it runs in an agent's shell. */")
	ts.line("export const AGENT_VARIABLES: readonly string[] = [")
	for _, name := range agents.Variables() {
		ts.line("  %q,", name)
	}
	ts.line("];")
}

// reads writes which verbs may be called again when their answer was lost.
func (ts *tsFile) reads() {
	ts.line("\n/** The verbs that change nothing. */")
	ts.line("export const READS: ReadonlySet<string> = new Set([")
	for _, v := range verb.All {
		if v.On&verb.RPC != 0 && v.Effect == verb.Reads {
			ts.line("  %q,", v.Name)
		}
	}
	ts.line("]);")
}

// failure writes the type of an error's data.
func (ts *tsFile) failure() {
	var kinds []string
	for _, k := range fail.Kinds() {
		kinds = append(kinds, string(k))
	}
	ts.line("\n/** What went wrong, as far as it has to be told apart. */")
	ts.union("Kind", quoted(kinds))
	ts.typeOf(reflect.TypeFor[rpcserver.Refusal]())
	ts.line("\n/** The result of a verb; cursor is the store's commit, \"\" for none. */")
	where := ts.typeOf(reflect.TypeFor[session.EditorContext]())
	ts.line("export interface Result<T> {\n  data: T;\n  cursor: string;\n  editorContext?: %s;\n}", where)
}

// requests writes the methods. A verb without required fields may be called without params.
func (ts *tsFile) requests() {
	ts.line("\n/** The methods: what each takes and answers. */")
	ts.line("export interface Requests {")
	for _, m := range own {
		ts.request(m.name, m.help, ts.typeOf(m.in), ts.typeOf(m.out))
	}
	for _, v := range verb.All {
		if v.On&verb.RPC != 0 {
			ts.request(v.Name, v.Title, ts.typeOf(v.In), "Result<"+ts.typeOf(v.Out)+">")
		}
	}
	ts.line("}")
}

func (ts *tsFile) request(name, help, in, out string) {
	ts.line("  /** %s. */", help)
	if strings.Contains(name, " ") { // not an identifier
		name = fmt.Sprintf("%q", name)
	}
	one := fmt.Sprintf("  %s: { params: %s; result: %s };", name, in, out)
	if len(one) > 100 {
		one = fmt.Sprintf("  %s: {\n    params: %s;\n    result: %s;\n  };", name, in, out)
	}
	ts.line("%s", one)
}

func (ts *tsFile) notifications() {
	ts.line("\n/** What the server says unasked, by method. */")
	ts.line("export interface Notifications {")
	for _, n := range notifications {
		ts.line("  /** %s. */\n  %s: %s;", n.help, n.name, ts.typeOf(n.params))
	}
	ts.line("}")
}

// structure writes a struct as an interface, which extends the structs embedded in it.
func (ts *tsFile) structure(t reflect.Type) {
	var extends, fields []string
	for f := range t.Fields() {
		if f.Anonymous {
			extends = append(extends, ts.typeOf(f.Type))
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || options == "embed" || !f.IsExported() {
			continue
		}
		asked := verb.FieldOf(f.Index[0], f)
		if asked.Help != "" {
			fields = append(fields, "  /** "+asked.Help+" */")
		}
		fields = append(fields, "  "+ts.field(cmp.Or(name, f.Name), asked, strings.Contains(options, "omit"))+";")
	}
	head := "export interface " + t.Name()
	if len(extends) > 0 {
		head += " extends " + strings.Join(extends, ", ")
	}
	if len(fields) == 0 && len(extends) == 0 {
		ts.line("\nexport type %s = Record<string, never>;", t.Name())
		return
	}
	ts.line("\n%s {\n%s\n}", head, strings.Join(fields, "\n"))
}

// field writes one field without its semicolon. A field of an input, which has help, allows only the known values.
func (ts *tsFile) field(name string, f verb.Field, optional bool) string {
	typ := strings.Join(quoted(f.Enum), " | ")
	if f.Help == "" || typ == "" {
		typ = ts.typeOf(f.Type)
	}
	if optional {
		return name + "?: " + typ
	}
	if f.Type.Kind() == reflect.Pointer {
		typ += " | null"
	}
	return name + ": " + typ
}

// typeOf returns a type's name in TypeScript, and records structs and enums, to be written later.
func (ts *tsFile) typeOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return ts.typeOf(t.Elem())
	case reflect.Slice:
		return ts.typeOf(t.Elem()) + "[]"
	case reflect.Map:
		return "Record<" + ts.typeOf(t.Key()) + ", " + ts.typeOf(t.Elem()) + ">"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Uint32, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Struct:
		if t.PkgPath() == "time" || t == reflect.TypeFor[words.Text]() {
			return "string"
		}
		if !slices.Contains(ts.structs, t) {
			ts.structs = append(ts.structs, t)
		}
		return t.Name()
	case reflect.String:
		if t.PkgPath() == reflect.TypeFor[fail.Kind]().PkgPath() {
			return t.Name() // the kinds are written already
		}
		if typ, ok := reflect.Zero(t).Interface().(enum.Type); ok {
			if !slices.Contains(ts.named, typ) {
				ts.named = append(ts.named, typ)
			}
			return t.Name()
		}
		return "string"
	}
	return "unknown"
}

// enums writes the string types that have a list of values.
func (ts *tsFile) enums() {
	for _, typ := range ts.named {
		values := quoted(typ.Enum().Names())
		if typ.Enum().Stored {
			values = append(values, "(string & Record<never, never>)")
		}
		ts.line("")
		ts.union(reflect.TypeOf(typ).Name(), values)
	}
}

func (ts *tsFile) union(name string, words []string) {
	one := "export type " + name + " = " + strings.Join(words, " | ") + ";"
	if len(one) > 100 {
		one = "export type " + name + " =\n  | " + strings.Join(words, "\n  | ") + ";"
	}
	ts.line("%s", one)
}

func quoted(values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprintf("%q", v)
	}
	return out
}
