package thread_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/thread"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// valid is a thread on two lines.
func valid(id string) *thread.Thread {
	return &thread.Thread{
		Version: thread.Version, ID: id, Target: thread.OnLines, File: "a.txt", Side: thread.New, WorkflowState: thread.Open, Author: thread.Human,
		CreatedAt: noon, Body: "why?", Anchor: thread.NewAnchor([]byte("one\r\ntwo\r\nthree\r\n"), 2, 3, thread.Base{Blob: "b"}),
	}
}

func reply(n int, by thread.AuthorKind) thread.Reply {
	return thread.Reply{ID: fmt.Sprintf("r_%08x", n), Author: by, Body: "words", CreatedAt: noon}
}

// An agent's seen mark counts entries. The model keeps, for each agent, which human entries it has read.
func TestAnAgentIsToldOfEveryHumanWordOnceAndOfNoOthers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	agents := []string{"codex", "gemini"}
	for range 200 {
		th := valid("c_00000001")
		unread := map[string]map[int]bool{"codex": {0: true}, "gemini": {0: true}}
		for range 12 {
			switch what := rng.IntN(4); what {
			case 0, 1:
				by := []thread.AuthorKind{thread.Human, thread.Agent}[what]
				th.Replies = append(th.Replies, reply(len(th.Replies), by))
				for _, a := range agents {
					unread[a][len(th.Replies)] = by == thread.Human
				}
			case 2:
				a := agents[rng.IntN(2)]
				th.Give(a, everything, noon)
				unread[a] = map[int]bool{}
			case 3: // the words of an entry are rewritten: it and all that follow are unread again
				i := rng.IntN(len(th.Replies) + 1)
				th.UnmarkSeen(i)
				for _, a := range agents {
					for at := i; at <= len(th.Replies); at++ {
						unread[a][at] = at == 0 || th.Replies[at-1].Author == thread.Human
					}
				}
			}
			row := thread.RowOf(th, "")
			none := true
			for _, a := range agents {
				want := false
				for _, is := range unread[a] {
					want = want || is
				}
				none = none && want
				if row.Unseen(a) != want {
					t.Fatalf("%s is told of new words: %v, want %v; seen up to %v of %d replies", a, row.Unseen(a), want, th.SeenUpTo, len(th.Replies))
				}
			}
			if row.Unseen("") != none {
				t.Fatalf("no agent has read the last words: %v, want %v", row.Unseen(""), none)
			}
		}
	}
}

// everything is what is handed to an agent that reads a whole thread.
func everything(thread.Message) bool { return true }

