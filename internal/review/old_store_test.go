package review

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
)

// oldStore is a project with the store that the program of commit 52f871e left in it: threads on everything that it
// knows, every outcome, each thing done once, some of it packed. The project's folder is beside it in the archive.
func oldStore(t *testing.T) *desk {
	t.Helper()
	d := &desk{Repo: gittest.New(t), t: t, now: time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)}
	d.Write("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\n")
	d.Commit("first")
	f := must(os.Open(filepath.Join("testdata", "store-52f871e.tar.gz")))(t)
	defer f.Close()
	for r := tar.NewReader(must(gzip.NewReader(f))(t)); ; {
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
			err = os.WriteFile(path, must(io.ReadAll(r))(t), h.FileInfo().Mode().Perm())
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
	for range 2 { // the second reads what the first has left in the cache
		list := must(d.human().List(t.Context(), ListInput{Workflow: "all"}))(t)
		if len(list.Damaged)+len(list.Newer) > 0 {
			t.Fatalf("%+v", list)
		}
		var got []string
		for _, v := range list.Threads {
			got = append(got, fmt.Sprintf("%s %s %s %s %d", v.ID, v.where(), v.AnchorState, v.Author, v.Replies))
		}
		want := []string{
			onAnswer + " claude-code's answer a_86437a07, keep anchored human 0",
			onFile + " a.txt anchored human 0",
			onLines + " a.txt:4 anchored human 5",
			onOld + " a.txt:5 anchored human 0",
			ofReview + " a.txt:7 anchored human 0",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	thread := must(d.human().Get(t.Context(), GetInput{ID: onLines}))(t).Thread
	var outcomes []string
	for _, r := range thread.Thread {
		outcomes = append(outcomes, string(r.Author)+" "+string(r.Outcome))
	}
	if diff := cmp.Diff([]string{"agent addressed", "agent answered", "agent declined", "agent blocked", "human "}, outcomes); diff != "" {
		t.Error(diff)
	}
	for _, in := range []ListInput{{Archived: true}, {Deleted: true}} {
		if list := must(d.human().List(t.Context(), in))(t); len(list.Threads) != 1 || len(list.Damaged) > 0 {
			t.Errorf("%+v", list)
		}
	}
	if log := must(d.human().Log(t.Context(), LogInput{All: true, Max: 100}))(t); len(log.Events) < 25 || log.More {
		t.Errorf("%d events", len(log.Events))
	}
	if list := must(d.human().ListCheckpoints(t.Context(), CheckpointListInput{}))(t); len(list.Checkpoints) != 2 {
		t.Errorf("%+v", list)
	}
	if out := must(d.human().MemoryView(t.Context(), MemoryViewInput{Path: "/memories/note.md"}))(t); !strings.Contains(out.Text, "a note") {
		t.Errorf("%+v", out)
	}
	if s := must(d.human().Settings(t.Context()))(t); s.Get("resolve") != "human" {
		t.Error("the setting is lost")
	}
	if out := must(d.human().Fsck(t.Context(), FsckInput{}))(t); !out.Sound || out.Threads != 7 {
		t.Errorf("%+v", out)
	}
}

func TestAStoreOfAnOlderConsiderIsWrittenTo(t *testing.T) {
	d := oldStore(t)
	h := d.human()
	must(h.Reply(t.Context(), ReplyInput{ID: onFile, Message: "y"}))(t)
	must(h.Edit(t.Context(), EditInput{ID: onOld, Message: "z"}))(t)
	must(h.Resolve(t.Context(), ResolveInput{IDs: []string{onOld, ofReview}}))(t)
	must(h.Label(t.Context(), LabelInput{ID: onLines, Add: []string{"later"}}))(t)
	must(h.Reanchor(t.Context(), ReanchorInput{ID: onLines, Undo: true}))(t)
	must(h.Unarchive(t.Context(), UnarchiveInput{IDs: []string{onReview}}))(t)
	must(h.Undelete(t.Context(), UndeleteInput{IDs: []string{deleted}}))(t)
	must(d.agent("codex").Reply(t.Context(), ReplyInput{ID: onAnswer, Message: "x", Outcome: Addressed}))(t)
	if got := must(h.List(t.Context(), ListInput{Workflow: "all"}))(t); len(got.Threads) != 7 || len(got.Damaged) > 0 {
		t.Errorf("%+v", got)
	}
	must(h.Undo(t.Context(), UndoInput{}))(t)
	must(h.RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: "before"}))(t)
	if got := must(h.List(t.Context(), ListInput{Workflow: "all"}))(t); len(got.Threads) != 4 || len(got.Damaged) > 0 {
		t.Errorf("after a restore: %+v", got)
	}
	must(h.GC(t.Context(), GCInput{}))(t)
	if out := must(h.Fsck(t.Context(), FsckInput{}))(t); !out.Sound {
		t.Errorf("%+v", out)
	}
}
