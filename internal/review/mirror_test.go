package review_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// say starts a thread as a command would, and mirrors the store as a command does at its end.
func say(d *reviewtest.Desk, place, body string) string {
	d.T.Helper()
	s := d.Human()
	out, err := review.Add(d.T.Context(), s, review.AddInput{Place: place, Message: body})
	if err != nil {
		d.T.Fatal(err)
	}
	mirrored(d.T, s)
	return out.Thread.ID
}

// mirrored copies the store to the main worktree's as the next commands would: one that finds the machine too busy leaves
// the copy to the next one.
func mirrored(t *testing.T, s *session.Session) {
	for i := 0; i < 100 && s.Unmirrored(); i++ {
		s.Mirror(t.Context())
	}
}

func TestRemovedWorktreesThreadsStayReadable(t *testing.T) {
	d := reviewtest.New(t)
	side := d.Side("x")
	before := gittest.Snapshot(t, d.Dir)
	id := say(side, "a.txt:2", "why?")
	gittest.AssertUnchanged(t, before)
	d.Git("worktree", "remove", "--force", side.Dir)
	all := d.Everywhere()
	if len(all) != 1 || all[0].ID != id || all[0].Worktree != "x" || all[0].Elsewhere == nil || !all[0].Elsewhere.Removed {
		t.Fatalf("threads: %+v", all)
	}
	if p := all[0].Placement; p.StartLine != 2 || p.AnchorState != thread.Anchored {
		t.Errorf("placed at %+v", p)
	}
	for range 2 {
		if _, err := review.Adopt(t.Context(), d.Human(), review.AdoptInput{IDs: []string{id}}); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.Only(d.Human()); got.ID != id || got.Elsewhere != nil {
		t.Errorf("adopted: %+v", got)
	}
	if all := d.Everywhere(); len(all) != 1 {
		t.Errorf("listed %d times", len(all))
	}
	// The base came with it: edited text is placed through it.
	d.Write("a.txt", "zero\none\ntwo!\nthree\nfour\n")
	if got := d.Only(d.Human()); got.Placement.StartLine != 3 {
		t.Errorf("after an edit: %+v", got.Placement)
	}
}

// Ids are short and each store gives its own: two may give the same.
func TestTwoWorktreesWithTheSameThreadIDs(t *testing.T) {
	d := reviewtest.New(t)
	x, y := d.Side("x"), d.Side("y")
	id := say(x, "a.txt:2", "why?")
	st := gittest.Must(x.Human().Snapshot(t.Context()))(t)
	threadID, _, err := st.Thread(thread.Active, id)
	if err != nil {
		t.Fatal(err)
	}
	threadID.Worktree = "y"
	s := y.Human()
	err = s.Update(t.Context(), true, func(c *session.Change) error {
		c.Record("add", thread.Author{Kind: thread.Human}, "", id)
		return c.Save(thread.Active, threadID)
	})
	if err != nil {
		t.Fatal(err)
	}
	mirrored(t, s)
	d.Git("worktree", "remove", "--force", x.Dir)
	d.Git("worktree", "remove", "--force", y.Dir)
	if all := d.Everywhere(); len(all) != 2 || all[0].Worktree != "x" || all[1].Worktree != "y" {
		t.Fatalf("threads: %+v", all)
	}
	_, err = review.Get(t.Context(), d.Human(), review.GetInput{ID: id})
	if e, ok := fail.As(err); !ok || len(e.Candidates) != 2 || e.Candidates[1].ID != "y:"+id {
		t.Fatalf("get of an id that is there twice: %v", err)
	}
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: "y:" + id}))(t)
	if got.Thread.Worktree != "y" {
		t.Errorf("got %+v", got.Thread.ThreadView)
	}
	gittest.Must(review.Adopt(t.Context(), d.Human(), review.AdoptInput{IDs: []string{"x:" + id}}))(t)
	if all := d.Everywhere(); len(all) != 2 {
		t.Errorf("after adopting one: %+v", all)
	}
	if _, err := review.Adopt(t.Context(), d.Human(), review.AdoptInput{IDs: []string{"y:" + id}}); err == nil {
		t.Error("a thread took the place of another")
	}
}

func TestMainStoreThatCannotBeWrittenChangesNothing(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		// Permissions do not stop a writer there; a file in the place of the store does.
		d := reviewtest.New(t)
		side := d.Side("x")
		d.Write(worktree.StoreName, "not a folder")
		say(side, "a.txt:2", "why?")
		if got := d.Path(worktree.StoreName); !isFile(got) {
			t.Error("the file was replaced")
		}
		if got := side.Only(side.Human()); got.Worktree != "x" {
			t.Errorf("got %+v", got)
		}
		return
	}
	d := reviewtest.New(t)
	side := d.Side("x")
	if err := os.Chmod(d.Dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(d.Dir, 0o755) })
	say(side, "a.txt:2", "why?")
	if _, err := os.Lstat(d.Path(worktree.StoreName)); err == nil {
		t.Error("a store was made in a folder that cannot be written to")
	}
	if err := os.Chmod(d.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := side.Human()
	gittest.Must(review.List(t.Context(), s, review.ListInput{}))(t)
	mirrored(t, s)
	if _, ok := gitstore.MirrorTip(d.Path(worktree.StoreName), "x"); !ok {
		t.Error("the next read did not bring what was missing")
	}
}

func isFile(path string) bool {
	st, err := os.Lstat(path)
	return err == nil && st.Mode().IsRegular()
}

