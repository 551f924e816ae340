package review

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wiped is the same project without its store.
func (d *desk) wiped() {
	d.t.Helper()
	root, err := os.OpenRoot(d.Dir)
	if err != nil {
		d.t.Fatal(err)
	}
	defer root.Close()
	if err := root.RemoveAll(".consider"); err != nil {
		d.t.Fatal(err)
	}
}

// talked is a review with threads of all kinds.
func talked(t *testing.T) *desk {
	d := newDesk(t)
	d.Write("a.txt", "one\nTWO\nthree\nfour\n")
	d.Write("b.txt", "fresh\n")
	out := must(d.looking(Scope{Kind: ScopeHead}).Submit(t.Context(), SubmitInput{
		GlobalComment: "on the whole", Comments: []SubmitComment{
			{File: "a.txt", StartLine: at(2), EndLine: at(3), Side: "right", Body: "lines"},
			{File: "a.txt", StartLine: at(2), EndLine: at(2), Side: "left", Body: "old"},
			{File: "b.txt", Side: "right", Body: "file"},
		},
	}))(t)
	if _, err := d.agent("codex").Reply(t.Context(), ReplyInput{ID: out.Threads[0], Message: "done", Outcome: Addressed}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.human().Resolve(t.Context(), ResolveInput{IDs: []string{out.Threads[1]}}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.human().Label(t.Context(), LabelInput{ID: out.Threads[2], Add: []string{"later"}}); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAnExportIsTakenInAsTheSameThreads(t *testing.T) {
	d := talked(t)
	before := must(d.human().Export(t.Context(), ExportInput{Format: "json"}))(t)
	d.wiped()
	in := must(d.human().Import(t.Context(), ImportInput{Store: before.Text}))(t)
	if len(in.Imported) != 4 || len(in.Skipped) != 0 {
		t.Fatalf("got %+v", in)
	}
	after := must(d.human().Export(t.Context(), ExportInput{Format: "json"}))(t)
	if diff := cmp.Diff(before.Text, after.Text); diff != "" {
		t.Error(diff)
	}
	again := must(d.human().Import(t.Context(), ImportInput{Store: before.Text}))(t)
	if len(again.Imported) != 0 || len(again.Skipped) != 4 {
		t.Errorf("again: %+v", again)
	}
	if fsck := must(d.human().Fsck(t.Context(), FsckInput{}))(t); !fsck.Sound {
		t.Errorf("fsck: %+v", fsck.Problems)
	}
	if _, err := d.human().Delete(t.Context(), DeleteInput{IDs: []string{in.Imported[0].ID}}); err != nil {
		t.Fatal(err)
	}
	if third := must(d.human().Import(t.Context(), ImportInput{Store: before.Text}))(t); len(third.Imported) != 0 {
		t.Errorf("what was deleted came back: %+v", third)
	}
}

func TestAnImportIntoAnotherStateFindsThePlaces(t *testing.T) {
	d := talked(t)
	before := must(d.human().Export(t.Context(), ExportInput{Format: "json"}))(t)
	d.wiped()
	d.Write("a.txt", "zero\none\nTWO\nthree\nfour\n")
	must(d.human().Import(t.Context(), ImportInput{Store: before.Text}))(t)
	for _, v := range must(d.human().List(t.Context(), ListInput{}))(t).Threads {
		if v.Body == "lines" && (v.AnchorState != Anchored || v.Placement.StartLine != 3) {
			t.Errorf("placed by its description: %+v", v.Placement)
		}
	}
}

func TestTheCommentsOfAReviewAloneAreTakenIn(t *testing.T) {
	d := newDesk(t)
	doc := `{"globalComment":"all in all","comments":[
		{"file":"a.txt","startLine":2,"endLine":3,"side":"right","body":"here"},
		{"file":"a.txt","startLine":null,"endLine":null,"side":"right","body":"the file"}]}`
	if in := must(d.human().Import(t.Context(), ImportInput{Store: doc}))(t); len(in.Imported) != 3 {
		t.Fatalf("got %+v", in)
	}
	if in := must(d.human().Import(t.Context(), ImportInput{Store: doc}))(t); len(in.Imported) != 0 {
		t.Errorf("twice: %+v", in)
	}
}

func TestAForgedExportIsRefusedWhole(t *testing.T) {
	d := talked(t)
	good := must(d.human().Export(t.Context(), ExportInput{Format: "json"}))(t).Text
	d.wiped()
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
			_, err := d.human().Import(t.Context(), ImportInput{Store: forged})
			if e, ok := asError(err); !ok || !errors.Is(e, ErrUsage) {
				t.Errorf("got %v", err)
			}
		})
	}
	_, err := d.agent("codex").Import(t.Context(), ImportInput{Store: good})
	if !errors.Is(err, ErrDenied) {
		t.Errorf("an agent takes in what it says that a person said: %v", err)
	}
	if _, err := d.human().List(t.Context(), ListInput{}); !errors.Is(err, ErrNoStore) {
		t.Errorf("something was written: %v", err)
	}
}
