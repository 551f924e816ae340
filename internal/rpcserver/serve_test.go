package rpcserver_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/verb"
)

type object = map[string]any

func TestInitializeSaysWhereItIs(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	var got struct {
		Version, Root, Store string
		Protocol             int
		HasStore, Git        bool
		Contents, IDs        bool
	}
	c.must("initialize", object{"client": "test 1.0"}, &got)
	if got.Version == "" || got.Protocol != 1 || got.Root != r.Dir || got.Store != r.Path(".consider") || got.HasStore || !got.Git || !got.Contents || !got.IDs {
		t.Errorf("got %+v", got)
	}
	c.add("a.txt:3", "here")
	c.must("initialize", object{}, &got)
	if !got.HasStore {
		t.Error("no store after the first thread")
	}
	plain := serve(t, gittest.TempDir(t))
	plain.must("initialize", object{}, &got)
	if got.Git {
		t.Error("a plain folder is said to be git's")
	}
	if code := c.end(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// An editor reads the threads with export, which names damaged ones and still returns the others.
func TestAnExportBesideDamageIsAnAnswer(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	bad, good := c.add("a.txt:3", "damaged"), c.add("a.txt:4", "sound")
	blob := r.Git("--git-dir=.consider", "rev-parse", "refs/heads/threads:threads/"+bad[2:3]+"/"+bad+".json")
	if err := os.Remove(r.Path(".consider/objects/" + blob[:2] + "/" + blob[2:])); err != nil {
		t.Fatal(err)
	}
	type damage struct{ Path string }
	var got struct {
		Data struct {
			Text    string
			Damaged []damage
		}
	}
	c.must("export", object{"format": "json"}, &got)
	var doc struct {
		Threads []struct{ ID string }
		Damaged []damage
	}
	if err := json.Unmarshal([]byte(got.Data.Text), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Threads) != 1 || doc.Threads[0].ID != good {
		t.Errorf("threads %v, want %s", doc.Threads, good)
	}
	for _, named := range [][]damage{got.Data.Damaged, doc.Damaged} {
		if len(named) != 1 || !strings.Contains(named[0].Path, bad) {
			t.Errorf("damaged %v, want %s", named, bad)
		}
	}
}

// Each verb, with the input that a table of hand-written cases would forget: none at all.
func TestEveryVerbIsAMethodAndAgreesWithTheCommandLine(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	compare := func(name string, on verb.Surface) {
		t.Helper()
		m := c.call(name, object{})
		if on&verb.CLI == 0 {
			return
		}
		e := cli(t, r.Dir, strings.Fields(name)...)
		switch {
		case (m.Error == nil) != e.OK:
			t.Errorf("%s: %+v here, %+v on the command line", name, m.Error, e.Error)
		case m.Error != nil && m.Error.Data.Kind != e.Error.Kind:
			t.Errorf("%s: %s here, %s on the command line", name, m.Error.Data.Kind, e.Error.Kind)
		}
	}
	for _, store := range []bool{false, true} {
		if store {
			c.add("a.txt:3", "here")
		}
		for _, v := range verb.All {
			m := c.call(v.Name, object{"nosuchfield": 1})
			want := fail.KindUsage.Codes().RPC
			if v.On&verb.RPC == 0 {
				want = -32601
			}
			if m.Error == nil || m.Error.Code != want {
				t.Errorf("%s with an unknown field: %+v", v.Name, m.Error)
			}
			// A verb that is complete without input runs, and then the other surface finds another state.
			if v.On&verb.RPC != 0 && (v.Effect == verb.Reads && !v.Waiting || slices.ContainsFunc(v.Fields(), isRequired)) {
				compare(v.Name, v.On)
			}
		}
	}
	if m := c.call("nosuch", object{}); m.Error == nil || m.Error.Code != -32601 || m.Error.Data.Kind != "usage" {
		t.Errorf("an unknown method: %+v", m.Error)
	}
}

func isRequired(f verb.Field) bool { return f.Required }

// Waiting for others must not keep anyone from being served.
func TestWaitingTakesNoTurn(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	id := c.add("a.txt:3", "here")
	var now struct{ Cursor string }
	c.must("list", object{}, &now)
	var answers []<-chan message
	for range 50 {
		_, answer := c.ask("wait", object{"timeout": "1h", "since": now.Cursor})
		answers = append(answers, answer)
	}
	c.must("list", object{}, nil)
	cli(t, r.Dir, "reply", id, "-m", "from the human, who is the one that waits")
	for _, answer := range answers {
		select {
		case m := <-answer:
			t.Fatalf("ended by the caller's own doings: %+v", m)
		default:
		}
	}
	if out, err := command(t, r.Dir, "reply", id, "-m", "from an agent", "--as", "agent").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, answer := range answers {
		if m := c.wait("wait", answer); m.Error != nil {
			t.Errorf("%+v", m.Error)
		}
	}
}

func TestSurfacesAgree(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	id := c.add("a.txt:3", "here")
	gone := c.add("a.txt:5", "gone")
	c.must("delete", object{"ids": []string{gone}}, nil)
	for _, v := range []struct {
		method string
		params object
		args   string
	}{
		{"get", object{"id": id}, "get " + id},
		{"get", object{"id": "c_00000000"}, "get c_00000000"},
		{"get", object{"id": gone}, "get " + gone},
		{"list", object{"workflow": "all"}, "list --workflow all"},
		{"list", object{"workflow": "closed"}, "list --workflow closed"},
		{"list", object{"file": "../x"}, "list --file ../x"},
		{"context", object{"id": id, "lines": 3}, "context " + id + " -C 3"},
		{"context", object{"id": id, "lines": -1}, "context " + id + " -C=-1"},
		{"summary", object{}, "summary"},
		{"add", object{"place": "a.txt:99", "message": "x"}, "add a.txt:99 -m x"},
		{"add", object{"place": "none.txt:1", "message": "x"}, "add none.txt:1 -m x"},
		{"add", object{"place": "../a.txt:1", "message": "x"}, "add ../a.txt:1 -m x"},
		{"add", object{"place": "a.txt:1", "message": " "}, "add a.txt:1 -m"},
		{"reply", object{"id": gone, "message": "x"}, "reply " + gone + " -m x"},
		{"reply", object{"id": id, "message": "x", "outcome": "finished"}, "reply " + id + " -m x --outcome finished"},
		{"unarchive", object{"ids": []string{id}}, "unarchive " + id},
		{"edit", object{"id": "r_00000000", "message": "x"}, "edit r_00000000 -m x"},
		{"config", object{"name": "nosuch", "value": "x"}, "config nosuch x"},
		{"fsck", object{}, "fsck"},
	} {
		t.Run(v.args, func(t *testing.T) {
			args := strings.Fields(v.args)
			if args[len(args)-1] == "-m" {
				args = append(args, " ")
			}
			e, m := cli(t, r.Dir, args...), c.call(v.method, v.params)
			if m.Error != nil {
				kind := fail.Kind(m.Error.Data.Kind)
				if m.Error.Code != kind.Codes().RPC || m.Error.Message != m.Error.Data.Message {
					t.Errorf("code %d, %q for %+v", m.Error.Code, m.Error.Message, m.Error.Data)
				}
				if strings.Contains(strings.Join(e.Error.Hints, "\n"), " -") { // flags, which here are fields
					e.Error.Hints = m.Error.Data.Hints
				}
				if diff := cmp.Diff(e.Error, m.Error.Data); diff != "" {
					t.Errorf("the command line (-) and here (+):\n%s", diff)
				}
				return
			}
			var got struct {
				Data   any
				Cursor string
			}
			var want any
			if err := json.Unmarshal(m.Result, &got); err != nil || json.Unmarshal(e.Data, &want) != nil {
				t.Fatalf("%v: %s and %s", err, m.Result, e.Data)
			}
			scrub := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == `["checkedAt"]` }, cmp.Ignore())
			if diff := cmp.Diff(want, got.Data, scrub); diff != "" || got.Cursor != e.Cursor {
				t.Errorf("the command line (-) and here (+), cursors %q and %q:\n%s", e.Cursor, got.Cursor, diff)
			}
		})
	}
}

