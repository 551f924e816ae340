package mcpserver_test

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/thread"
)

// Each agent has its own unread messages, and is the same agent over MCP as in its shell.
func TestEachAgentHasItsOwnUnseen(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	first, second := d.add("a.txt:3", "here"), d.add("a.txt:7", "there")
	claude := d.connect("claude-code", "CLAUDE_CODE_SESSION_ID", nil)
	codex := d.connect("codex-mcp-client", "", nil) // which gives its servers no variable of its own
	overMCP := func(c *mcp.ClientSession) []string {
		return ids(data[review.ListOutput](t, c, "list", object{"unseen": true}))
	}
	inShell := func(variable string) []string {
		out, _ := d.run(variable, "list", "--unseen", "--json")
		var e struct{ Data review.ListOutput }
		if err := json.Unmarshal([]byte(out), &e); err != nil {
			t.Fatal(err)
		}
		return ids(e.Data)
	}
	check := func(when, claudes, codexes string) {
		t.Helper()
		for who, is := range map[string][2]string{
			"claude over MCP":   {claudes, strings.Join(overMCP(claude), " ")},
			"claude in a shell": {claudes, strings.Join(inShell("CLAUDECODE"), " ")},
			"codex over MCP":    {codexes, strings.Join(overMCP(codex), " ")},
			"codex in a shell":  {codexes, strings.Join(inShell("CODEX_THREAD_ID"), " ")},
		} {
			if is[0] != is[1] {
				t.Errorf("%s: %s has not seen %q, want %q", when, who, is[1], is[0])
			}
		}
		for c, want := range map[*mcp.ClientSession]string{claude: claudes, codex: codexes} {
			if got := data[review.SummaryOutput](t, c, "summary", object{}).UnseenOpen; got != len(strings.Fields(want)) {
				t.Errorf("%s: summary counts %d unseen, want %q", when, got, want)
			}
		}
	}
	both := first + " " + second
	check("at first", both, both)
	data[review.ContextOutput](t, claude, "context", object{"id": first})
	check("claude got one", second, both)
	d.run("CODEX_THREAD_ID", "context", second)
	check("codex read the other in its shell", second, first)
	data[review.ReplyOutput](t, codex, "reply", object{"id": first, "message": "done"})
	check("codex answered", second, "")
	d.run("", "reply", first, "-m", "not quite", "--as", "human", "--name", "Ann")
	check("the human answered", both, first)
	if got := data[review.ContextOutput](t, claude, "context", object{"id": first}); got.Thread.Thread[0].AuthorName != "codex" ||
		len(got.Thread.SeenBy) != 2 {
		t.Errorf("%+v", got.Thread)
	}
}

func ids(l review.ListOutput) []string {
	var out []string
	for _, t := range l.Threads {
		out = append(out, t.ID)
	}
	return out
}

