package review_test

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/undo"
	"consider/internal/thread"
)

// oldStore is a project with the store that the program of commit 52f871e left in it: threads on every kind of target,
// every outcome, each operation done once, part of it packed. The archive also holds the project's folder.
func oldStore(t *testing.T) *reviewtest.Desk {
	t.Helper()
	d := &reviewtest.Desk{Repo: gittest.New(t), T: t, Now: time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)}
	d.Write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\n")
	d.Commit("first")
	f := gittest.Must(os.Open(filepath.Join("testdata", "store-52f871e.tar.gz")))(t)
	defer f.Close()
	for r := tar.NewReader(gittest.Must(gzip.NewReader(f))(t)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatal(err)
		}
		path := d.Path(h.Name)
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o755)
		} else {
			err = os.WriteFile(path, gittest.Must(io.ReadAll(r))(t), h.FileInfo().Mode().Perm())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The threads of the old store.
const (
	onLines  = "c_7fd3f507"
	onFile   = "c_e5052e89"
	onReview = "c_32e2eebc" // archived
	onOld    = "c_5cd3cad8" // proposed to be resolved
	onAnswer = "c_324872d8"
	ofReview = "c_452d7064"
	deleted  = "c_24a37ed9"
)

func TestAStoreOfAnOlderConsiderIsReadWhole(t *testing.T) {
	d := oldStore(t)
	for range 2 { // the second reads the cache that the first left
		list := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Workflow: "all"}))(t)
		if len(list.Damaged)+len(list.Newer) > 0 {
			t.Fatalf("%+v", list)
		}
		var got []string
		for _, v := range list.Threads {
			got = append(got, fmt.Sprintf("%s %s %s %s %d", v.ID, v.Where(), v.AnchorState, v.Author, v.Replies))
		}
		want := []string{
			onAnswer + " claude-code's response a_86437a07, keep anchored human 0",
			onFile + " a.txt anchored human 0",
			onLines + " a.txt:4 anchored human 5",
			onOld + " HEAD:a.txt:5 anchored human 0",
			ofReview + " a.txt:7 anchored human 0",
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	thread := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: onLines}))(t).Thread
	var outcomes []string
	for _, r := range thread.Thread {
		outcomes = append(outcomes, string(r.Author)+" "+string(r.Outcome))
	}
	if diff := cmp.Diff([]string{"agent addressed", "agent answered", "agent declined", "agent blocked", "human "}, outcomes); diff != "" {
		t.Error(diff)
	}
	for _, in := range []review.ListInput{{Archived: true}, {Deleted: true}} {
		if list := gittest.Must(review.List(t.Context(), d.Human(), in))(t); len(list.Threads) != 1 || len(list.Damaged) > 0 {
			t.Errorf("%+v", list)
		}
	}
	if log := gittest.Must(history.Log(t.Context(), d.Human(), history.LogInput{All: true, Max: 100}))(t); len(log.Events) < 25 || log.More {
		t.Errorf("%d events", len(log.Events))
	}
	if list := gittest.Must(round.ListCheckpoints(t.Context(), d.Human(), round.CheckpointListInput{}))(t); len(list.Checkpoints) != 2 {
		t.Errorf("%+v", list)
	}
	if out := gittest.Must(memory.MemoryView(t.Context(), d.Human(), memory.MemoryViewInput{Path: "/memories/note.md"}))(t); !strings.Contains(out.Text, "a note") {
		t.Errorf("%+v", out)
	}
	if s := gittest.Must(d.Human().Settings(t.Context()))(t); s.Get("resolve") != "human" {
		t.Error("the setting is lost")
	}
	if out := gittest.Must(project.Fsck(t.Context(), d.Human(), project.FsckInput{}))(t); !out.Sound || out.Threads != 7 {
		t.Errorf("%+v", out)
	}
}

func TestAStoreOfAnOlderConsiderIsWrittenTo(t *testing.T) {
	d := oldStore(t)
	h := d.Human()
	gittest.Must(review.Reply(t.Context(), h, review.ReplyInput{ID: onFile, Message: "y"}))(t)
	gittest.Must(review.Edit(t.Context(), h, review.EditInput{ID: onOld, Message: "z"}))(t)
	gittest.Must(review.Resolve(t.Context(), h, review.ResolveInput{IDs: []string{onOld, ofReview}}))(t)
	gittest.Must(review.Label(t.Context(), h, review.LabelInput{ID: onLines, Add: []string{"later"}}))(t)
	gittest.Must(review.Reanchor(t.Context(), h, review.ReanchorInput{ID: onLines, Undo: true}))(t)
	gittest.Must(review.Unarchive(t.Context(), h, review.UnarchiveInput{IDs: []string{onReview}}))(t)
	gittest.Must(review.Undelete(t.Context(), h, review.UndeleteInput{IDs: []string{deleted}}))(t)
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: onAnswer, Message: "x", Outcome: thread.Addressed}))(t)
	if got := gittest.Must(review.List(t.Context(), h, review.ListInput{Workflow: "all"}))(t); len(got.Threads) != 7 || len(got.Damaged) > 0 {
		t.Errorf("%+v", got)
	}
	gittest.Must(undo.Undo(t.Context(), h, undo.UndoInput{}))(t)
	gittest.Must(round.RestoreCheckpoint(t.Context(), h, round.CheckpointRestoreInput{Name: "before"}))(t)
	if got := gittest.Must(review.List(t.Context(), h, review.ListInput{Workflow: "all"}))(t); len(got.Threads) != 4 || len(got.Damaged) > 0 {
		t.Errorf("after a restore: %+v", got)
	}
	gittest.Must(project.GC(t.Context(), h, project.GCInput{}))(t)
	if out := gittest.Must(project.Fsck(t.Context(), h, project.FsckInput{}))(t); !out.Sound {
		t.Errorf("%+v", out)
	}
}
