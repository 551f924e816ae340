package mcpserver_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/gittest"
	"consider/internal/verb"
	"consider/internal/verb/verbtest"
)

// step is one request, on the command line and over MCP. ID is replaced by the first thread's id, which is the
// same in both projects.
type step struct {
	tool string
	in   string // JSON
	args string // without --json
	kind string // of the error; "" for none
	edit func(r *gittest.Repo)
	call []string // instead of args
}

// story has the steps that depend on earlier ones or fail. A verb that is not in it is called as its row's example
// does.
var story = []step{
	{tool: "list", in: `{}`, args: "list", kind: "no_store"}, // no store yet
	{tool: "add", in: `{"place":"a.txt:5-6","message":"look here","labels":["x","y"]}`, args: "add a.txt:5-6 -m look_here -l x -l y"},
	{tool: "add", in: `{"review":true,"message":"all of it"}`, args: "add --review -m all_of_it"},
	{tool: "add", in: `{"place":"b.txt:1","message":"no such file"}`, args: "add b.txt:1 -m no_such_file", kind: "not_found"},
	{tool: "add", in: `{"place":"../b.txt:1","message":"outside"}`, args: "add ../b.txt:1 -m outside", kind: "denied"},
	{tool: "add", in: `{"place":"a.txt","quote":"line 33","message":"quoted"}`, args: "add a.txt --quote line_33 -m quoted"},
	{tool: "list", in: `{}`, args: "list"},
	{tool: "list", in: `{"unseen":true,"file":"a.txt"}`, args: "list --unseen --file a.txt"},
	{tool: "list", in: `{"workflow":"nix"}`, args: "list --workflow nix", kind: "usage"},
	{tool: "context", in: `{"ids":["ID"]}`, args: "context ID"},
	{tool: "context", in: `{"ids":["c_"]}`, args: "context c_", kind: "not_found"}, // ambiguous
	{tool: "context", in: `{"ids":["ID","c_ffffffff"]}`, args: "context ID c_ffffffff", kind: "not_found"},
	{tool: "reply", in: `{"id":"ID","message":"done","outcome":"addressed"}`, args: "reply ID -m done --outcome addressed"},
	{tool: "reply", in: `{"id":"ID","message":""}`, args: "reply ID -m ", kind: "usage"},
	{tool: "context", in: `{"id":"ID","lines":2}`, args: "context ID -C 2"},
	{edit: func(r *gittest.Repo) { r.Write("a.txt", "new first line\n"+strings.Repeat("x\n", 30)) }},
	{tool: "list", in: `{}`, args: "list"}, // stale now
	{tool: "context", in: `{"id":"ID"}`, args: "context ID"},
	{tool: "reanchor", in: `{"id":"ID","place":"a.txt:1"}`, args: "reanchor ID a.txt:1"},
	{tool: "reconcile", in: `{"all":true}`, args: "reconcile --all"},
	{tool: "label", in: `{"id":"ID","add":["z"],"remove":["x"]}`, args: "label ID --add z --remove x"},
	{tool: "resolve", in: `{"ids":["ID"]}`, args: "resolve ID"},
	{tool: "resolve", in: `{"ids":["ID"]}`, args: "resolve ID"}, // twice is success
	{tool: "reply", in: `{"id":"ID","message":"more"}`, args: "reply ID -m more", kind: "conflict"},
	{tool: "resolve", in: `{"ids":["ID"],"reopen":true}`, args: "resolve ID --reopen"},
	{tool: "checkpoint_create", in: `{"name":"one","note":"first"}`, args: "checkpoint create one -m first"},
	{tool: "edit", in: `{"id":"ID","message":"look there"}`, args: "edit ID -m look_there"},
	{edit: func(r *gittest.Repo) { r.Write("a.txt", "new first line\nand a second\n"); r.Write("c.txt", "c\n") }},
	{tool: "checkpoint_diff", in: `{}`, args: "checkpoint diff"},
	{tool: "checkpoint_show", in: `{"name":"one"}`, args: "checkpoint show one"},
	{tool: "checkpoint_show", in: `{"name":"two"}`, args: "checkpoint show two", kind: "not_found"},
	{tool: "log", in: `{"max":5}`, args: "log -n 5"},
	{tool: "log", in: `{"all":true}`, args: "log --all"},
	{tool: "undo", in: `{"dryRun":true}`, args: "undo --dry-run"},
	{tool: "undo", in: `{}`, args: "undo"},
	{tool: "undo", in: `{"redo":true}`, args: "undo --redo"},
	{tool: "responses_feedback", in: `{}`, args: "responses feedback"},
	{tool: "wait", in: `{"timeout":"0"}`, args: "wait --timeout 0", kind: "timeout"},
	{tool: "wait", in: `{"timeout":"soon"}`, args: "wait --timeout soon", kind: "usage"},
}

// arguments returns a step's arguments as a shell passes them; an underscore in the step is a space.
func (s step) arguments(id string) []string {
	if s.call != nil {
		return s.call
	}
	args := strings.Split(strings.ReplaceAll(s.args, "ID", id), " ")
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "_", " ")
		args[i] = strings.ReplaceAll(args[i], "c ", "c_")
	}
	return args
}

