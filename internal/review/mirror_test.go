package review

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"consider/gitstore"
	"consider/internal/gittest"
	"consider/internal/worktree"
)

// side is a linked worktree of d's repository, at the same desk.
func (d *desk) side(name string) *desk {
	d.t.Helper()
	dir := filepath.Join(gittest.TempDir(d.t), name)
	d.Git("worktree", "add", "-q", dir, "-b", name)
	return &desk{Repo: gittest.At(d.t, dir), t: d.t, now: d.now, keys: d.keys}
}

// say starts a thread as a run would, with what follows it.
func (d *desk) say(place, body string) string {
	d.t.Helper()
	s := d.human()
	out, err := s.Add(d.t.Context(), AddInput{Place: place, Message: body})
	if err != nil {
		d.t.Fatal(err)
	}
	s.Mirror(d.t.Context())
	return out.Thread.ID
}

func (d *desk) everywhere() []ThreadView {
	d.t.Helper()
	out, err := d.human().List(d.t.Context(), ListInput{Workflow: "all", AllWorktrees: true})
	if err != nil {
		d.t.Fatal(err)
	}
	if len(out.Damaged) > 0 {
		d.t.Errorf("damaged: %+v", out.Damaged)
	}
	return out.Threads
}

func TestRemovedWorktreesThreadsStayReadable(t *testing.T) {
	d := newDesk(t)
	side := d.side("x")
	before := gittest.Snapshot(t, d.Dir)
	id := side.say("a.txt:2", "why?")
	gittest.AssertUnchanged(t, before)
	d.Git("worktree", "remove", "--force", side.Dir)
	all := d.everywhere()
	if len(all) != 1 || all[0].ID != id || all[0].Worktree != "x" || all[0].Elsewhere == nil || !all[0].Elsewhere.Removed {
		t.Fatalf("threads: %+v", all)
	}
	if p := all[0].Placement; p.StartLine != 2 || p.AnchorState != Anchored {
		t.Errorf("placed at %+v", p)
	}
	for range 2 {
		if _, err := d.human().Adopt(t.Context(), AdoptInput{IDs: []string{id}}); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.only(d.human()); got.ID != id || got.Elsewhere != nil {
		t.Errorf("adopted: %+v", got)
	}
	if all := d.everywhere(); len(all) != 1 {
		t.Errorf("listed %d times", len(all))
	}
	// The base came with it: edited text is placed through it.
	d.Write("a.txt", "zero\none\ntwo!\nthree\nfour\n")
	if got := d.only(d.human()); got.Placement.StartLine != 3 {
		t.Errorf("after an edit: %+v", got.Placement)
	}
}

// Ids are short and each store gives its own: two may give the same.
func TestTwoWorktreesWithTheSameThreadIDs(t *testing.T) {
	d := newDesk(t)
	x, y := d.side("x"), d.side("y")
	id := x.say("a.txt:2", "why?")
	st := must(x.human().glance(t.Context()))(t)
	thread, _, err := st.thread(activeDir, id)
	if err != nil {
		t.Fatal(err)
	}
	thread.Worktree = "y"
	s := y.human()
	err = s.update(t.Context(), true, func(c *change) error {
		c.record("add", author{Kind: Human}, "", id)
		return c.save(activeDir, thread)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Mirror(t.Context())
	d.Git("worktree", "remove", "--force", x.Dir)
	d.Git("worktree", "remove", "--force", y.Dir)
	if all := d.everywhere(); len(all) != 2 || all[0].Worktree != "x" || all[1].Worktree != "y" {
		t.Fatalf("threads: %+v", all)
	}
	_, err = d.human().Get(t.Context(), GetInput{ID: id})
	if e, ok := asError(err); !ok || len(e.Candidates) != 2 || e.Candidates[1].ID != "y:"+id {
		t.Fatalf("get of an id that is there twice: %v", err)
	}
	got := must(d.human().Get(t.Context(), GetInput{ID: "y:" + id}))(t)
	if got.Thread.Worktree != "y" {
		t.Errorf("got %+v", got.Thread.ThreadView)
	}
	must(d.human().Adopt(t.Context(), AdoptInput{IDs: []string{"x:" + id}}))(t)
	if all := d.everywhere(); len(all) != 2 {
		t.Errorf("after adopting one: %+v", all)
	}
	if _, err := d.human().Adopt(t.Context(), AdoptInput{IDs: []string{"y:" + id}}); err == nil {
		t.Error("a thread took the place of another")
	}
}

func TestMainStoreThatCannotBeWrittenChangesNothing(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		// Permissions stop nobody there: a file in the place of the store does the same.
		d := newDesk(t)
		side := d.side("x")
		d.Write(worktree.StoreName, "not a folder")
		side.say("a.txt:2", "why?")
		if got := d.Path(worktree.StoreName); !isFile(got) {
			t.Error("the file was replaced")
		}
		if got := side.only(side.human()); got.Worktree != "x" {
			t.Errorf("got %+v", got)
		}
		return
	}
	d := newDesk(t)
	side := d.side("x")
	if err := os.Chmod(d.Dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(d.Dir, 0o755) })
	side.say("a.txt:2", "why?")
	if _, err := os.Lstat(d.Path(worktree.StoreName)); err == nil {
		t.Error("a store was made in a folder that cannot be written to")
	}
	if err := os.Chmod(d.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := side.human()
	must(s.List(t.Context(), ListInput{}))(t)
	s.Mirror(t.Context())
	if _, ok := gitstore.MirrorTip(d.Path(worktree.StoreName), "x"); !ok {
		t.Error("the next read did not bring what was missing")
	}
}

func isFile(path string) bool {
	st, err := os.Lstat(path)
	return err == nil && st.Mode().IsRegular()
}

func TestMainStoreThatGitTracksIsLeftAlone(t *testing.T) {
	d := newDesk(t)
	d.Write(".consider/README", "shipped\n")
	d.Commit("a store in the repository")
	d.Git("worktree", "add", "-q", "--no-checkout", filepath.Join(gittest.TempDir(t), "x"), "-b", "x", "HEAD~1")
	side := &desk{Repo: gittest.At(t, worktreeOf(t, d)), t: t, now: d.now}
	side.Git("checkout", "-q", "x")
	before := gittest.Snapshot(t, d.Dir)
	side.say("a.txt:2", "why?")
	gittest.AssertUnchanged(t, before)
	if entries, err := os.ReadDir(d.Path(".consider")); err != nil || len(entries) != 1 {
		t.Errorf("the tracked folder holds %v, %v", entries, err)
	}
}

// worktreeOf returns the folder of d's one linked worktree.
func worktreeOf(t *testing.T, d *desk) string {
	t.Helper()
	data, err := os.ReadFile(d.Path(".git/worktrees/x/gitdir"))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(string(data[:len(data)-1]))
}

func TestStoreOfOnesOwnChoiceIsNotMirrored(t *testing.T) {
	d := newDesk(t)
	side := d.side("x")
	s := side.human()
	s.Place.StoreDir = filepath.Join(t.TempDir(), "elsewhere")
	must(s.Add(t.Context(), AddInput{Place: "a.txt:1", Message: "private"}))(t)
	s.Mirror(t.Context())
	if _, err := os.Lstat(d.Path(worktree.StoreName)); err == nil {
		t.Error("the main worktree got a store")
	}
}

// A worktree whose store was lost or came from a backup is shown by its copy, placed in its own files.
func TestCopyStandsInForALostStore(t *testing.T) {
	d := newDesk(t)
	side := d.side("x")
	id := side.say("a.txt:2", "why?")
	side.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
	if err := os.Rename(side.Path(worktree.StoreName), filepath.Join(t.TempDir(), "gone")); err != nil {
		t.Fatal(err)
	}
	all := d.everywhere()
	if len(all) != 1 || all[0].ID != id || all[0].Placement.StartLine != 3 {
		t.Errorf("threads: %+v", all)
	}
}

// A folder that says whose worktree it is, and that the repository does not list, got its threads into the main
// worktree's store.
func TestAFolderThatOnlyClaimsToBeAWorktreeIsNotMirrored(t *testing.T) {
	d := newDesk(t)
	dir := filepath.Join(gittest.TempDir(t), "x")
	claims := &desk{Repo: gittest.At(t, dir), t: t, now: d.now}
	claims.Write(".git", "gitdir: admin\n")
	claims.Write("admin/HEAD", "ref: refs/heads/main\n")
	claims.Write("admin/commondir", d.Path(".git")+"\n")
	claims.Write("admin/gitdir", filepath.Join(dir, ".git")+"\n")
	claims.Write("a.txt", "one\n")
	id := claims.say("a.txt:1", "why?")
	if got := claims.only(claims.human()); got.ID != id || got.Worktree != "admin" {
		t.Errorf("got %+v", got)
	}
	if _, err := os.Lstat(d.Path(worktree.StoreName)); err == nil {
		t.Error("the repository got a store")
	}
	mine := d.say("a.txt:1", "mine")
	claims.say("a.txt:1", "again")
	if all := d.everywhere(); len(all) != 1 || all[0].ID != mine {
		t.Errorf("threads: %+v", all)
	}
}

// TestAnUnreadableIndexIsAnError: it may hold the store. Where git cannot read it either, HEAD's commit says whether the
// repository came with one.
func TestAnUnreadableIndexIsAnError(t *testing.T) {
	for name, trusted := range map[string]bool{"a store of one's own": true, "one that HEAD holds": false, "HEAD is torn too": false} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.say("a.txt:1", "why?")
			if name == "one that HEAD holds" {
				d.Git("add", "-f", worktree.StoreName)
				d.Git("commit", "-qm", "with a store")
			}
			d.Write(".git/index", "DIRC of another kind, and longer than its checksum")
			if name == "HEAD is torn too" {
				d.Write(".git/HEAD", "neither a ref nor an id")
			}
			_, err := d.human().List(t.Context(), ListInput{})
			if trusted {
				if err != nil {
					t.Errorf("list: %v", err)
				}
				return
			}
			if e, ok := asError(err); !ok || e.Kind != ErrDenied || len(e.Hints) == 0 {
				t.Errorf("list: %v", err)
			}
			for _, c := range must(d.human().Doctor(t.Context(), DoctorInput{}))(t).Checks {
				if c.Name == "isolation" && (c.State != "problem" || c.Hint == "") {
					t.Errorf("doctor: %+v", c)
				}
			}
		})
	}
}
