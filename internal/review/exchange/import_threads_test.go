package exchange

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
)

// wiped returns the same project without its store.
func wiped(d *reviewtest.Desk) {
	d.T.Helper()
	root, err := os.OpenRoot(d.Dir)
	if err != nil {
		d.T.Fatal(err)
	}
	defer root.Close()
	if err := root.RemoveAll(".consider"); err != nil {
		d.T.Fatal(err)
	}
}

// talked is a review with threads of all kinds.
func talked(t *testing.T) *reviewtest.Desk {
	d := reviewtest.New(t)
	d.Write("a.txt", "one\nTWO\nthree\nfour\n")
	d.Write("b.txt", "fresh\n")
	out := gittest.Must(submission.Submit(t.Context(), d.Showing(compare.Scope{Kind: compare.ScopeHead}), submission.SubmitInput{
		GlobalComment: "on the whole", Comments: []submission.SubmitComment{
			{File: "a.txt", StartLine: reviewtest.At(2), EndLine: reviewtest.At(3), Side: "new", Body: "lines"},
			{File: "a.txt", StartLine: reviewtest.At(2), EndLine: reviewtest.At(2), Side: "old", Body: "old"},
			{File: "b.txt", Side: "new", Body: "file"},
		},
	}))(t)
	if _, err := review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: out.Threads[0], Message: "done", Outcome: thread.Addressed}); err != nil {
		t.Fatal(err)
	}
	if _, err := review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{out.Threads[1]}}); err != nil {
		t.Fatal(err)
	}
	if _, err := review.Label(t.Context(), d.Human(), review.LabelInput{ID: out.Threads[2], Add: []string{"later"}}); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAnExportIsTakenInAsTheSameThreads(t *testing.T) {
	d := talked(t)
	before := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: "json"}))(t)
	wiped(d)
	in := gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(before.Text)}))(t)
	if len(in.Imported) != 4 || len(in.Skipped) != 0 {
		t.Fatalf("got %+v", in)
	}
	after := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: "json"}))(t)
	if diff := cmp.Diff(before.Text, after.Text); diff != "" {
		t.Error(diff)
	}
	again := gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(before.Text)}))(t)
	if len(again.Imported) != 0 || len(again.Skipped) != 4 {
		t.Errorf("again: %+v", again)
	}
	if fsck := gittest.Must(project.Fsck(t.Context(), d.Human(), project.FsckInput{}))(t); !fsck.Sound {
		t.Errorf("fsck: %+v", fsck.Problems)
	}
	if _, err := review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: []string{in.Imported[0].ID}}); err != nil {
		t.Fatal(err)
	}
	if third := gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(before.Text)}))(t); len(third.Imported) != 0 {
		t.Errorf("what was deleted came back: %+v", third)
	}
}

func TestAnImportIntoAnotherStateFindsThePlaces(t *testing.T) {
	d := talked(t)
	before := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: "json"}))(t)
	wiped(d)
	d.Write("a.txt", "zero\none\nTWO\nthree\nfour\n")
	gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(before.Text)}))(t)
	for _, v := range gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{}))(t).Threads {
		if v.Body == "lines" && (v.AnchorState != thread.Anchored || v.Placement.StartLine != 3) {
			t.Errorf("placed by its description: %+v", v.Placement)
		}
	}
}

func TestTheCommentsOfAReviewAloneAreTakenIn(t *testing.T) {
	d := reviewtest.New(t)
	doc := `{"globalComment":"all in all","comments":[
		{"file":"a.txt","startLine":2,"endLine":3,"side":"right","body":"here"},
		{"file":"a.txt","startLine":null,"endLine":null,"side":"right","body":"the file"}]}`
	if in := gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(doc)}))(t); len(in.Imported) != 3 {
		t.Fatalf("got %+v", in)
	}
	same := strings.ReplaceAll(doc, `"right"`, `"new"`)
	if in := gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(same)}))(t); len(in.Imported) != 0 {
		t.Errorf("twice: %+v", in)
	}
	for spelling, word := range map[string]string{"left": "as files have it", "old": "as elsewhere"} {
		removed := `{"comments":[{"file":"a.txt","startLine":1,"endLine":1,"side":"` + spelling + `","body":"` + word + `"}]}`
		in := gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(removed)}))(t)
		got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: in.Imported[0].ID}))(t)
		if got.Thread.Side != thread.Old {
			t.Errorf("%q is taken for the %s side", spelling, got.Thread.Side)
		}
	}
}

