package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/mcpserver"
	"consider/internal/origin"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/words"
	"consider/internal/worktree"
)

func TestEveryRevisionIsSpoken(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	id := d.add("a.txt:3", "here")
	for _, revision := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		r := d.raw("")
		m := r.initialize(revision, "x")
		var got struct {
			ProtocolVersion, Instructions string
			ServerInfo                    struct{ Name, Version string }
			Capabilities                  object
		}
		decode(t, m.Result, &got)
		if got.ProtocolVersion != revision || got.ServerInfo.Name != "consider" || got.ServerInfo.Version != "test" ||
			got.Instructions == "" || len(got.Capabilities) != 1 || got.Capabilities["tools"] == nil {
			t.Errorf("%s: %+v", revision, got)
		}
		r.say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"context","arguments":{"ids":[%q]}}}`, id)
		if res := r.hear().result(t); !res.StructuredContent.OK {
			t.Errorf("%s: %+v", revision, res)
		}
	}
}

// The revisions from 2026-07-28 on have no handshake: each request names the client.
func TestWithoutAHandshakeEachRequestSaysWhoAsks(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	id := d.add("a.txt:3", "here")
	r := d.raw("")
	meta := func(client string) string {
		return fmt.Sprintf(`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":%q,"version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`, client)
	}
	r.say(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{%s}}`, meta("x"))
	var found struct {
		SupportedVersions []string
		Instructions      string
	}
	decode(t, r.hear().Result, &found)
	if len(found.SupportedVersions) < 5 || found.Instructions == "" {
		t.Errorf("%+v", found)
	}
	r.say(`{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},%s}}`, meta("x"))
	for range 2 { // that nothing will come, and the answer
		r.hear()
	}
	for _, client := range []string{"codex-mcp-client", "Some Client/2"} {
		r.say(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"reply","arguments":{"id":%q,"message":"x"},%s}}`, id, meta(client))
		var reply struct{ Reply struct{ AuthorName string } }
		decode(t, r.hear().result(t).StructuredContent.Data, &reply)
		if want := map[string]string{"codex-mcp-client": "codex", "Some Client/2": "some-client-2"}[client]; reply.Reply.AuthorName != want {
			t.Errorf("%s: recorded as %q, want %q", client, reply.Reply.AuthorName, want)
		}
	}
}

// Requests from before the client closed its side are answered.
func TestWhatWasAskedIsAnsweredAfterTheInputEnds(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	id := d.add("a.txt:3", "here")
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	for i := range 5 {
		r.say(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"reply","arguments":{"id":%q,"message":"x"}}}`, i, id)
	}
	_ = r.in.Close()
	ended := time.Now()
	answers := 0
	for line := range r.lines {
		var m message
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.result(t).IsError {
			t.Errorf("%.300s: %v", line, err)
		}
		answers++
	}
	// On a busy machine, what is not done by the end of Grace is canceled.
	if answers != 5 && (answers > 5 || time.Since(ended) < mcpserver.Grace) {
		t.Errorf("%d answers", answers)
	}
}

func TestWaitKeepsNobodyFromBeingServed(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	for i := range 20 { // more than run side by side
		r.say(`{"jsonrpc":"2.0","id":"w%d","method":"tools/call","params":{"name":"wait","arguments":{"timeout":"9m","since":%q}}}`, i, d.cursor())
	}
	r.alive()
	d.add("a.txt:7", "there")
	for range 20 {
		if m := r.hear(); !strings.HasPrefix(string(m.ID), `"w`) || m.result(t).IsError {
			t.Errorf("%+v", m)
		}
	}
}

// A cancelled call ends, and is not answered.
func TestACanceledCallEnds(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	r.say(`{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"wait","arguments":{"timeout":"9m","since":%q}}}`, d.cursor())
	r.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w"}}`)
	r.alive()
	d.add("a.txt:7", "there") // would end the wait
	r.alive()
	r.say(`{"jsonrpc":"2.0","id":"w","method":"ping"}`) // the id is free again
	if m := r.hear(); string(m.ID) != `"w"` || m.Error != nil {
		t.Errorf("%+v", m)
	}
}

func TestAWaitEndsWithTheSession(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	r.say(`{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"wait","arguments":{"timeout":"9m","since":%q}}}`, d.cursor())
	r.alive() // and the clean-up proves that it ends
}

func TestAWaitThatEndsWithNothingTellsWhereToGoOn(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	c := d.connect("codex", "", nil)
	e := ask(t, c, "wait", object{"timeout": "0", "since": d.cursor()})
	if e.Error.Kind != "timeout" || len(e.Cursor) != 40 {
		t.Fatalf("%+v", e)
	}
	d.add("a.txt:7", "there")
	got := data[history.WaitOutput](t, c, "wait", object{"timeout": "9m", "since": e.Cursor})
	if len(got.Events) != 1 || got.Events[0].Kind != "thread" {
		t.Errorf("%+v", got)
	}
}

// server returns a server whose fields the test sets.
func (d desk) server(in, out *os.File) *mcpserver.Server {
	return &mcpserver.Server{
		In: in, Out: out, Version: "test", Now: time.Now,
		Caller: func(string) session.Caller { return session.Caller{Agent: "tester"} },
		Text:   func(verb.Envelope, words.Surface) string { return "" },
		Project: func(dir string) (*session.Project, error) {
			if dir == "" {
				dir = d.dir
			}
			place, err := worktree.Locate(dir)
			return &session.Project{Place: place, Tree: gitrepo.Open(place), Now: time.Now, Program: "consider/test", Origin: origin.Here{Key: gittest.AccountKey()}}, err
		},
	}
}