func TestAnEarlierStateKeepsTheMarksThatItCanStillHave(t *testing.T) {
	early, late := valid("c_00000001"), valid("c_00000001")
	early.Replies = []thread.Reply{reply(1, thread.Human)}
	late.Replies = []thread.Reply{reply(1, thread.Human), reply(2, thread.Agent), reply(3, thread.Human)}
	late.Give("codex", everything, noon)
	store, err := gitstore.Create(gittest.TempDir(t)+"/.consider", gitstore.Options{Now: func() time.Time { return noon }, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	data := func(th *thread.Thread) []byte { return gittest.Must(thread.Encode(th))(t) }
	_, err = store.Update(t.Context(), func(tx *gitstore.Tx) (gitstore.Meta, error) {
		tx.Put(thread.File(thread.Archived, late.ID), data(late))
		tx.Put(thread.File(thread.Active, "c_0000000a"), []byte("junk"))
		tx.Put(thread.File(thread.Active, "c_0000000b"), []byte(`{"version":99,"id":"c_0000000b"}`))
		return gitstore.Meta{Subject: "x", AuthorName: "x", AuthorEmail: "x"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	now := gittest.Must(store.Snapshot())(t)
	back := gittest.Must(thread.Decode(thread.WithMarks(data(early), now, early.ID), early.ID))(t)
	if row := thread.RowOf(back, ""); row.Unseen("codex") || back.SeenUpTo["codex"] != early.Replies[0].ID || len(back.Replies) != 1 {
		t.Errorf("the marks of the earlier state are %v", back.SeenUpTo)
	}
	if junk := []byte("no thread"); string(thread.WithMarks(junk, now, early.ID)) != "no thread" {
		t.Error("what is no thread was changed")
	}
	// An unreadable thread hides no other thread, and is reported.
	all := gittest.Must(thread.All(now))(t)
	if ids := thread.SortedIDs(all); !slices.Equal(ids, []string{late.ID}) || all[late.ID].Dir != thread.Archived {
		t.Errorf("threads that can be read: %v", ids)
	}
	_, list, err := thread.ReadRows(now, thread.Active, nil)
	damaged, newer := thread.SplitNewer(list)
	if err != nil || len(damaged) != 1 || len(newer) != 1 || damaged[0].Path != "threads/0/c_0000000a.json" || newer[0].Path != "threads/0/c_0000000b.json" {
		t.Errorf("damaged %v, newer %v, %v", damaged, newer, err)
	}
	if err := thread.CheckVersionAt(now, newer[0].Path); !errors.Is(err, fail.ErrNewer) {
		t.Errorf("a thread of a newer version may be changed: %v", err)
	}
	for id, where := range map[string]string{late.ID: thread.Archived, "c_0000000a": thread.Active, "c_99999999": ""} {
		if th, dir, _ := thread.Find(now, id); dir != where || (th != nil) != (id == late.ID) {
			t.Errorf("%s is in %q: %v", id, dir, th)
		}
	}
}

// The agent in VS Code had a name of its own in its terminal and over MCP.
func TestMarksUnderAFormerNameAreTheAgents(t *testing.T) {
	th := valid("c_00000001")
	th.Replies = []thread.Reply{reply(1, thread.Human), reply(2, thread.Agent), reply(3, thread.Human)}
	early, late := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC)
	th.SeenUpTo = map[string]string{"github": th.Replies[2].ID, "copilot": th.ID, "visual-studio-code": th.Replies[0].ID, "codex": th.ID}
	th.SeenBy = map[string]time.Time{"github": late, "copilot": early, "visual-studio-code": early, "codex": early}
	back := gittest.Must(thread.Decode(gittest.Must(thread.Encode(th))(t), th.ID))(t)
	if diff := cmp.Diff(map[string]string{"copilot": th.Replies[2].ID, "codex": th.ID}, back.SeenUpTo); diff != "" {
		t.Errorf("read up to (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]time.Time{"copilot": late, "codex": early}, back.SeenBy); diff != "" {
		t.Errorf("read at (-want +got):\n%s", diff)
	}
	if row := thread.RowOf(back, ""); row.Unseen("copilot") || !row.Unseen("codex") {
		t.Errorf("unread: %+v", row.Seen)
	}
}

func TestARowSaysWhatAListShows(t *testing.T) {
	th := valid("c_00000001")
	th.Anchor.TargetContent = strings.Repeat("é", 500) + "\r\n2\n3\n4"
	th.Replies = []thread.Reply{reply(1, thread.Human), reply(2, thread.Agent)}
	th.Replies[1].Outcome = thread.Declined
	r := thread.RowOf(th, "blob")
	if len(r.Quote) != 3 || len(r.Quote[0]) > 170 || !strings.HasSuffix(r.Quote[0], "é…") || r.Quote[2] != "3" {
		t.Errorf("the quote is %q", r.Quote)
	}
	if r.Where().String() != "a.txt:2-3" || r.LastHuman != 1 || r.LastReply.Outcome != thread.Declined || r.Replies != 2 || r.Manual {
		t.Errorf("%+v", r)
	}
	th.Reanchored = []thread.Reanchor{{File: "b.txt", Anchor: *thread.NewAnchor([]byte("x\n"), 1, 1, thread.Base{})}}
	if r := thread.RowOf(th, ""); r.Where().String() != "b.txt:1" || !r.Manual {
		t.Errorf("given a place by hand: %+v", r)
	}
	for _, c := range []struct {
		change func(*thread.Thread)
		shape  thread.Target
		place  string
	}{
		{func(th *thread.Thread) { th.Target, th.Anchor = thread.OnFile, nil }, thread.OnFile, "a.txt"},
		{func(th *thread.Thread) { th.Target, th.File, th.Anchor = thread.OnReview, "", nil }, thread.OnReview, "the whole review"},
		{func(th *thread.Thread) {
			th.Target, th.File, th.Anchor = thread.OnResponse, "", nil
			th.Span = &thread.Span{Response: "a_1", Agent: "codex", Mark: thread.Drop, Quote: "q"}
		}, thread.OnResponse, "codex's response a_1, drop"},
		{func(th *thread.Thread) { th.Target = "paragraph" }, thread.OnLines, "paragraph a.txt:2-3"},
		{func(th *thread.Thread) { th.Target, th.Anchor = "folder", nil }, thread.OnFile, "folder a.txt"},
		{func(th *thread.Thread) { th.Target, th.File = "folder", "../outside" }, thread.OnReview, "folder"},
	} {
		th := valid("c_00000001")
		c.change(th)
		if r := thread.RowOf(th, ""); r.Shape != c.shape || r.Where().String() != c.place {
			t.Errorf("target %q is treated as %q at %q, want %q at %q", th.Target, r.Shape, r.Where().String(), c.shape, c.place)
		}
	}
}

func TestWordsAndPathsOfAStoreAreTakenForWhatTheyAre(t *testing.T) {
	for s, want := range map[string]bool{
		"open": true, "won't": false, "wont-fix_2": true, "": false, "a b": false, "a\n": false, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false, "ü": false,
	} {
		if thread.IsWord(s) != want {
			t.Errorf("%q is a word: %v", s, !want)
		}
	}
	for s, want := range map[string]bool{
		"a": true, "a/b c/ü": true, "..a": true, "": false, "/a": false, "a//b": false, "a/": false, "./a": false, "a/../b": false, "..": false,
		"a\x00": false, strings.Repeat("a", 4097): false,
	} {
		if thread.SafePath(s) != want {
			t.Errorf("%q stays in the project: %v", s, !want)
		}
	}
	for s, want := range map[string]bool{"c_0123abcd": true, "c_0123ABCD": false, "c_0123abc": false, "r_0123abcd": false, "0123abcd": false, "c_0123abcg": false} {
		if thread.IsID(s, thread.ThreadPrefix) != want {
			t.Errorf("%q is an id: %v", s, !want)
		}
	}
	for kind, want := range map[thread.AuthorKind]thread.AuthorKind{thread.Human: thread.Human, thread.Agent: thread.Agent, "robot": thread.Agent, "Human": thread.Agent} {
		if kind.Role() != want {
			t.Errorf("an author %q has the rights of %q", kind, kind.Role())
		}
	}
	for what, change := range map[string]func(*thread.Thread){
		"workflow state": func(th *thread.Thread) { th.WorkflowState = "parked" }, "target": func(th *thread.Thread) { th.Target = "folder" },
		"side": func(th *thread.Thread) { th.Side = "left" }, "author": func(th *thread.Thread) { th.Author = "robot" },
	} {
		th := valid("c_00000001")
		if err := th.CheckWords(); err != nil {
			t.Fatal(err)
		}
		if change(th); th.CheckWords() == nil || !strings.Contains(th.CheckWords().Error(), what) {
			t.Errorf("an unknown %s is taken in: %v", what, th.CheckWords())
		}
	}
}

func TestLinesAreThoseThatAnchorsCount(t *testing.T) {
	utf16 := []byte{0xFF, 0xFE, 'a', 0, '\n', 0, 'b', 0}
	for _, c := range []struct {
		text       string
		start, end int
		want       []string
	}{
		{"one\r\ntwo\nthree", 1, 3, []string{"one", "two", "three"}},
		{"one\r\ntwo\nthree", 2, 99, []string{"two", "three"}},
		{"one\n", 2, 2, nil},
		{"", 1, 1, nil},
		{"one\n\n", 1, 2, []string{"one", ""}},
		{"\xef\xbb\xbfone\n", 1, 1, []string{"one"}},
		{string(utf16), 2, 2, []string{"b"}},
	} {
		if diff := cmp.Diff(c.want, anchor.LinesOf([]byte(c.text), c.start, c.end)); diff != "" {
			t.Errorf("%q:\n%s", c.text, diff)
		}
	}
	a := thread.NewAnchor([]byte("only\n"), 1, 1, thread.Base{})
	if a.ContextBefore == nil || a.ContextAfter == nil || a.Description().TargetContent != "only" {
		t.Errorf("an anchor without lines around it: %+v", a)
	}
}

func TestTheSearchForAnIDPassesOverWhatIsTakenAndEnds(t *testing.T) {
	first, second := thread.DerivedID(thread.ThreadPrefix, 0, "seed"), thread.DerivedID(thread.ThreadPrefix, 1, "seed")
	damage := fmt.Errorf("hidden: %w", gitstore.ErrCorrupt)
	for _, c := range []struct {
		name  string
		taken func(string) (bool, error)
		want  string
		err   error
	}{
		{"the first is free", func(string) (bool, error) { return false, nil }, first, nil},
		{"the first is taken", func(id string) (bool, error) { return id == first, nil }, second, nil},
		{"damage hides the first", func(id string) (bool, error) { return false, map[bool]error{true: damage}[id == first] }, second, nil},
		{"all are taken", func(string) (bool, error) { return true, nil }, "", fail.ErrConflict},
		{"damage hides all", func(string) (bool, error) { return false, damage }, "", gitstore.ErrCorrupt},
	} {
		if id, err := thread.NewID(thread.ThreadPrefix, c.taken, "seed"); id != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %v", c.name, id, err)
		}
	}
}
