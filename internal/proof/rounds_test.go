//go:build unix

package proof

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/origin"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/worktree"
)

// table is where a review is held in this process: the verbs, without a process for each.
type table struct {
	*gittest.Repo
	t       testing.TB
	project *session.Project
	now     time.Time
}

// sitDown opens the project of a folder, as a process of its own would.
func sitDown(t testing.TB, r *gittest.Repo) *table {
	t.Helper()
	place, err := worktree.Locate(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	at := &table{Repo: r, t: t, now: time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)}
	at.project = &session.Project{Place: place, Tree: gitrepo.Open(place), Program: "consider/proof", Now: func() time.Time { return at.now }, Origin: origin.Here{Key: gittest.AccountKey()}}
	t.Cleanup(func() {
		if err := at.project.Close(); err != nil {
			t.Error(err)
		}
	})
	return at
}

// Those who sit at the table.
var (
	reviewer = session.Caller{Human: true, Name: "Ann"}
	coder    = session.Caller{Agent: "claude-code"}
)

type fields map[string]any

// ask calls a verb by its name with the input as a client sends it.
func ask[Out any](at *table, who session.Caller, name string, in fields) (out Out, err error) {
	at.t.Helper()
	v, ok := verb.Find(name)
	if !ok {
		at.t.Fatalf("no verb %q", name)
	}
	raw, err := json.Marshal(in)
	if err != nil {
		at.t.Fatal(err)
	}
	who.Dir = at.Dir
	at.now = at.now.Add(time.Second)
	s := at.project.Session(who)
	answer, err := v.Call(at.t.Context(), s, raw)
	if err != nil {
		return out, fmt.Errorf("%s %s: %w", name, raw, err)
	}
	verb.Delivered(at.t.Context(), s)
	return answer.(Out), nil
}

// told is ask for a call that must succeed.
func told[Out any](at *table, who session.Caller, name string, in fields) Out {
	at.t.Helper()
	out, err := ask[Out](at, who, name, in)
	if err != nil {
		at.t.Fatal(err)
	}
	return out
}

func (at *table) checkpoint() string {
	at.t.Helper()
	return told[round.CheckpointOutput](at, reviewer, "checkpoint create", nil).Checkpoint.Name
}

func (at *table) restore(name string) round.CheckpointRestoreOutput {
	at.t.Helper()
	return told[round.CheckpointRestoreOutput](at, reviewer, "checkpoint restore", fields{"name": name})
}

// threads is every file of every thread at a commit of the store, by real git: where it is, and all bytes.
func (at *table) threads(commit string) string {
	at.t.Helper()
	places := plumbing(at.t, at.Dir, "ls-tree", "-r", commit, "threads", "archive", "deleted")
	var ids strings.Builder
	for line := range strings.Lines(places) {
		ids.WriteString(strings.Fields(line)[2] + "\n")
	}
	bytes := gitIn(at.t, at.Dir, nil, ids.String(), "--git-dir=.consider", "cat-file", "--batch")
	return places + "\n" + bytes
}

// now is the threads of the newest commit.
func (at *table) threadsNow() string { return at.threads("refs/heads/threads") }

// stamped is all of a project but its store: every file, folder and link with mode, time of change and content.
func stamped(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == filepath.Join(dir, ".consider") {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		content := []byte(nil)
		switch {
		case info.Mode().IsRegular():
			content, err = os.ReadFile(path)
		case info.Mode()&fs.ModeSymlink != 0:
			var target string
			target, err = os.Readlink(path)
			content = []byte(target)
		}
		rel, _ := filepath.Rel(dir, path)
		if all[rel] = fmt.Sprintf("%v %d %s %x", info.Mode(), info.Size(), info.ModTime(), sha256.Sum256(content)); rel == "." {
			delete(all, rel) // its time is that of the store's folder
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// untouched runs something and fails if it changes a file of the project.
func untouched(t testing.TB, dir, what string, do func()) {
	t.Helper()
	before := stamped(t, dir)
	do()
	if diff := gittest.Diff(before, stamped(t, dir)); diff != "" {
		t.Errorf("%s changed the project:\n%s", what, clip(diff))
	}
}

// weight returns the disk space that the files of a folder use, and their number.
func weight(t testing.TB, dir string) (size, files int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size, files = size+info.Sys().(*syscall.Stat_t).Blocks*512, files+1
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size, files
}