func TestAForgedExportIsRefusedWhole(t *testing.T) {
	d := talked(t)
	good := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: "json"}))(t).Text
	wiped(d)
	for name, change := range map[string][2]string{
		"a path outside":    {`"file": "a.txt"`, `"file": "../a.txt"`},
		"no such author":    {`"author": "human"`, `"author": "root"`},
		"no such state":     {`"workflowState": "open"`, `"workflowState": "shut"`},
		"an id of no form":  {`"id": "c_`, `"id": "x_`},
		"a newer version":   {`"version": 1`, `"version": 9`},
		"a name of control": {`"authorName": "codex"`, `"authorName": "a\u001b[0m"`},
		"an empty body":     {`"body": "lines"`, `"body": " "`},
		"a label of two":    {`"later"`, `"la ter"`},
	} {
		t.Run(name, func(t *testing.T) {
			forged := strings.ReplaceAll(good, change[0], change[1])
			if forged == good {
				t.Fatalf("%s is not in it", change[0])
			}
			_, err := Import(t.Context(), d.Human(), ImportInput{Store: new(forged)})
			if e, ok := fail.As(err); !ok || !errors.Is(e, fail.ErrUsage) {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := review.List(t.Context(), d.Human(), review.ListInput{}); !errors.Is(err, fail.ErrNoStore) {
		t.Errorf("something was written: %v", err)
	}
}

// Agents could once import the human's words: through the original tool's store.json, whose authors were not checked,
// and through an export that named the author twice, where the second name was stored.
func TestOnlyAPersonTakesInTheHumansWords(t *testing.T) {
	const (
		anchored = `"file":"a.txt","anchor":{"startLine":2,"endLine":2,"targetContent":"two"},"createdAt":"2025-01-01T00:00:00Z"`
		threadID = `"version":1,"id":"c_12345678","target":"review","workflowState":"open","createdAt":"2025-01-01T00:00:00Z"`
		replied  = `"id":"r_12345678","createdAt":"2025-01-01T00:00:00Z","body":"yes"`
	)
	for name, doc := range map[string]string{
		"an old comment":      `{"version":1,"comments":[{"id":"c_abc",` + anchored + `,"author":"human","body":"I approve","thread":[]}]}`,
		"an old reply":        `{"version":1,"comments":[{"id":"c_abc",` + anchored + `,"author":"agent","body":"?","thread":[{` + replied + `,"author":"human"}]}]}`,
		"an exported thread":  `{"version":1,"threads":[{` + threadID + `,"author":"human","body":"I approve","thread":[]}]}`,
		"an exported reply":   `{"version":1,"threads":[{` + threadID + `,"author":"agent","body":"?","thread":[{` + replied + `,"author":"human"}]}]}`,
		"the second of two":   `{"version":1,"comments":[{"id":"c_1",` + anchored + `,"author":"agent","body":"?"},{"id":"c_2",` + anchored + `,"author":"human","body":"!"}]}`,
		"an author with caps": `{"version":1,"threads":[{` + threadID + `,"Author":"human","body":"I approve","thread":[]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			for _, caller := range []session.Caller{{Agent: "codex"}, {}, {As: thread.Agent}, {Agent: "codex", Terminal: true}, {Agent: "codex", As: thread.Human}} {
				if _, err := Import(t.Context(), d.As(caller), ImportInput{Store: new(doc)}); !errors.Is(err, fail.ErrDenied) {
					t.Errorf("%+v: %v", caller, err)
				}
			}
			if _, err := review.List(t.Context(), d.Human(), review.ListInput{}); !errors.Is(err, fail.ErrNoStore) {
				t.Errorf("something was written: %v", err)
			}
			for _, caller := range []session.Caller{{As: thread.Human}, {Human: true}} {
				gittest.Must(Import(t.Context(), d.As(caller), ImportInput{Store: new(doc)}))(t)
			}
		})
	}
}

func TestWhatIsStoredOfAnImportIsWhatWasChecked(t *testing.T) {
	d := reviewtest.New(t)
	doc := `{"version":1,"threads":[{"version":1,"id":"c_12345678","target":"review","workflowState":"open","createdAt":"2025-01-01T00:00:00Z",
		"Author":"human","author":"agent","Body":"I approve","body":"hello","new":1,"thread":[
		{"id":"r_12345678","createdAt":"2025-01-01T00:00:00Z","AUTHOR":"human","author":"agent","BODY":"I do","body":"well"}]}]}`
	gittest.Must(Import(t.Context(), d.Agent("codex"), ImportInput{Store: new(doc)}))(t)
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: "c_12345678"}))(t).Thread
	if got.Author != thread.Agent || got.Body != "hello" || got.Thread[0].Author != thread.Agent || got.Thread[0].Body != "well" {
		t.Errorf("got %+v", got)
	}
}
