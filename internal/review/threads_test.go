package review_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/feedback"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

// asJSON returns a value as a client gets it.
func asJSON(t *testing.T, v any) any {
	t.Helper()
	var out any
	if err := json.Unmarshal(gittest.Must(json.Marshal(v))(t), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// discussed makes a thread of each kind, with everything that a thread can have; it returns the ids of those on lines,
// on a file, and on an agent's answer.
func discussed(d *reviewtest.Desk) (lines, file, answer string) {
	d.T.Helper()
	s := spoken(d)
	lines, file = d.Add("a.txt:2", "on a line"), d.Add("a.txt", "on a file")
	answer = gittest.Must(feedback.Mark(d.T.Context(), s, feedback.MarkInput{ID: "last", Keep: "one map"}))(d.T).Mark
	d.Reads(d.Agent("codex"), lines)
	gittest.Must(review.Reply(d.T.Context(), d.Agent("codex"), review.ReplyInput{ID: lines, Message: "done", Outcome: thread.Addressed}))(d.T)
	gittest.Must(review.Reanchor(d.T.Context(), d.Human(), review.ReanchorInput{ID: lines, Place: "a.txt:3"}))(d.T)
	gittest.Must(review.Resolve(d.T.Context(), d.Human(), review.ResolveInput{IDs: []string{file}}))(d.T)
	return lines, file, answer
}

func TestThreadsAreThoseOfAnExport(t *testing.T) {
	d := reviewtest.New(t)
	lines, _, answer := discussed(d)
	out := gittest.Must(review.Threads(t.Context(), d.Human(), review.ThreadsInput{}))(t)
	if len(out.Threads) != 3 {
		t.Fatalf("%+v", out)
	}
	var doc map[string]any
	text := gittest.Must(exchange.Export(t.Context(), d.Human(), exchange.ExportInput{Format: "json"}))(t).Text
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	for _, exported := range doc["threads"].([]any) {
		for _, forImport := range []string{"fingerprint", "seenUpTo", "applied"} { // which an import needs, and no reader
			delete(exported.(map[string]any), forImport)
		}
	}
	if diff := cmp.Diff(doc["threads"], asJSON(t, out.Threads)); diff != "" {
		t.Errorf("export (-), threads (+):\n%s", diff)
	}
	for _, v := range out.Threads {
		if v.ID == lines && (v.Reanchored != 1 || len(v.SeenBy) != 1 || len(v.Thread) != 1) {
			t.Errorf("%+v", v)
		}
		if v.ID == answer && v.Span == nil {
			t.Errorf("%+v", v)
		}
		got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: v.ID}))(t).Thread
		got.Code = nil // only get adds it
		if diff := cmp.Diff(asJSON(t, got), asJSON(t, v)); diff != "" {
			t.Errorf("get (-), threads (+):\n%s", diff)
		}
	}
}

func TestThreadsAreThoseThatAreAskedFor(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("b.txt", "b\n")
	kept, other, archived := d.Add("a.txt:2", "kept"), d.Add("b.txt:1", "other"), d.Add("a.txt:3", "archived")
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{archived}}))(t)
	gittest.Must(review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{archived}}))(t)
	for name, c := range map[string]struct {
		in   review.ThreadsInput
		want []string
	}{
		"all that are active":    {review.ThreadsInput{}, []string{kept, other}},
		"some, and one that was": {review.ThreadsInput{IDs: []string{archived, "c_ffffffff", kept, kept}}, []string{kept}},
		"none":                   {review.ThreadsInput{IDs: []string{}}, []string{}},
		"of a file":              {review.ThreadsInput{File: "b.txt"}, []string{other}},
		"of a file, and some":    {review.ThreadsInput{File: "b.txt", IDs: []string{kept}}, []string{}},
	} {
		out := gittest.Must(review.Threads(t.Context(), d.Human(), c.in))(t)
		ids := []string{}
		for _, v := range out.Threads {
			ids = append(ids, v.ID)
		}
		if diff := cmp.Diff(c.want, ids); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestReadingThreadsReadsNothingForAnAgent(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	before := d.StoreGit("rev-parse", "refs/heads/threads")
	out := gittest.Must(review.Threads(t.Context(), d.Agent("codex"), review.ThreadsInput{IDs: []string{id}}))(t)
	if !out.Threads[0].Unseen || !d.Only(d.Agent("codex")).Unseen {
		t.Error("a thread that was listed whole is seen")
	}
	if after := d.StoreGit("rev-parse", "refs/heads/threads"); after != before {
		t.Error("the store changed")
	}
}

// Even when asked for some threads, the answer names all that cannot be read, since those may be among them.
func TestThreadsNameWhatIsDamagedAndWhatIsNewer(t *testing.T) {
	d := reviewtest.New(t)
	good, bad, newer := d.Add("a.txt:1", "sound"), d.Add("a.txt:2", "damaged"), d.Add("a.txt:3", "newer")
	rewrite(d, newer, thread.Author{Kind: thread.Human}, `"version": 1`, `"version": 2`)
	gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{}))(t) // the cache now holds the words of the thread that is damaged next
	d.Junk(d.Loose("refs/heads/threads:"+thread.File(thread.Active, bad)), true)
	for _, ids := range [][]string{nil, {good, bad, newer}} {
		out := gittest.Must(review.Threads(t.Context(), d.Human(), review.ThreadsInput{IDs: ids}))(t)
		if len(out.Threads) != 1 || out.Threads[0].ID != good {
			t.Errorf("%v: %+v", ids, out.Threads)
		}
		if len(out.Damaged) != 1 || out.Damaged[0].Path != thread.File(thread.Active, bad) {
			t.Errorf("%v: damaged %+v", ids, out.Damaged)
		}
		if len(out.Newer) != 1 || out.Newer[0].Path != thread.File(thread.Active, newer) {
			t.Errorf("%v: newer %+v", ids, out.Newer)
		}
	}
}
