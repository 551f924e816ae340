package webserver

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/compare"
)

func TestTheBootIsInert(t *testing.T) {
	v := newSite(t)
	v.Write("evil.txt", "</script><script>alert(1)</script>\n\u2028\u202e\n")
	// The server compares once when it starts, possibly while the file was half written. A request during that comparison
	// gets its result; a later request gets the next one.
	v.ask("GET", "/api/boot", "", nil)
	status, text, _ := v.ask("GET", "/api/boot", "", nil)
	if status != http.StatusOK || strings.ContainsAny(text, "<>\u2028\u202e") {
		t.Fatalf("the boot is not inert: %d %v", status, text)
	}
	var b Boot
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	if b.State != "ok" || len(b.Files) != 2 || len(b.First) != 2 || b.Files[0].Additions != 1 || b.Files[0].Deletions != 1 || b.Snapshot == "" {
		t.Errorf("the boot: %+v", b)
	}
	if got := b.First[1].Blocks[0].Lines[0].Text; got != "</script><script>alert(1)</script>" {
		t.Errorf("a line arrives as %q", got)
	}
}

func TestAPageIsPackedForWhoTakesThat(t *testing.T) {
	v := newSite(t)
	r, err := http.NewRequestWithContext(t.Context(), "GET", v.url("/review"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	pack, err := gzip.NewReader(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if page, err := io.ReadAll(pack); err != nil || !strings.Contains(string(page), "/assets/review.") {
		t.Errorf("%v %s", err, page)
	}
}

func TestAssetsHaveTheirDigestInTheirNames(t *testing.T) {
	a := newAssets(fstest.MapFS{
		"assets/page.html": {Data: []byte(`<script src="{{asset page.js}}"></script>`)},
		"assets/page.js":   {Data: []byte(strings.Repeat("let x = 1;\n", 100))},
	})
	page, ok := a.pages["page.html"]
	name, _, _ := strings.Cut(strings.TrimPrefix(page, `<script src="/assets/`), `"`)
	file := a.files[name]
	if !ok || file == nil || !strings.HasPrefix(name, "page.") || len(name) != len("page..js")+16 || file.packed == nil || !strings.HasPrefix(file.kind, "text/javascript") {
		t.Errorf("%q %q %+v", page, name, file)
	}
}

func TestEveryStateHasASentence(t *testing.T) {
	for _, c := range []struct {
		name, state string
		files       int
		scope       compare.Scope
		make        func(t *testing.T) string
	}{
		{"not a git repository", "no_git", 0, compare.Scope{}, gittestDir},
		{"no commit and no file", "no_head", 0, compare.Scope{}, func(t *testing.T) string { return gittest.New(t).Dir }},
		{"no commit yet", "ok", 2, compare.Scope{}, func(t *testing.T) string {
			r := gittest.New(t)
			r.Write("staged.txt", "x\n")
			r.Git("add", "staged.txt")
			r.Write("loose.txt", "y\n")
			return r.Dir
		}},
		{"clean", "clean", 0, compare.Scope{}, committed},
		{"detached", "ok", 1, compare.Scope{}, func(t *testing.T) string {
			dir := committed(t)
			r := gittest.At(t, dir)
			r.Git("checkout", "-q", "--detach")
			r.Write("a.txt", "other\n")
			return dir
		}},
		{"a merge under way", "ok", 1, compare.Scope{}, conflicted},
		{"a merge under way, unstaged", "ok", 1, compare.Scope{Kind: compare.ScopeUnstaged}, conflicted},
		{"a sparse checkout", "ok", 1, compare.Scope{}, func(t *testing.T) string {
			dir := committed(t)
			r := gittest.At(t, dir)
			r.Write("in/a.txt", "1\n")
			r.Write("out/b.txt", "1\n")
			r.Commit("folders")
			r.Git("sparse-checkout", "set", "in")
			r.Write("in/a.txt", "2\n")
			return dir
		}},
		{"a linked worktree", "ok", 1, compare.Scope{}, func(t *testing.T) string {
			r := gittest.At(t, committed(t))
			at := filepath.Join(gittest.TempDir(t), "linked")
			r.Git("worktree", "add", "-q", at)
			linked := gittest.At(t, at)
			linked.Write("a.txt", "other\n")
			return at
		}},
		{"a bare repository", "failed", 0, compare.Scope{}, func(t *testing.T) string {
			return gittest.New(t, "--bare").Dir
		}},
		{"a damaged index", "failed", 0, compare.Scope{}, func(t *testing.T) string {
			dir := committed(t)
			gittest.At(t, dir).Write(".git/index", "broken\n")
			return dir
		}},
		{"a torn branch", "failed", 0, compare.Scope{Kind: compare.ScopeBase, From: "HEAD"}, func(t *testing.T) string {
			dir := committed(t)
			gittest.At(t, dir).Write(".git/refs/heads/main", "12ab\n")
			return dir
		}},
		{"a folder without git, since a checkpoint", "failed", 0, compare.Scope{Kind: compare.ScopeSince, From: "last"}, gittestDir},
		{"a repository inside", "ok", 1, compare.Scope{}, func(t *testing.T) string {
			dir := committed(t)
			r := gittest.At(t, dir)
			r.Git("init", "-q", "inner")
			r.Write("inner/x.txt", "not ours\n")
			r.Write("ours.txt", "x\n")
			return dir
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := open(t, c.make(t), func(s *Server) {
				if c.scope.Kind != "" {
					s.Scope = c.scope
				}
			})
			b := v.boot()
			if b.State != c.state || len(b.Files) != c.files {
				t.Errorf("state %s with %d files, want %s with %d: %+v", b.State, len(b.Files), c.state, c.files, b)
			}
			if b.State != "ok" && (b.Message == "" || len(b.Hints) == 0) {
				t.Errorf("no way on: %+v", b)
			}
		})
	}
}

func gittestDir(t *testing.T) string { return gittest.TempDir(t) }

func committed(t *testing.T) string {
	r := gittest.New(t)
	r.Write("a.txt", "1\n2\n3\n")
	r.Commit("first")
	return r.Dir
}

func conflicted(t *testing.T) string {
	r := gittest.At(t, committed(t))
	r.Git("checkout", "-q", "-b", "side")
	r.Write("a.txt", "1\nside\n3\n")
	r.Commit("side")
	r.Git("checkout", "-q", "-")
	r.Write("a.txt", "1\nmain\n3\n")
	r.Commit("main")
	if out, err := r.TryGit("merge", "side"); err == nil {
		t.Fatalf("no conflict: %s", out)
	}
	return r.Dir
}

func TestOddFilesAreShownAsWhatTheyAre(t *testing.T) {
	r := gittest.New(t)
	r.Write("mode.sh", "x\n")
	r.Write("from.txt", strings.Repeat("some words here\n", 20))
	r.Write("crlf.txt", "a\r\nb\r\n")
	r.Write("bin", "a\x00b")
	r.Write("link", "a file\n")
	r.Write("noeol", "a")
	r.Write("go.sum", "x\n")
	r.Write("lone.txt", "a\rb\n")
	r.Write("gone.txt", "nothing like it\n")
	r.Commit("first")
	r.Git("config", "core.autocrlf", "false")
	if err := os.Chmod(r.Path("mode.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.Remove("from.txt")
	r.Write("to.txt", strings.Repeat("some words here\n", 20)+"more\n")
	r.Write("crlf.txt", "a\nb\n")
	r.Write("bin", "a\x00cdef")
	r.Remove("link")
	if err := os.Symlink("noeol", r.Path("link")); err != nil {
		t.Fatal(err)
	}
	r.Write("noeol", "b")
	r.Write("go.sum", "y\n")
	r.Write("lone.txt", "a\rc\n")
	r.Remove("gone.txt")
	r.Write("generated.go", "// Code generated by x. DO NOT EDIT.\npackage x\n")
	r.Write("app.min.js", "x\n")
	r.Write("long.txt", strings.Repeat("x", 2<<20)+"\n")
	r.Write("empty.txt", "")
	r.Write("latin.txt", "caf\xe9\n")
	r.Write("many.txt", strings.Repeat("x\n", compare.LargeRows+1))
	r.Write("huge.bin", strings.Repeat("\x00", 9<<20))
	v := open(t, r.Dir, nil)
	b := v.boot()
	byPath := map[string]compare.ChangedFile{}
	for _, f := range b.Files {
		byPath[f.Path] = f
	}
	check := func(path string, ok bool) {
		t.Helper()
		if !ok {
			t.Errorf("%s: %+v", path, byPath[path])
		}
	}
	f := byPath["mode.sh"]
	check("mode.sh", runtime.GOOS == "windows" || f.Status == "M" && f.OldMode == "100644" && f.NewMode == "100755" && f.Additions == 0)
	f = byPath["to.txt"]
	check("to.txt", f.Status == "R" && f.OldPath == "from.txt" && f.Additions == 1)
	f = byPath["bin"]
	check("bin", f.Binary && f.OldSize == 3 && f.NewSize == 6)
	check("link", byPath["link"].Status == "T")
	check("go.sum", byPath["go.sum"].Collapsed == "lock")
	check("generated.go", byPath["generated.go"].Collapsed == "generated" && byPath["generated.go"].Untracked)
	check("app.min.js", byPath["app.min.js"].Collapsed == "minified")
	check("long.txt", byPath["long.txt"].Collapsed == "minified")
	check("many.txt", byPath["many.txt"].Collapsed == "large" && byPath["many.txt"].Additions == compare.LargeRows+1)
	check("empty.txt", byPath["empty.txt"].Status == "A")
	check("gone.txt", byPath["gone.txt"].Status == "D")
	check("huge.bin", byPath["huge.bin"].Unread != "" && byPath["huge.bin"].Status == "A" && byPath["huge.bin"].NewSize == 9<<20)
	if _, d := v.file("crlf.txt", ""); d.LineEnds == nil || d.LineEnds.Old != "CRLF" || d.LineEnds.New != "LF" || d.Blocks[0].Lines[0].Text != "a\r" {
		t.Errorf("line ends: %+v", d)
	}
	if _, d := v.file("crlf.txt", "?ws=ignore"); len(d.Blocks) != 0 {
		t.Errorf("without white space: %+v", d)
	}
	if _, d := v.file("lone.txt", ""); d.Blocks[0].Lines[1].Text != "a\rc" {
		t.Errorf("a lone return: %+v", d)
	}
	if _, d := v.file("noeol", ""); !d.Blocks[0].Lines[0].NoEOL || !d.Blocks[0].Lines[1].NoEOL {
		t.Errorf("no newline at the end: %+v", d)
	}
	if _, d := v.file("latin.txt", ""); d.Encoding != "ISO-8859-1" || d.Blocks[0].Lines[0].Text != "café" {
		t.Errorf("encoding: %+v", d)
	}
	if _, d := v.file("long.txt", ""); !d.Truncated || len(d.Blocks[0].Lines[0].Text) != maxLineSent {
		t.Errorf("a long line: %v", d.Truncated)
	}
	if _, d := v.file("link", ""); len(d.Blocks) != 2 {
		t.Errorf("a change of type: %+v", d)
	}
	if _, d := v.file("bin", ""); len(d.Blocks) != 0 {
		t.Errorf("a binary file: %+v", d)
	}
}

func TestNamesThatAreNoTextAreAddressedByTheirIDs(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system's names are text")
	}
	r := gittest.New(t)
	for _, name := range []string{"a\xff.txt", "quo\"te.txt", "new\nline.txt", "-dash.txt", "ta\tb.txt", "ünï.txt", "\u202egpj.txt"} {
		r.Write(name, "x\n")
	}
	v := open(t, r.Dir, nil)
	b := v.boot()
	if len(b.Files) != 7 {
		t.Fatalf("%d files", len(b.Files))
	}
	for _, f := range b.Files {
		d := must[struct{ Data FileDiff }](v, "GET", "/api/file/"+f.ID, "").Data
		if len(d.Blocks) != 1 || d.Blocks[0].Lines[0].Text != "x" {
			t.Errorf("%q: %+v", f.Path, d)
		}
		body := `{"comments":[{"file":"` + f.ID + `","startLine":null,"endLine":null,"side":"right","body":"x"}]}`
		if strings.Contains(f.Path, "<0xff>") {
			v.refused("usage", "POST", "/api/comments", body, nil)
		} else if out := must[CommentsOutput](v, "POST", "/api/comments", body); len(out.Threads) != 1 || out.Warning != "" {
			t.Errorf("%q: %+v", f.Path, out)
		}
	}
}

func TestLinesAroundAHunkCanBeHad(t *testing.T) {
	v := newSite(t)
	f, _ := v.file("a.txt", "")
	out := must[LinesOutput](v, "GET", "/api/lines/"+f.ID+"?side=new&from=2&to=3", "")
	if out.Total != 10 || len(out.Lines) != 2 || out.Lines[0] != (NumberedLine{N: 2, Text: "two"}) {
		t.Errorf("got %+v", out)
	}
	out = must[LinesOutput](v, "GET", "/api/lines/"+f.ID+"?side=old&from=2&to=99", "")
	if len(out.Lines) != 9 || out.Lines[0].Text != "2" {
		t.Errorf("got %+v", out)
	}
	for _, q := range []string{"?from=0&to=1", "?from=2&to=1", "?from=a&to=b", "?side=middle&from=1&to=2"} {
		v.refused("usage", "GET", "/api/lines/"+f.ID+q, "", nil)
	}
	v.refused("not_found", "GET", "/api/lines/nosuch?from=1&to=2", "", nil)
}

func TestALongLineAroundAHunkEndsWithAWholeLetter(t *testing.T) {
	r := gittest.New(t)
	r.Write("long.txt", "x"+strings.Repeat("é", maxLineSent)+"\n")
	v := open(t, r.Dir, nil)
	f, _ := v.file("long.txt", "")
	out := must[LinesOutput](v, "GET", "/api/lines/"+f.ID+"?from=1&to=1", "")
	if len(out.Lines) != 1 || out.Lines[0].Text != "x"+strings.Repeat("é", maxLineSent/2-1) || out.Lines[0].Cut != maxLineSent+2 {
		t.Errorf("%d lines, ending in %q", len(out.Lines), out.Lines[0].Text[len(out.Lines[0].Text)-4:])
	}
}

func TestASnapshotStaysWhatItWas(t *testing.T) {
	v := newSite(t)
	before := v.boot()
	v.Write("a.txt", "1\nzwei\n3\n4\n5\n6\n7\n8\n9\n10\n")
	after := v.boot()
	if before.Snapshot == after.Snapshot || before.Files[0].ID != after.Files[0].ID || before.Files[0].Hash == after.Files[0].Hash {
		t.Fatalf("%+v and %+v", before, after)
	}
	path := "/api/file/" + before.Files[0].ID + "?snapshot="
	for snapshot, want := range map[string]string{before.Snapshot: "two", after.Snapshot: "zwei"} {
		d := must[struct{ Data FileDiff }](v, "GET", path+snapshot, "").Data
		if got := d.Blocks[0].Lines[2].Text; got != want {
			t.Errorf("the line is %q, want %q", got, want)
		}
	}
	for i := range maxServed {
		v.Write("b.txt", strings.Repeat("x\n", i+1))
		v.boot()
	}
	v.refused("conflict", "GET", path+before.Snapshot, "", nil)
}

func TestThreadsAreOnTheLinesOfTheAskingPage(t *testing.T) {
	v := newSite(t)
	before := v.boot()
	v.Write("a.txt", "zero\n1\ntwo\n3\n4\n5\n6\n7\n8\n9\n10\n")
	after := v.boot()
	// The page that shows the older diff means its own line 2, which has moved since.
	must[any](v, "POST", "/api/add?snapshot="+before.Snapshot, `{"place":"a.txt","startLine":2,"message":"here"}`)
	for snapshot, want := range map[string]int{before.Snapshot: 2, after.Snapshot: 3} {
		out := must[struct{ Data review.ListOutput }](v, "POST", "/api/list?snapshot="+snapshot, `{}`).Data
		if len(out.Threads) != 1 || out.Threads[0].Placement.StartLine != want {
			t.Errorf("got %+v, want line %d", out.Threads, want)
		}
	}
}

func TestThePageMayAskForThreadsByTheirWords(t *testing.T) {
	v := newSite(t)
	at := v.boot().Snapshot
	must[any](v, "POST", "/api/add?snapshot="+at, `{"place":"a.txt","startLine":2,"message":"Is this used?"}`)
	for asked, want := range map[string]int{
		`{"grep":"IS.*used"}`: 1, `{"grep":"unused"}`: 0, `{"author":"human"}`: 1, `{"author":"agent"}`: 0, `{"since":"2h"}`: 1,
	} {
		if out := must[struct{ Data review.ListOutput }](v, "POST", "/api/list?snapshot="+at, asked).Data; len(out.Threads) != want {
			t.Errorf("%s: %+v, want %d", asked, out.Threads, want)
		}
	}
	v.refused("usage", "POST", "/api/list?snapshot="+at, `{"grep":"("}`, nil)
}

func TestAComparisonBetweenIsNotKept(t *testing.T) {
	v := newSite(t)
	shown := v.boot()
	for i := range 3 { // comparisons by the watcher, which no page asks for
		v.Write("b.txt", strings.Repeat("x\n", i+1))
		snap, err := v.server.fresh(t.Context(), v.server.Scope)
		if err != nil {
			t.Fatal(err)
		}
		snap.giveBack()
	}
	v.server.snapshots.mu.Lock()
	n := len(v.server.snapshots.all())
	v.server.snapshots.mu.Unlock()
	if n != 2 {
		t.Errorf("%d snapshots are kept, want that of the page and the newest", n)
	}
	must[any](v, "GET", "/api/drafts?snapshot="+shown.Snapshot, "")
}

// A page that follows changes renews itself often. The diff that another page shows is kept, and those that were left are not.
func TestAPageThatFollowsKeepsTheDiffsOfOthers(t *testing.T) {
	v := newSite(t)
	shown := v.boot()
	current, left := shown.Snapshot, ""
	for i := range 2 * maxServed {
		v.Write("b.txt", strings.Repeat("x\n", i+1))
		next := must[Boot](v, "GET", "/api/boot?left="+left, "").Snapshot
		current, left = next, current
		if i == 0 {
			left = "" // the other page shows the first one
		}
	}
	must[any](v, "GET", "/api/drafts?snapshot="+shown.Snapshot, "")
	must[any](v, "GET", "/api/drafts?snapshot="+current, "")
	v.server.snapshots.mu.Lock()
	defer v.server.snapshots.mu.Unlock()
	if n := len(v.server.snapshots.served); n != 3 {
		t.Errorf("%d snapshots are kept for pages, want that of the other page, the last one and the one before", n)
	}
}

// Between the end of a comparison and the moment its waiters run again, the next one may end.
func TestAComparisonIsKeptForThoseWhoWaitedForIt(t *testing.T) {
	v := newSite(t)
	v.boot() // so that a snapshot is served
	ss := &v.server.snapshots
	v.Write("b.txt", "one\n")
	comparing := &pendingSnapshot{scope: v.server.Scope, done: make(chan struct{}), waiters: 2}
	v.server.take(comparing, nil)
	v.Write("b.txt", "another\n")
	snap, err := v.server.fresh(t.Context(), v.server.Scope)
	if err != nil {
		t.Fatal(err)
	}
	snap.giveBack()
	if n := comparing.snap.users.Load(); n != 2 || slices.Contains(ss.all(), comparing.snap) {
		t.Errorf("it has %d users; want it no longer kept and lent to the two", n)
	}
}

func TestTheWholePatchIsGits(t *testing.T) {
	v := newSite(t)
	_, text, _ := v.ask("GET", "/api/diff", "", nil)
	want := v.Git("-c", "core.abbrev=7", "diff", "HEAD")
	if strings.TrimSpace(text) != strings.TrimSpace(want) {
		t.Errorf("got %s\nwant %s", text, want)
	}
}

func TestAFileOver8MiBIsNotComparedAndCounted(t *testing.T) {
	r := gittest.New(t)
	big := strings.Repeat("one line of a file that is too large to be compared\n", 180_000)
	r.Write("big.txt", big)
	r.Write("a.txt", "1\n")
	r.Commit("first")
	r.Write("big.txt", "changed\n"+big)
	r.Write("new.txt", "new\n"+big)
	r.Write("a.txt", "2\n")
	r.Git("add", "new.txt")
	v := open(t, r.Dir, nil)
	for _, f := range v.boot().Files {
		if f.Path == "a.txt" {
			continue
		}
		if f.Unread == "" || f.Collapsed != "" || max(f.OldSize, f.NewSize) < int64(len(big)) {
			t.Errorf("%s: %+v", f.Path, f)
		}
	}
	changes := must[struct {
		Data struct{ NotCompared int }
	}](v, "POST", "/api/changes", "{}")
	if changes.Data.NotCompared != 2 {
		t.Errorf("the list of changes counts %d", changes.Data.NotCompared)
	}
	out := must[CommentsOutput](v, "POST", "/api/comments", `{"comments":[{"file":"big.txt","startLine":null,"endLine":null,"side":"new","body":"so large"}]}`)
	if md := v.read(out.Paths.MD); !strings.Contains(md, "\n2 files not compared: big.txt, new.txt\n") || !strings.Contains(md, "big.txt (file-level)") {
		t.Error(md)
	}
	if doc := v.read(out.Paths.JSON); !strings.Contains(doc, `"notCompared": [`) {
		t.Error(doc)
	}
}