// The same input gives the same document and the same text over MCP as on the command line, and the document
// follows the tool's schema. One agent plays the story three times, in projects that are equal to the byte.
func TestTheSameInputGivesTheSameAnswerAsOnTheCommandLine(t *testing.T) {
	p := newPlay(t)
	for _, s := range story {
		p.step(s)
	}
	for _, v := range verb.All {
		tool := strings.ReplaceAll(v.Name, " ", "_")
		if p.schemas[tool] == nil || p.asked[tool] || v.On&verb.CLI == 0 { // tools without a command have a test of their own
			continue
		}
		args := verbtest.Call(v, map[string]string{verbtest.Thread: p.id})
		p.step(step{tool: tool, in: verbtest.Input(t, v, args), call: args})
	}
}

// withoutHints returns a document without its hints, which name commands on the command line and tools over MCP.
func withoutHints(document any) any {
	whole, is := document.(map[string]any)
	if !is || whole["error"] == nil {
		return document
	}
	out := maps.Clone(whole)
	failure := maps.Clone(whole["error"].(map[string]any))
	delete(failure, "hints")
	out["error"] = failure
	return out
}

// alike returns a text without hints and without the lines that name a command on the command line.
func alike(text, onCommandLine string) []string {
	var out []string
	theirs := strings.Split(onCommandLine, "\n")
	for i, line := range strings.Split(text, "\n") {
		forThem := i < len(theirs) && (strings.Contains(theirs[i], ": consider ") || strings.Contains(theirs[i], " --") || strings.HasPrefix(theirs[i], "hint: "))
		if forThem || line == "" || strings.HasPrefix(line, "hint: ") {
			continue
		}
		out = append(out, line)
	}
	return out
}

// play is a run of the story.
type play struct {
	t                       *testing.T
	schemas                 map[string]*jsonschema.Resolved
	overMCP, asJSON, asText *gittest.Repo
	client                  *mcp.ClientSession
	id                      string // of the first thread
	asked                   map[string]bool
}

func newPlay(t *testing.T) *play {
	t.Helper()
	p := &play{t: t, schemas: map[string]*jsonschema.Resolved{}, asked: map[string]bool{}}
	for _, tool := range listed(t) {
		name := tool["name"].(string)
		if s := tool["outputSchema"]; s != nil {
			p.schemas[name] = resolveSchema(t, name, s)
		}
	}
	for _, r := range []**gittest.Repo{&p.overMCP, &p.asJSON, &p.asText} {
		*r = newRepo(t)
		(*r).Write(verbtest.File, strings.Repeat("code\n", 60))
		(*r).Write(verbtest.Plan, "first this, then that\n")
	}
	p.client = desk{t, p.overMCP.Dir}.connect("codex-mcp-client", "", nil)
	return p
}

func (p *play) step(s step) {
	t := p.t
	if s.edit != nil {
		for _, r := range []*gittest.Repo{p.overMCP, p.asJSON, p.asText} {
			s.edit(r)
		}
		return
	}
	p.asked[s.tool] = true
	var in any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(s.in, "ID", p.id)), &in); err != nil {
		t.Fatal(err)
	}
	args := s.arguments(p.id)
	document, _ := desk{t, p.asJSON.Dir}.run("CODEX_THREAD_ID", append(slices.Clone(args), "--json")...)
	out, err := desk{t, p.asText.Dir}.run("CODEX_THREAD_ID", args...)
	res := call(t, p.client, s.tool, in)
	var want any
	if err := json.Unmarshal([]byte(document), &want); err != nil {
		t.Fatalf("%v: %s", err, document)
	}
	got := res.StructuredContent
	if diff := cmp.Diff(withoutHints(want), withoutHints(got)); diff != "" {
		t.Errorf("%s %s: command line (-) and MCP (+):\n%s", s.tool, s.in, diff)
	}
	if s.tool == "responses_feedback" {
		err = strings.TrimPrefix(err, "consider: ") // on standard error there, because the output is pasted
	}
	if diff := cmp.Diff(alike(out+err, out+err), alike(text(t, res), out+err)); diff != "" {
		t.Errorf("%s %s: text on the command line (-) and over MCP (+):\n%s", s.tool, s.in, diff)
	}
	if err := p.schemas[s.tool].Validate(res.StructuredContent); err != nil {
		t.Errorf("%s %s: not what the schema says: %v", s.tool, s.in, err)
	}
	var e envelope
	if decode(t, res.StructuredContent, &e); e.Error.Kind != s.kind {
		t.Errorf("%s %s: %q, want %q: %s", s.tool, s.in, e.Error.Kind, s.kind, e.Error.Message)
	}
	if s.tool == "add" && p.id == "" {
		var e struct {
			Data struct{ Thread struct{ ID string } }
		}
		decode(t, res.StructuredContent, &e)
		p.id = e.Data.Thread.ID
	}
}