func TestWhoAsksIsThePerson(t *testing.T) {
	r := newRepo(t)
	r.Git("config", "user.name", "Ann")
	c := serve(t, r.Dir)
	c.must("reply", object{"id": c.add("a.txt:3", "here"), "message": "more"}, nil)
	var out struct {
		Data struct {
			Threads []struct {
				Author, AuthorName string
				Unseen             bool
				LastReply          struct{ Author, AuthorName string }
			}
		}
	}
	c.must("list", object{}, &out)
	got := out.Data.Threads[0]
	if got.Author != "human" || got.AuthorName != "Ann" || got.LastReply.Author != "human" || !got.Unseen {
		t.Errorf("got %+v", got)
	}
}

func TestAReplyOfAnotherProcessIsTold(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	id := c.add("a.txt:3", "here")
	var took []time.Duration
	for range 3 {
		e := otherProcess(t, r.Dir, "reply", id, "-m", "done")
		start := time.Now()
		c.hearCursor(e.Cursor)
		took = append(took, time.Since(start))
	}
	t.Logf("told after the command had returned: %v", took)
}

func TestADeletedAndRemadeStoreIsSurvived(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	for round := range 3 {
		c.add("a.txt:3", "here")
		var list struct {
			Cursor string
			Data   struct{ Threads []any }
		}
		c.must("list", object{}, &list)
		if len(list.Data.Threads) != 1 {
			t.Errorf("round %d: %d threads", round, len(list.Data.Threads))
		}
		c.hearCursor(list.Cursor)
		root, err := os.OpenRoot(r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := root.RemoveAll(".consider"); err != nil {
			t.Fatal(err)
		}
		root.Close()
		c.hearCursor("")
		if m := c.call("list", object{}); m.Error == nil || m.Error.Data.Kind != "no_store" {
			t.Errorf("round %d: list without a store: %+v", round, m.Error)
		}
	}
	e := otherProcess(t, r.Dir, "add", "a.txt:4", "-m", "made by another process")
	c.hearCursor(e.Cursor)
}

// A repository that begins to track the store could have it written by anyone with push access.
func TestAnOwnStoreThatGitBeginsToTrackGoesOn(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	c.add("a.txt:3", "here")
	r.Git("add", "-f", ".consider/HEAD", ".consider/config") // in other folders a file may vanish while git reads them
	if m := c.call("list", object{}); m.Error != nil {
		t.Errorf("got %+v", m)
	}
}

func TestShownFilesAreWatched(t *testing.T) {
	r := newRepo(t)
	r.Git("checkout", "-q", "-b", "other")
	r.Write("a.txt", "another\n")
	r.Commit("second")
	c := serve(t, r.Dir)
	named := func(want ...string) func(json.RawMessage) bool {
		return func(params json.RawMessage) bool {
			var p struct{ Files []string }
			return json.Unmarshal(params, &p) == nil && cmp.Equal(p.Files, want)
		}
	}
	c.must("watchFiles", object{"files": []string{"a.txt"}}, nil)
	for range 3 {
		r.Write("a.txt", time.Now().String())
		c.hear("filesChanged", named("a.txt"))
	}
	r.Git("checkout", "-q", "-f", "main")
	c.hear("filesChanged", named("a.txt"))
	c.must("watchFiles", object{"files": []string{}}, nil)
	r.Git("checkout", "-q", "other")
	c.hear("filesChanged", func(params json.RawMessage) bool { return string(params) == `{"files":[]}` })
	for _, bad := range []string{"../x", "/etc/passwd", ""} {
		if m := c.call("watchFiles", object{"files": []string{bad}}); m.Error == nil || m.Error.Data.Kind != "denied" {
			t.Errorf("%q: %+v", bad, m)
		}
	}
}

func TestARequestCanBeCanceled(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	id := c.add("a.txt:3", "here")
	release := holdLock(t, r.Path(".consider"))
	asked, answer := c.ask("reply", object{"id": id, "message": "never"})
	// Also with every turn taken.
	var others []<-chan message
	for range 20 {
		_, other := c.ask("reply", object{"id": id, "message": "later"})
		others = append(others, other)
	}
	c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, asked))
	m := c.wait("canceled reply", answer)
	if m.Error == nil || m.Error.Code != -32800 || m.Error.Data.Kind != "canceled" {
		t.Errorf("got %+v", m)
	}
	c.frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"nobody"}}`)
	release()
	for _, other := range others {
		if m := c.wait("reply", other); m.Error != nil {
			t.Errorf("another reply: %+v", m.Error)
		}
	}
	var out struct {
		Data struct{ Thread struct{ Replies int } }
	}
	c.must("get", object{"id": id}, &out)
	if out.Data.Thread.Replies != 20 {
		t.Errorf("%d replies, want 20", out.Data.Thread.Replies)
	}
}

// holdLock keeps every writer of the store waiting until release is called.
func holdLock(t *testing.T, store string) (release func()) {
	t.Helper()
	s, err := gitstore.Open(store, gitstore.Options{Now: time.Now, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	held, done, over := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		_, _ = s.Update(t.Context(), func(*gitstore.Tx) (gitstore.Meta, error) {
			close(held)
			<-done
			return gitstore.Meta{}, os.ErrClosed // nothing is to be written
		})
	}()
	<-held
	release = sync.OnceFunc(func() {
		close(done)
		<-over
		s.Close()
	})
	t.Cleanup(release)
	return release
}

func TestManyRequestsAtOnce(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	id := c.add("a.txt:3", "here")
	ask := func(i int) <-chan message {
		method, params := "list", object{}
		switch i % 4 {
		case 0:
			method, params = "add", object{"place": fmt.Sprintf("a.txt:%d", 1+i%40), "message": fmt.Sprint(i)}
		case 1:
			method, params = "reply", object{"id": id, "message": fmt.Sprint(i)}
		case 2:
			method, params = "place", object{"file": "a.txt", "text": "line 3\n"}
		}
		_, answer := c.ask(method, params)
		return answer
	}
	var answers []<-chan message
	for i := range 100 {
		answers = append(answers, ask(i))
	}
	for i, answer := range answers {
		m := c.wait(fmt.Sprint(i), answer)
		for m.Error != nil && m.Error.Data.Kind == string(fail.KindBusy) { // the others took longer than a call waits, as on a slow machine
			m = c.wait(fmt.Sprint(i), ask(i))
		}
		if m.Error != nil {
			t.Errorf("%d: %+v", i, m.Error)
		}
	}
	var list struct {
		Data struct{ Threads []struct{ Replies int } }
	}
	c.must("list", object{}, &list)
	replies := 0
	for _, thread := range list.Data.Threads {
		replies += thread.Replies
	}
	if len(list.Data.Threads) != 26 || replies != 25 {
		t.Errorf("%d threads and %d replies, want 26 and 25", len(list.Data.Threads), replies)
	}
}

// A client of JSON-RPC has no flags: an error names the field.
func TestErrorsNameFieldsAndNotFlags(t *testing.T) {
	c := serve(t, newRepo(t).Dir)
	m := c.call("list", map[string]bool{"archived": true, "deleted": true})
	if m.Error == nil || m.Error.Message != "archived and deleted cannot be combined" || m.Error.Data.Message != m.Error.Message {
		t.Errorf("%+v", m.Error)
	}
	if e := cli(t, c.dir, "list", "--archived", "--deleted"); e.Error.Message != "--archived and --deleted cannot be combined" {
		t.Errorf("on the command line: %+v", e.Error)
	}
}
