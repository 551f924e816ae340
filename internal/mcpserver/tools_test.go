package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/verb"
)

var update = flag.Bool("update", false, "rewrite testdata/tools.json from what the server says")

// listed returns the server's listing of its tools, as JSON.
func listed(t testing.TB) []object {
	t.Helper()
	r := desk{t, newRepo(t).Dir}.raw("")
	r.initialize("2025-06-18", "x")
	r.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var got struct{ Tools []object }
	decode(t, r.hear().Result, &got)
	return got.Tools
}

// The listing for clients and models does not change unnoticed.
func TestToolsAreAsCommitted(t *testing.T) {
	var now bytes.Buffer
	enc := json.NewEncoder(&now)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(listed(t)); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "tools.json")
	if *update {
		if err := os.WriteFile(golden, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), now.String()); diff != "" {
		t.Errorf("go test ./internal/mcpserver -update, and read what changed:\n%s", diff)
	}
}

// Verbs that only a person may use, or that maintain the store, are not tools.
func TestWhatAgentsShouldNotDoIsNoTool(t *testing.T) {
	tools := map[string]bool{}
	for _, tool := range listed(t) {
		tools[tool["name"].(string)] = true
	}
	for _, v := range verb.All {
		name := strings.NewReplacer(" ", "_", "-", "_").Replace(v.Name)
		if is, should := tools[name], v.On&verb.MCP != 0; is != should {
			t.Errorf("%s: a tool: %v, on MCP: %v", v.Name, is, should)
		}
		if v.Effect == verb.Destroys && tools[name] {
			t.Errorf("%s takes something out of sight", v.Name)
		}
	}
	for _, name := range []string{
		"delete", "undelete", "setup", "uninstall", "config", "import", "gc", "fsck", "hook", "checkpoint_delete", "checkpoint_restore",
	} {
		if tools[name] {
			t.Errorf("%s is a tool", name)
		}
	}
}

func TestSchemasAreSuchThatStrictClientsTakeThem(t *testing.T) {
	names := regexp.MustCompile(`^[a-z][a-z0-9_]{0,40}$`)
	for _, tool := range listed(t) {
		name := tool["name"].(string)
		if !names.MatchString(name) {
			t.Errorf("%s: a name that some client refuses", name)
		}
		if text, _ := tool["description"].(string); len(text) < 10 || len(text) > 1024 {
			t.Errorf("%s: a description of %d bytes", name, len(text))
		}
		for _, which := range []string{"inputSchema", "outputSchema"} {
			s, is := tool[which].(object)
			if !is && which == "outputSchema" && name == "memory" { // its answers are plain text
				continue
			}
			if s["type"] != "object" {
				t.Errorf("%s: %s is no object", name, which)
			}
			checkPlain(t, name+" "+which, s)
			resolveSchema(t, name+" "+which, s)
		}
		in := tool["inputSchema"].(object)
		if in["additionalProperties"] != false {
			t.Errorf("%s: takes more than it says", name)
		}
		for field, p := range in["properties"].(object) {
			if p.(object)["description"] == nil && !trained(name, field) {
				t.Errorf("%s: nothing is said of %s", name, field)
			}
		}
	}
}

// trained reports whether models know a field of a tool from their training.
func trained(tool, field string) bool {
	v, _ := verb.Find(tool)
	return slices.ContainsFunc(v.Fields(), func(f verb.Field) bool { return f.Name == field && f.Trained })
}

// checkPlain refuses features that some clients do not understand: unions, nulls, references, types left open.
func checkPlain(t *testing.T, where string, s object) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(s)) {
		switch key {
		case "type":
			if kind, one := s["type"].(string); !one || kind == "null" {
				t.Errorf("%s: the type is %v", where, s["type"])
			}
		case "properties":
			for name, p := range s["properties"].(object) {
				checkPlain(t, where+"."+name, p.(object))
			}
		case "items":
			checkPlain(t, where+"[]", s["items"].(object))
		case "additionalProperties":
			if p, is := s[key].(object); is {
				checkPlain(t, where+".*", p)
			}
		case "description", "enum", "required", "format", "minItems":
		default:
			t.Errorf("%s: %s is not for every client", where, key)
		}
	}
	if s["type"] == nil {
		t.Errorf("%s: no type", where)
	}
	if s["type"] == "array" && s["items"] == nil {
		t.Errorf("%s: a list of what?", where)
	}
}

func resolveSchema(t testing.TB, where string, s any) *jsonschema.Resolved {
	t.Helper()
	var schema jsonschema.Schema
	decode(t, s, &schema)
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatalf("%s: no JSON Schema: %v", where, err)
	}
	return resolved
}

func TestHintsFollowFromTheEffect(t *testing.T) {
	c := desk{t, newRepo(t).Dir}.connect("x", "", nil)
	got, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range got.Tools {
		i := slices.IndexFunc(verb.All, func(v verb.Verb) bool {
			return strings.NewReplacer(" ", "_", "-", "_").Replace(v.Name) == tool.Name
		})
		v, no := verb.All[i], false
		want := &mcp.ToolAnnotations{
			ReadOnlyHint: v.Effect == verb.Reads, IdempotentHint: v.Effect == verb.Reads || v.Repeatable, OpenWorldHint: &no,
		}
		if v.Effect != verb.Reads {
			want.DestructiveHint = &no
		}
		if diff := cmp.Diff(want, tool.Annotations); diff != "" {
			t.Errorf("%s: %s", tool.Name, diff)
		}
	}
}

// Unless programs ask for more, an answer is the output of the command line and nothing else, the tools have no output
// schema, and the listing, which every request of a model carries, is small.
func TestTextAloneIsText(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	c := d.connect("claude-code", "", nil)
	plain := d.connect("claude-code", "", nil, "--text")
	got, err := plain.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range got.Tools {
		names = append(names, tool.Name)
		if tool.OutputSchema != nil {
			t.Errorf("%s promises structured content", tool.Name)
		}
	}
	want := []string{
		"add", "context", "editor_get_context", "label", "list", "memory", "reply", "resolve", "responses_feedback", "summary", "wait",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	if listing, err := json.Marshal(got.Tools); err != nil || len(listing) > 8000 {
		t.Errorf("the listing has %d bytes: %v", len(listing), err)
	}
	for tool, in := range map[string]object{"list": {}, "reply": {"id": "c_ffffffff", "message": "x"}} {
		full, short := call(t, c, tool, in), call(t, plain, tool, in)
		if short.StructuredContent != nil || short.IsError != full.IsError || text(t, short) != text(t, full) {
			t.Errorf("%s: %+v", tool, short)
		}
	}
}

// Some clients cut a server's instructions.
func TestInstructionsFitIntoEveryClient(t *testing.T) {
	c := desk{t, newRepo(t).Dir}.connect("x", "", nil)
	said := c.InitializeResult().Instructions
	if len(said) > 2000 || len(said) < 500 {
		t.Errorf("%d bytes", len(said))
	}
	// The tools and words that they name exist.
	got, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"summary", "list", "context", "reply", "wait", "resolve"} {
		if !strings.Contains(said, name) || !slices.ContainsFunc(got.Tools, func(t *mcp.Tool) bool { return t.Name == name }) {
			t.Errorf("%s is not both said and a tool", name)
		}
	}
}