func TestMainStoreThatGitTracksIsLeftAlone(t *testing.T) {
	d := reviewtest.New(t)
	d.Write(".consider/README", "shipped\n")
	d.Commit("a store in the repository")
	d.Git("worktree", "add", "-q", "--no-checkout", filepath.Join(gittest.TempDir(t), "x"), "-b", "x", "HEAD~1")
	side := &reviewtest.Desk{Repo: gittest.At(t, worktreeOf(t, d)), T: t, Now: d.Now}
	side.Git("checkout", "-q", "x")
	before := gittest.Snapshot(t, d.Dir)
	say(side, "a.txt:2", "why?")
	gittest.AssertUnchanged(t, before)
	if entries, err := os.ReadDir(d.Path(".consider")); err != nil || len(entries) != 1 {
		t.Errorf("the tracked folder holds %v, %v", entries, err)
	}
}

// worktreeOf returns the folder of d's one linked worktree.
func worktreeOf(t *testing.T, d *reviewtest.Desk) string {
	t.Helper()
	data, err := os.ReadFile(d.Path(".git/worktrees/x/gitdir"))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(string(data[:len(data)-1]))
}

func TestStoreOfOnesOwnChoiceIsNotMirrored(t *testing.T) {
	d := reviewtest.New(t)
	side := d.Side("x")
	s := side.Human()
	s.Place.StoreDir = filepath.Join(t.TempDir(), "elsewhere")
	gittest.Must(review.Add(t.Context(), s, review.AddInput{Place: "a.txt:1", Message: "private"}))(t)
	s.Mirror(t.Context())
	if _, err := os.Lstat(d.Path(worktree.StoreName)); err == nil {
		t.Error("the main worktree got a store")
	}
}

// A worktree whose store was lost or came from a backup is shown by its copy, placed in its own files.
func TestCopyStandsInForALostStore(t *testing.T) {
	d := reviewtest.New(t)
	side := d.Side("x")
	id := say(side, "a.txt:2", "why?")
	side.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
	if err := os.Rename(side.Path(worktree.StoreName), filepath.Join(t.TempDir(), "gone")); err != nil {
		t.Fatal(err)
	}
	all := d.Everywhere()
	if len(all) != 1 || all[0].ID != id || all[0].Placement.StartLine != 3 {
		t.Errorf("threads: %+v", all)
	}
}

// A folder that says whose worktree it is, and that the repository does not list, got its threads into the main
// worktree's store.
func TestAFolderThatOnlyClaimsToBeAWorktreeIsNotMirrored(t *testing.T) {
	d := reviewtest.New(t)
	dir := filepath.Join(gittest.TempDir(t), "x")
	claims := &reviewtest.Desk{Repo: gittest.At(t, dir), T: t, Now: d.Now}
	claims.Write(".git", "gitdir: admin\n")
	claims.Write("admin/HEAD", "ref: refs/heads/main\n")
	claims.Write("admin/commondir", d.Path(".git")+"\n")
	claims.Write("admin/gitdir", filepath.Join(dir, ".git")+"\n")
	claims.Write("a.txt", "one\n")
	id := say(claims, "a.txt:1", "why?")
	if got := claims.Only(claims.Human()); got.ID != id || got.Worktree != "admin" {
		t.Errorf("got %+v", got)
	}
	if _, err := os.Lstat(d.Path(worktree.StoreName)); err == nil {
		t.Error("the repository got a store")
	}
	mine := say(d, "a.txt:1", "mine")
	say(claims, "a.txt:1", "again")
	if all := d.Everywhere(); len(all) != 1 || all[0].ID != mine {
		t.Errorf("threads: %+v", all)
	}
}

// TestAnUnreadableIndexIsAnError: it may hold the store. Where git cannot read it either, HEAD's commit says whether the
// repository came with one; where that cannot be read, the store's own record counts.
func TestAnUnreadableIndexIsAnError(t *testing.T) {
	for name, trusted := range map[string]bool{"a store of one's own": true, "one that HEAD holds": false, "HEAD is torn too": true} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			say(d, "a.txt:1", "why?")
			if name == "one that HEAD holds" {
				d.Git("add", "-f", worktree.StoreName)
				d.Git("commit", "-qm", "with a store")
			}
			d.Write(".git/index", "DIRC of another kind, and longer than its checksum")
			if name == "HEAD is torn too" {
				d.Write(".git/HEAD", "neither a ref nor an id")
			}
			_, err := review.List(t.Context(), d.Human(), review.ListInput{})
			if trusted {
				if err != nil {
					t.Errorf("list: %v", err)
				}
				return
			}
			if e, ok := fail.As(err); !ok || !errors.Is(err, fail.ErrDenied) || len(e.Hints) == 0 {
				t.Errorf("list: %v", err)
			}
			for _, c := range gittest.Must(project.Doctor(t.Context(), d.Human(), project.DoctorInput{}))(t).Checks {
				if c.Name == "isolation" && (c.State != "problem" || c.Hint.IsZero()) {
					t.Errorf("doctor: %+v", c)
				}
			}
		})
	}
}

func TestAnAdoptedThreadBringsItsImages(t *testing.T) {
	d := reviewtest.New(t)
	side := d.Side("x")
	_, shown := side.Image()
	id := say(side, "a.txt:2", shown)
	d.Git("worktree", "remove", "--force", side.Dir)
	if got := imagesOf(t, d, id); len(got) != 1 || got[0].Type != "image/gif" {
		t.Errorf("before: %+v", got)
	}
	gittest.Must(review.Adopt(t.Context(), d.Human(), review.AdoptInput{IDs: []string{id}}))(t)
	if got := imagesOf(t, d, id); len(got) != 1 || got[0].Type != "image/gif" || got[0].Path == "" {
		t.Errorf("after: %+v", got)
	}
}