// Whatever a client says of itself, it is an agent, with a name that is safe to print.
func TestACallerIsAlwaysAnAgent(t *testing.T) {
	for _, c := range []struct{ client, variable, want string }{
		{"claude-code", "", "claude-code"},
		{"opencode", "OPENCODE", "opencode"},
		{"opencode", "", "opencode"},
		{"gemini-cli-mcp-client", "", "gemini"},
		{"github-copilot-developer", "COPILOT_CLI", "copilot"},
		{"cursor-vscode", "", "cursor"},
		{"Visual Studio Code", "", "copilot"},
		{"anything", "CLAUDECODE", "claude-code"},
		{"human", "", "agent"}, // its own name would show it as a person
		{"", "", "agent"},
		{"\x1b[31m\u202e\n", "", "31m"},
		{strings.Repeat("x", 9000), "", strings.Repeat("x", 40)},
	} {
		d := desk{t, newRepo(t).Dir}
		id := d.add("a.txt:3", "here")
		s := d.connect(c.client, c.variable, nil)
		got := data[review.ReplyOutput](t, s, "reply", object{"id": id, "message": "x"})
		if got.Reply.Author != thread.Agent || got.Reply.AuthorName != c.want {
			t.Errorf("%.40q %s: recorded as %s %q, want %q", c.client, c.variable, got.Reply.Author, got.Reply.AuthorName, c.want)
		}
		for _, field := range []string{"as", "author", "authorName", "name"} {
			if e := ask(t, s, "reply", object{"id": id, "message": "x", field: "human"}); e.Error.Kind != "usage" {
				t.Errorf("%s was taken: %+v", field, e)
			}
		}
	}
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// A client that is not started in a project reports its open folders.
func TestWithoutAProjectHereTheClientsFoldersAreTaken(t *testing.T) {
	for _, revision := range []string{"2025-06-18", "2026-07-28"} { // which ask in different ways
		t.Run(revision, func(t *testing.T) { foldersAreTaken(t, revision) })
	}
}

func foldersAreTaken(t *testing.T, revision string) {
	r := gittest.New(t)
	r.Write("sub dir/a.txt", "one\ntwo\n")
	r.Commit("first")
	desk{t, r.Dir}.add("sub dir/a.txt:2", "here")
	empty, gone := gittest.TempDir(t), filepath.Join(gittest.TempDir(t), "gone")
	nowhere := desk{t, gittest.TempDir(t)}

	client := mcp.NewClient(&mcp.Implementation{Name: "desktop", Version: "1"}, nil)
	for _, uri := range []string{"https://example.com/x", "file://elsewhere/x", fileURI(gone), fileURI(empty), fileURI(r.Path("sub dir"))} {
		client.AddRoots(&mcp.Root{URI: uri})
	}
	var asked atomic.Int32
	client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "roots/list" {
				asked.Add(1)
			}
			return next(ctx, method, req)
		}
	})
	in, out := nowhere.pipes("")
	c, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: readCloser{out}, Writer: in},
		&mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if got := c.InitializeResult().ProtocolVersion; got != revision {
		t.Fatalf("they speak %s", got)
	}
	for range 3 {
		if got := data[review.ListOutput](t, c, "list", object{}); len(got.Threads) != 1 {
			t.Fatalf("%+v", got)
		}
	}
	data[review.AddOutput](t, c, "add", object{"place": "sub dir/a.txt:1", "message": "from the root"})
	if entries, _ := os.ReadDir(nowhere.dir); len(entries) > 0 {
		t.Errorf("something was made in %s", nowhere.dir)
	}
	if got := asked.Load(); revision < "2026" && got != 1 {
		t.Errorf("the client was asked %d times", got)
	}
}

// For a client without folders, or one that does not answer, the server's own folder is used.
func TestAProjectHereIsTakenBeforeTheClientsFolders(t *testing.T) {
	here, other := newRepo(t), newRepo(t)
	desk{t, other.Dir}.add("a.txt:2", "there")
	d := desk{t, here.Dir}
	id := d.add("a.txt:1", "here")
	client := mcp.NewClient(&mcp.Implementation{Name: "x", Version: "1"}, nil)
	client.AddRoots(&mcp.Root{URI: fileURI(other.Dir)})
	in, out := d.pipes("")
	c, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: readCloser{out}, Writer: in}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if got := ids(data[review.ListOutput](t, c, "list", object{})); len(got) != 1 || got[0] != id {
		t.Errorf("%v", got)
	}
}

func TestTheStoreThatWasNamedIsUsed(t *testing.T) {
	r := newRepo(t)
	d := desk{t, r.Dir}
	store := filepath.Join(gittest.TempDir(t), "elsewhere")
	d.run("", "--store", store, "add", "a.txt:2", "-m", "x", "--as", "human")
	c := d.connect("codex", "", nil, "--store", store)
	if got := data[review.ListOutput](t, c, "list", object{}); len(got.Threads) != 1 {
		t.Errorf("%+v", got)
	}
	c = d.connect("codex", "", nil)
	if e := ask(t, c, "list", object{}); e.Error.Kind != "no_store" {
		t.Errorf("%+v", e)
	}
}