func TestAWaitTellsThatItGoesOn(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	theirIn, ours := pipe(t)
	theirs, ourOut := pipe(t)
	s := d.server(theirIn, ourOut)
	s.ProgressEvery = 5 * time.Millisecond
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(t.Context()) }()

	told := make(chan *mcp.ProgressNotificationParams, 1000)
	client := mcp.NewClient(&mcp.Implementation{Name: "x", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) { told <- req.Params },
	})
	live, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: theirs, Writer: ours}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		params := &mcp.CallToolParams{Name: "wait", Arguments: object{"timeout": "9m", "since": d.cursor()}}
		params.SetProgressToken("mine")
		_, _ = live.CallTool(ctx, params)
	}()
	last := 0.0
	for range 3 {
		select {
		case p := <-told:
			if p.ProgressToken != "mine" || p.Progress <= last {
				t.Errorf("after %v: %+v", last, p)
			}
			last = p.Progress
		case <-time.After(hang):
			t.Fatal("nothing is told")
		}
	}
	stop()
	<-over
	// A call without a progress token gets no reports; one of the call before may still arrive.
	if res := call(t, live, "wait", object{"timeout": "50ms", "since": d.cursor()}); res.IsError {
		t.Errorf("%+v", res)
	}
	for len(told) > 0 {
		if p := <-told; p.ProgressToken != "mine" {
			t.Errorf("%+v", p)
		}
	}
	_ = live.Close()
	_ = ours.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func pipe(t testing.TB) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close(); _ = w.Close() })
	return r, w
}

// TestAClientThatTakesNoMoreAnswersEndsTheSession: a host that is closed stops reading and writing at once, while
// answers are due. The program does not report that as an error.
func TestAClientThatTakesNoMoreAnswersEndsTheSession(t *testing.T) {
	in, asks := pipe(t)
	answers, out := pipe(t)
	s := desk{t, t.TempDir()}.server(in, out)
	_ = answers.Close()
	if _, err := asks.WriteString(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n"); err != nil {
		t.Fatal(err)
	}
	_ = asks.Close()
	if err := s.Serve(t.Context()); err != nil {
		t.Error(err)
	}
}

// Each call opens the project anew, as a command would.
func TestAStoreThatIsMadeAgainIsFound(t *testing.T) {
	r := newRepo(t)
	d := desk{t, r.Dir}
	c := d.connect("codex", "", nil)
	if e := ask(t, c, "list", object{}); e.Error.Kind != "no_store" || len(e.Error.Hints) == 0 {
		t.Fatalf("%+v", e)
	}
	id := d.add("a.txt:3", "here")
	data[review.ReplyOutput](t, c, "reply", object{"id": id, "message": "seen"})
	ask(t, c, "list", object{}) // after it, the mark of what the answer brought is stored
	r.Remove(".consider")
	if e := ask(t, c, "list", object{}); e.Error.Kind != "no_store" {
		t.Fatalf("%+v", e)
	}
	d.add("a.txt:4", "again")
	if got := data[review.ListOutput](t, c, "list", object{}); len(got.Threads) != 1 || got.Threads[0].Replies != 0 {
		t.Errorf("%+v", got)
	}
	r.Write(".gitignore", "!.consider\n")
	r.Remove(".consider/.gitignore")
	r.Git("add", "-f", ".consider/HEAD")
	if got := data[review.ListOutput](t, c, "list", object{}); len(got.Threads) != 1 {
		t.Errorf("a store of one's own that git tracks: %+v", got)
	}
}

func TestAFolderThatIsGoneIsSaid(t *testing.T) {
	r := newRepo(t)
	r.Write("sub/b.txt", "b\n")
	c := desk{t, r.Path("sub")}.connect("codex", "", nil)
	if e := ask(t, c, "list", object{}); e.Error.Kind != "no_store" {
		t.Fatalf("%+v", e)
	}
	r.Remove("sub")
	if e := ask(t, c, "list", object{}); e.Error.Kind != "not_found" || len(e.Error.Hints) != 1 {
		t.Errorf("%+v", e)
	}
	r.Write("sub/b.txt", "b\n")
	if e := ask(t, c, "list", object{}); e.Error.Kind != "no_store" {
		t.Errorf("%+v", e)
	}
}

// The process ends on a signal, whatever it is doing, and writes only the protocol.
func TestTheProcessEndsOnASignal(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	cmd := exec.CommandContext(t.Context(), os.Args[0], "mcp")
	cmd.Dir = d.dir
	cmd.Env = append(gittest.Env(filepath.Join(d.dir, ".no-home")), "PATH="+os.Getenv("PATH"), asProgram+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := &raw{t: t, in: in, lines: make(chan string, 100)}
	go r.read(out)
	r.initialize("2025-06-18", "x")
	r.say(`{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"wait","arguments":{"timeout":"9m","since":%q}}}`, d.cursor())
	r.alive()
	stop := syscall.SIGTERM
	if err := cmd.Process.Signal(stop); err != nil { // Windows has no such signal
		_ = in.Close()
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(hang):
		t.Error("it goes on")
		_ = cmd.Process.Kill()
	}
}
