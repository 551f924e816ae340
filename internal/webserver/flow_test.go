package webserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/enum"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/history"
	"consider/internal/review/round"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/verb"
)

const aReview = `{"globalComment":"Overall, nice.","comments":[
	{"file":"a.txt","startLine":2,"endLine":2,"side":"right","body":"why a word?"},
	{"file":"a.txt","startLine":1,"endLine":2,"side":"left","body":"## this was fine\n> really"},
	{"file":"a.txt","startLine":8,"endLine":9,"side":"right","body":"far from any change"},
	{"file":"a.txt","startLine":null,"endLine":null,"side":"right","body":"a file"}],"verdict":"request_changes"}`

func TestAReviewIsWrittenForAnAgent(t *testing.T) {
	v := newSite(t)
	out := must[CommentsOutput](v, "POST", "/api/comments", aReview)
	if len(out.Threads) != 5 || out.Checkpoint != "round-1" || out.Warning != "" || out.Verdict != history.RequestsChanges {
		t.Fatalf("got %+v", out)
	}
	at := out.Threads
	want := `# Code Review Comments

> Overall, nice.

Verdict: changes requested.

## a.txt (file-level) ` + at[3] + `

> a file

## a.txt

### Line 2 ` + at[0] + `

> +two

Comment:

> why a word?

### Lines 1-2 (old side) ` + at[1] + `

>  1
> -2

Comment:

> ## this was fine
> > really

### Lines 8-9 ` + at[2] + `

>  8
>  9

Comment:

> far from any change

---
Each comment is a thread. Reply with ` + "`consider reply <id> --outcome " + strings.Join(enum.Of[thread.Outcome]().Names(), "|") + " -m \"...\"`" + `:

`
	md := v.read(out.Paths.MD)
	if diff := cmp.Diff(want, md[:min(len(want), len(md))]); diff != "" {
		t.Error(diff)
	}
	for _, id := range out.Threads {
		if !strings.Contains(md, "\n- "+id+" ") {
			t.Errorf("%s is not named", id)
		}
	}
	var doc Document
	if err := json.Unmarshal([]byte(v.read(out.Paths.JSON)), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.GlobalComment == nil || len(doc.Comments) != 4 || len(doc.Threads) != 5 || doc.Comments[3].StartLine != nil || doc.Comments[0].Thread != out.Threads[0] {
		t.Errorf("the document: %+v", doc)
	}
	if status := v.Git("status", "--porcelain"); strings.TrimSpace(status) != "M a.txt" {
		t.Errorf("git sees %q", status)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if said := strings.Join(v.said, "\n"); !strings.Contains(said, out.Paths.MD) || strings.Contains(said, v.token) {
		t.Errorf("on the terminal: %s", said)
	}
}

func TestBothSpellingsOfASideAreTakenAndFilesKeepTheirs(t *testing.T) {
	v := newSite(t)
	asFiles := must[CommentsOutput](v, "POST", "/api/comments", aReview)
	asElsewhere := must[CommentsOutput](v, "POST", "/api/comments", strings.NewReplacer(`"right"`, `"new"`, `"left"`, `"old"`).Replace(aReview))
	plain := func(out CommentsOutput, path string) string {
		said := v.read(path)
		for i, id := range append([]string{out.Review}, out.Threads...) {
			said = strings.ReplaceAll(said, id, fmt.Sprint("ID", i))
		}
		return said
	}
	if diff := cmp.Diff(plain(asFiles, asFiles.Paths.MD), plain(asElsewhere, asElsewhere.Paths.MD)); diff != "" {
		t.Error(diff)
	}
	for _, out := range []CommentsOutput{asFiles, asElsewhere} {
		var doc struct{ Comments []struct{ Side string } }
		if err := json.Unmarshal([]byte(v.read(out.Paths.JSON)), &doc); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(doc.Comments); got != "[{right} {left} {right} {right}]" {
			t.Errorf("the file has the sides %s", got)
		}
	}
	v.refused("usage", "POST", "/api/comments", strings.Replace(aReview, `"left"`, `"up"`, 1), nil)
}

func TestADraftIsStoredAsOlderProgramsReadItAndAnsweredInOneSpelling(t *testing.T) {
	v := newSite(t)
	v.boot()
	for key, side := range map[string]string{"a": "left", "b": "old", "c": "right", "d": "new"} {
		must[DraftView](v, "PUT", "/api/drafts/"+key, `{"kind":"line","file":"a.txt","side":"`+side+`","startLine":2,"endLine":2,"body":"x"}`)
	}
	answered := map[string]thread.Side{}
	for _, d := range must[DraftsOutput](v, "GET", "/api/drafts", "").Drafts {
		answered[d.Key] = d.Side
	}
	if diff := cmp.Diff(map[string]thread.Side{"a": "old", "b": "old", "c": "new", "d": "new"}, answered); diff != "" {
		t.Error(diff)
	}
	for key, want := range map[string]string{"a": "left", "b": "left", "c": "right", "d": "right"} {
		stored := v.read(".consider/private/" + thread.DraftDir + "/" + submission.DraftName(key))
		if !strings.Contains(stored, `"side":"`+want+`"`) {
			t.Errorf("draft %s is stored as %s", key, stored)
		}
	}
}

func TestWhatAReviewWroteIsTakenInAsTheSameThreads(t *testing.T) {
	v := newSite(t)
	out := must[CommentsOutput](v, "POST", "/api/comments", aReview)
	doc := v.read(out.Paths.JSON)
	human := session.Caller{Terminal: true}
	before, err := exchange.Export(t.Context(), v.as(human), exchange.ExportInput{Format: "json"})
	if err != nil {
		t.Fatal(err)
	}
	other := gittest.New(t)
	other.Write("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n")
	other.Commit("first")
	other.Write("a.txt", "1\ntwo\n3\n4\n5\n6\n7\n8\n9\n10\n")
	w := open(t, other.Dir, nil)
	in, err := exchange.Import(t.Context(), w.as(human), exchange.ImportInput{Store: new(doc)})
	if err != nil || len(in.Imported) != 5 {
		t.Fatalf("%+v %v", in, err)
	}
	after, err := exchange.Export(t.Context(), w.as(human), exchange.ExportInput{Format: "json"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(said(t, before.Text), said(t, after.Text)); diff != "" {
		t.Error(diff)
	}
}

// said returns what an export says, without commits, which differ from repository to repository.
func said(t *testing.T, text string) (out []map[string]any) {
	t.Helper()
	var doc struct {
		Threads []map[string]any `json:"threads"`
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	for _, thread := range doc.Threads {
		delete(thread, "checkedAt")
		delete(thread, "fingerprint") // of the project's files, which the review's document does not carry
		if a, ok := thread["anchor"].(map[string]any); ok {
			delete(a["base"].(map[string]any), "commit")
		}
		out = append(out, thread)
	}
	return out
}

func TestABadCommentOverHTTPLeavesNothingBehind(t *testing.T) {
	v := newSite(t)
	for _, body := range []string{
		`{"comments":[{"file":"a.txt","startLine":1,"endLine":1,"side":"right","body":"good"},{"file":"a.txt","startLine":1,"endLine":99,"side":"right","body":"bad"}]}`,
		`{"comments":[{"file":"../x","startLine":1,"endLine":1,"side":"right","body":"bad"}]}`,
		`{"comments":[{"file":"a.txt","startLine":1,"endLine":1,"side":"right","body":"bad","extra":1}]}`,
		`{"comments":[{"file":"a.txt","startLine":"1","endLine":1,"side":"right","body":"bad"}]}`,
	} {
		if status, text, _ := v.ask("POST", "/api/comments", body, nil); status < 400 || status >= 500 {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
	v.unharmed()
}

func TestVerbsAreAnsweredAsTheHumans(t *testing.T) {
	v := newSite(t)
	added := must[struct {
		Data review.AddOutput
		OK   bool
	}](v, "POST", "/api/add", `{"place":"a.txt:2","message":"now"}`)
	if th := added.Data.Thread; !added.OK || th.Author != thread.Human || th.AuthorName != "Ann" || th.Placement.StartLine != 2 {
		t.Errorf("got %+v", added)
	}
	made := must[struct{ Data round.CheckpointOutput }](v, "POST", "/api/checkpoint/create", `{}`)
	if made.Data.Checkpoint.Name != "round-1" {
		t.Errorf("got %+v", made)
	}
	v.refused("not_found", "POST", "/api/reply", `{"id":"c_00000000","message":"x"}`, nil)
	v.refused("not_found", "POST", "/api/gc", `{}`, nil)
	v.refused("usage", "POST", "/api/reply", `{"id":"c_1"}`, nil)
	if _, text, _ := v.ask("POST", "/api/reply", `{"id":"c_1"}`, nil); !strings.Contains(text, `"message":"no message","hints":[]`) {
		t.Errorf("a page is told to pass a flag: %s", text)
	}
	for _, w := range verb.All {
		path := "/api/" + strings.ReplaceAll(w.Name, " ", "/")
		status, _, _ := v.ask("POST", path, `{"nosuch":1}`, nil)
		if want := map[bool]int{true: http.StatusBadRequest, false: http.StatusNotFound}[w.On&verb.Web != 0]; status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
		if status, _, _ := v.ask("GET", path, "", nil); status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			t.Errorf("GET %s: %d", path, status)
		}
	}
}

func TestDraftsOutliveTheServerAndFollowTheLines(t *testing.T) {
	v := newSite(t)
	v.boot()
	must[submission.Draft](v, "PUT", "/api/drafts/Line-1", `{"kind":"line","file":"a.txt","side":"right","startLine":2,"endLine":3,"body":"half a th"}`)
	must[submission.Draft](v, "PUT", "/api/drafts/line-1", `{"kind":"file","file":"a.txt","body":"another"}`)
	must[submission.Draft](v, "PUT", "/api/drafts/all", `{"kind":"review","body":"On the wh"}`)
	must[Done](v, "PUT", "/api/viewed", `{"hash":"0123456789abcdef","viewed":true}`)
	v.stop()
	if err := <-v.ended; err != nil {
		t.Fatal(err)
	}
	v.ended <- nil
	v.Write("a.txt", "0\n1\ntwo\n3\n4\n5\n6\n7\n8\n9\n10\n")
	w := open(t, v.Dir, nil)
	w.boot()
	drafts := must[DraftsOutput](w, "GET", "/api/drafts", "").Drafts
	if len(drafts) != 3 {
		t.Fatalf("got %+v", drafts)
	}
	for _, d := range drafts {
		if d.Key == "Line-1" && (d.Body != "half a th" || d.StartLine != 2 || d.Placed == nil || d.Placed.StartLine != 3 || d.Placed.EndLine != 4) {
			t.Errorf("the draft on lines: %+v %+v", d, d.Placed)
		}
	}
	if viewed := must[ViewedOutput](w, "GET", "/api/viewed", "").Viewed; len(viewed) != 1 {
		t.Errorf("viewed: %v", viewed)
	}
	must[Done](w, "DELETE", "/api/drafts/line-1", "")
	must[Done](w, "DELETE", "/api/drafts/line-1", "")
	must[Done](w, "PUT", "/api/viewed", `{"hash":"0123456789abcdef","viewed":false}`)
	if viewed := must[ViewedOutput](w, "GET", "/api/viewed", "").Viewed; len(viewed) != 0 {
		t.Errorf("viewed: %v", viewed)
	}
	// A submitted draft is deleted; one that was not submitted stays.
	must[CommentsOutput](w, "POST", "/api/comments", `{"comments":[{"file":"a.txt","startLine":3,"endLine":4,"side":"right","body":"half a th"}]}`)
	if drafts := must[DraftsOutput](w, "GET", "/api/drafts", "").Drafts; len(drafts) != 1 || drafts[0].Key != "all" {
		t.Errorf("after the review: %+v", drafts)
	}
	if names, err := filepath.Glob(filepath.Join(v.Dir, ".consider", "private", "bases", "*")); err != nil || len(names) != 0 {
		t.Errorf("texts that no draft is on: %v %v", names, err)
	}
	if log := v.Git("--git-dir=.consider", "log", "--format=%s", "threads"); strings.Contains(log, "draft") {
		t.Errorf("drafts are in the history: %s", log)
	}
}

func TestDraftsThatCannotBeAreRefused(t *testing.T) {
	v := newSite(t)
	v.boot()
	for path, body := range map[string]string{
		"/api/drafts/a%20b":   `{"kind":"review","body":"x"}`,
		"/api/drafts/a":       `{"kind":"poem","body":"x"}`,
		"/api/drafts/b":       `{"kind":"line","file":"a.txt","side":"right","startLine":0,"endLine":0,"body":"x"}`,
		"/api/drafts/c":       `{"kind":"line","file":"a.txt","side":"right","startLine":1,"endLine":99,"body":"x"}`,
		"/api/drafts/d":       `{"kind":"line","file":"a.txt","side":"up","startLine":1,"endLine":1,"body":"x"}`,
		"/api/drafts/e":       `{"kind":"review","body":"x","updatedAt":"2026-01-01T00:00:00Z"}`,
		"/api/drafts/f":       `{"key":"other","kind":"review","body":"x"}`,
		"/api/viewed":         `{"hash":"../../x","viewed":true}`,
		"/api/drafts/" + long: `{"kind":"review","body":"x"}`,
	} {
		v.refused("usage", "PUT", path, body, nil)
	}
	v.refused("denied", "PUT", "/api/drafts/g", `{"kind":"file","file":"../a.txt","body":"x"}`, nil)
}

var long = strings.Repeat("k", 129)

func TestEventsTellOfTheStoreAndTheFiles(t *testing.T) {
	v := newSite(t)
	b := v.boot()
	events := v.events("?since=" + b.Cursor + "&snapshot=" + b.Snapshot)
	v.next(events, "ping")
	out := must[CommentsOutput](v, "POST", "/api/comments", aReview)
	var change Change
	for change.Cursor != out.Cursor {
		if err := json.Unmarshal([]byte(v.next(events, "change")), &change); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := review.Reply(t.Context(), v.as(session.Caller{Agent: "codex"}), review.ReplyInput{ID: out.Threads[0], Message: "done"}); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(v.next(events, "change")), &change); err != nil {
		t.Fatal(err)
	}
	if now := v.boot(); change.Cursor == out.Cursor || change.Cursor != now.Cursor {
		t.Errorf("got %+v, and the page gets %q", change, now.Cursor)
	}
	v.Write("a.txt", "changed\n")
	var moved FilesMoved
	if err := json.Unmarshal([]byte(v.next(events, "files")), &moved); err != nil {
		t.Fatal(err)
	}
	if again := v.boot(); again.Snapshot != moved.Snapshot || again.Snapshot == b.Snapshot {
		t.Errorf("told %q, and now there is %q", moved.Snapshot, again.Snapshot)
	}
	v.Write("new.txt", "of a name that nobody watched\n")
	v.next(events, "files")
	// A page that connects late is notified of what it missed.
	late := v.events("?since=" + b.Cursor + "&snapshot=" + b.Snapshot)
	v.next(late, "change")
	v.next(late, "files")
	v.stop()
	v.next(events, "bye")
}

func TestOnceEndsAfterTheFirstReview(t *testing.T) {
	r := newSite(t).Repo
	v := open(t, r.Dir, func(s *Server) { s.Once = true })
	v.refused("usage", "POST", "/api/comments", `{`, nil)
	out := must[CommentsOutput](v, "POST", "/api/comments", `{"verdict":"approve"}`)
	if out.Checkpoint == "" || len(out.Threads) != 0 || !strings.Contains(v.read(out.Paths.MD), "Verdict: approved.") {
		t.Errorf("got %+v", out)
	}
	if err := <-v.ended; err != nil {
		t.Error(err)
	}
	v.ended <- nil
}

func TestOutIsAFolderThatGitDoesNotSee(t *testing.T) {
	r := newSite(t).Repo
	v := open(t, r.Dir, func(s *Server) { s.Out = filepath.Join(r.Dir, "deep", "rfa") })
	out := must[CommentsOutput](v, "POST", "/api/comments", `{"globalComment":"x"}`)
	if !strings.HasPrefix(out.Paths.MD, "deep/rfa/comments_") || v.read(out.Paths.MD) == "" {
		t.Errorf("got %+v", out.Paths)
	}
	if status := v.Git("status", "--porcelain"); strings.Contains(status, "rfa") {
		t.Errorf("git sees %q", status)
	}
}

func TestAReviewDoesNotFollowALinkOutOfItsFolder(t *testing.T) {
	r := newSite(t).Repo
	outside := gittest.TempDir(t)
	if err := os.Symlink(outside, filepath.Join(r.Dir, "rfa")); err != nil {
		t.Skip("this system makes no links: ", err)
	}
	v := open(t, r.Dir, func(s *Server) { s.Out = filepath.Join(r.Dir, "rfa") })
	out := must[CommentsOutput](v, "POST", "/api/comments", `{"globalComment":"x"}`)
	if out.Warning == "" || out.Paths.MD != "" || len(out.Threads) != 1 {
		t.Errorf("got %+v", out)
	}
	if names, err := os.ReadDir(outside); err != nil || len(names) != 0 {
		t.Errorf("%d files were written outside: %v", len(names), err)
	}
}

func TestTheEndOfTheServerIsTheEndOfItsPort(t *testing.T) {
	v := newSite(t)
	events := v.events("")
	v.next(events, "ping")
	v.stop()
	if err := <-v.ended; err != nil {
		t.Fatal(err)
	}
	v.ended <- nil
	if _, err := http.Get(v.url("/review")); err == nil { //nolint:noctx // it has to fail
		t.Error("it still answers")
	}
	v.unharmed()
}

func TestOneFormIsOneThreadHoweverOftenItIsSent(t *testing.T) {
	v := newSite(t)
	v.boot()
	const both = `{"globalComment":"all in all","globalForm":"f0","comments":[{"file":"a.txt","startLine":2,"endLine":2,"side":"new","body":"once","form":"f1"}]}`
	const now = `{"place":"a.txt","startLine":3,"message":"now","form":"f2"}`
	sent := func(v *site) (ids []string) {
		ids = must[CommentsOutput](v, "POST", "/api/comments", both).Threads
		added := must[struct {
			Data struct{ Thread struct{ ID string } }
		}](v, "POST", "/api/add", now)
		return append(ids, added.Data.Thread.ID)
	}
	statuses := make(chan int, 2)
	for range 2 {
		go func() {
			status, _, _ := v.ask("POST", "/api/comments", both, nil)
			statuses <- status
		}()
	}
	if sum := <-statuses + <-statuses; sum != 2*http.StatusOK {
		t.Errorf("the two got %d together", sum)
	}
	first := sent(v)
	again := open(t, v.Dir, nil) // the server was started anew meanwhile
	again.boot()
	if second := sent(again); len(first) != 3 || !slices.Equal(first, second) {
		t.Errorf("%v, and sent again %v", first, second)
	}
	again.refused("conflict", "POST", "/api/add", strings.Replace(now, `"now"`, `"other words"`, 1), nil)
	list := must[struct {
		Data struct{ Threads []struct{ ID string } }
	}](again, "POST", "/api/list", "{}")
	if len(list.Data.Threads) != 3 {
		t.Errorf("%d threads", len(list.Data.Threads))
	}
}

// When a page was opened on newer files, the pages that were already open were once not notified of them.
func TestAPageThatOpensOnNewerFilesIsNewsToTheOthers(t *testing.T) {
	v := newSite(t)
	v.boot()
	for name, change := range map[string]func(){
		"changed files": func() { v.Write("a.txt", "changed\n") },
		"unreadable":    func() { v.Move(".git/index", ".git/index.kept"); v.Write(".git/index", "broken\n") },
	} {
		change()
		page, _ := v.server.hub.add("")
		b := v.boot()
		v.server.hub.remove(page)
		told := ""
		for m := range page.messages {
			told += string(m)
		}
		if !strings.Contains(told, "event: files") || !strings.Contains(told, `"snapshot":"`+b.Snapshot+`"`) {
			t.Errorf("%s: the page that was open is told %q", name, told)
		}
		if name == "unreadable" {
			v.Remove(".git/index")
			v.Move(".git/index.kept", ".git/index")
			v.boot()
		}
	}
}
