package backup

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consider/gitstore"
	"consider/internal/gittest"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// desk is a store with a folder for its copies.
type desk struct {
	*testing.T
	store   *gitstore.Store
	folder  Folder
	options gitstore.Options
	n       int
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{T: t, options: gitstore.Options{Now: func() time.Time { return time.Unix(1e9, 0) }, Program: "consider/test"}}
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.folder = Of(filepath.Join(home, "a", "b"), filepath.Join(t.TempDir(), ".consider"))
	d.begin()
	return d
}

// begin makes the store anew.
func (d *desk) begin() {
	d.Helper()
	store, err := gitstore.Create(d.folder.store, d.options)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { _ = store.Close() })
	d.store = store
}

// lose moves the store away.
func (d *desk) lose() {
	d.Helper()
	_ = d.store.Close()
	if err := os.Rename(d.folder.store, filepath.Join(d.TempDir(), "gone")); err != nil {
		d.Fatal(err)
	}
}

// change makes a change, without copying it.
func (d *desk) change(file, text string) {
	d.Helper()
	_, err := d.store.Update(d.Context(), func(tx *gitstore.Tx) (gitstore.Meta, error) {
		tx.Put(file, []byte(text))
		return gitstore.Meta{Subject: "change " + file}, nil
	})
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) copy() {
	d.Helper()
	if err := d.folder.Copy(d.Context(), d.store, d.options); err != nil && !errors.Is(err, errFull) {
		d.Fatal(err)
	}
}

// edit makes a change and copies it.
func (d *desk) edit() {
	d.Helper()
	d.n++
	d.change(fmt.Sprintf("f%d", d.n), strings.Repeat("text ", d.n))
	d.copy()
}

func (d *desk) files(store *gitstore.Store) (out []string) {
	d.Helper()
	snap, err := store.Snapshot()
	if err != nil {
		d.Fatal(err)
	}
	entries, err := snap.ReadDir("")
	if err != nil {
		d.Fatal(err)
	}
	for _, e := range entries {
		if data, err := snap.ReadFile(e.Name); err != nil {
			d.Errorf("%s: %v", e.Name, err)
		} else if e.Name != "store.json" {
			out = append(out, e.Name+" "+string(data))
		}
	}
	return out
}

// lost describes the copies that have more than the store: how many changes.
func (d *desk) lost(store *gitstore.Store, all bool) (out []int) {
	for _, c := range d.folder.Lost(d.Context(), store, gitstore.ID{}, all, d.options) {
		out = append(out, len(c.Missing))
	}
	return out
}

func (d *desk) want(what string, got, want []int) {
	d.Helper()
	if !slices.Equal(got, want) {
		d.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestACopyHasAllOfTheStore(t *testing.T) {
	d := newDesk(t)
	for range 20 {
		d.edit()
	}
	d.change("without", "a copy")
	d.change("nor", "this") // both are copied with the next
	d.edit()
	want := d.files(d.store)
	d.want("whole", d.lost(d.store, true), nil)
	tip, err := d.store.Tip()
	if err != nil {
		t.Fatal(err)
	}
	d.lose()
	lost := d.folder.Lost(t.Context(), nil, gitstore.ID{}, false, d.options)
	if len(lost) != 1 || len(lost[0].Missing) != 23 || lost[0].Missing[0].ID != tip {
		t.Fatalf("%+v", lost)
	}
	from, err := gitstore.Open(lost[0].Dir, d.options)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	if got := d.files(from); !slices.Equal(got, want) {
		t.Errorf("the copy has %q", got)
	}
	o := d.options
	o.Fork, o.Whole = from, true
	again, err := gitstore.Create(d.folder.store, o)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if now, err := again.Tip(); err != nil || now != tip || !slices.Equal(d.files(again), want) {
		t.Errorf("restored: %v, %v", now, err)
	}
	if _, err := os.Lstat(filepath.Join(d.folder.store, "refs", "home")); err == nil {
		t.Error("the restored store is an outbox")
	}
}

// A log may end anywhere after a power cut.
func TestATornLogIsContinuedFromItsLastWholeChange(t *testing.T) {
	d := newDesk(t)
	for range 3 {
		d.edit()
	}
	dir := d.folder.copies()[0]
	log := dir + logEnd
	whole, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for cut := len(whole); cut >= 0; cut -= 1 + len(whole)/50 {
		for _, tail := range []string{"", strings.Repeat("\x00", 100)} {
			if err := os.WriteFile(log, append(slices.Clip(whole[:cut]), tail...), 0o600); err != nil {
				t.Fatal(err)
			}
			d.edit()
			if tip, ok := tipOf(dir); !ok || tip != gittest.Must(d.store.Tip())(t) {
				t.Fatalf("cut at %d, tail %d: the copy is at %v", cut, len(tail), tip)
			}
			c, err := open(t.Context(), d.folder.copies()[0], d.options)
			if err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			if !slices.Equal(d.files(c), d.files(d.store)) {
				t.Errorf("cut at %d: the copy has %q", cut, d.files(c))
			}
			_ = c.Close()
		}
	}
}

// A store that was rolled back or begun anew must not overwrite the copy of the former one.
func TestACopyThatTheStoreDoesNotContinueIsKept(t *testing.T) {
	d := newDesk(t)
	d.edit()
	old := filepath.Join(t.TempDir(), "image")
	if err := os.CopyFS(old, os.DirFS(d.folder.store)); err != nil {
		t.Fatal(err)
	}
	d.edit()
	d.edit()
	d.lose()
	if err := os.Rename(old, d.folder.store); err != nil {
		t.Fatal(err)
	}
	d.begin()
	d.want("rolled back", d.lost(d.store, false), []int{2})
	d.edit()
	d.want("continued", d.lost(d.store, false), []int{2})
	c := d.folder.Lost(t.Context(), d.store, gitstore.ID{}, false, d.options)[0]
	if err := c.Offered(); err != nil {
		t.Fatal(err)
	}
	d.want("offered", d.lost(d.store, false), nil)
	d.want("all", d.lost(d.store, true), []int{2})
	c.OfferAgain()
	d.want("wanted", d.lost(d.store, false), []int{2})
	if err := c.Delete(); err != nil {
		t.Fatal(err)
	}
	d.want("restored", d.lost(d.store, true), nil)
	d.lose()
	d.begin()
	d.edit()
	d.want("begun anew", d.lost(d.store, true), []int{2})
	if got := List(filepath.Dir(filepath.Dir(filepath.Dir(d.folder.dir)))); len(got) != 1 || got[0].Store != d.folder.store || got[0].Bytes == 0 {
		t.Errorf("%+v", got)
	}
}

func TestAPurgeReachesTheCopies(t *testing.T) {
	d := newDesk(t)
	d.edit()
	d.change("memory/plain", "secret words")
	d.copy()
	if _, err := d.store.Purge(t.Context(), gitstore.Purging{Folder: "memory"}); err != nil {
		t.Fatal(err)
	}
	d.want("after the purge", d.lost(d.store, true), nil)
	d.edit()
	if got := d.folder.copies(); len(got) != 1 {
		t.Errorf("copies: %v", got)
	}
	c, err := open(t.Context(), d.folder.copies()[0], d.options)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for commit, err := range c.Log(t.Context(), gitstore.LogOptions{WithPaths: true}) {
		if err != nil || slices.Contains(commit.Paths, "memory/plain") {
			t.Errorf("%s: %v, %v", commit.ID, commit.Paths, err)
		}
	}
}

func TestAFullFolderTakesNoMore(t *testing.T) {
	d := newDesk(t)
	d.folder.limit, d.folder.maxLog = 16<<10, 4<<10
	for range 100 {
		d.n++
		d.change(fmt.Sprintf("f%d", d.n), rand.Text()+rand.Text()+rand.Text()+rand.Text())
		d.copy()
	}
	if size := sizeOf(d.folder.dir); !d.folder.IsFull() || size > 64<<10 {
		t.Errorf("%d bytes", size)
	}
	if behind, ok := d.folder.Behind(t.Context(), d.store, d.options); !ok || behind == 0 {
		t.Errorf("%d behind, %v", behind, ok)
	}
	d.want("full", d.lost(d.store, false), nil)
}

// A log that is large is replaced by a copy that is packed.
func TestALargeLogIsReplaced(t *testing.T) {
	d := newDesk(t)
	d.edit()
	d.folder.maxLog = 4 << 10
	for range 30 {
		d.edit()
		all := d.folder.copies()
		if len(all) != 1 {
			t.Fatalf("copies: %v", all)
		}
		c, err := open(t.Context(), all[0], d.options)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(d.files(c), d.files(d.store)) {
			t.Errorf("%q", d.files(c))
		}
		report, err := c.Fsck(t.Context(), nil)
		if err != nil || len(report.Problems) > 0 {
			t.Errorf("%+v, %v", report.Problems, err)
		}
		_ = c.Close()
	}
	if n := filepath.Base(d.folder.copies()[0]); n == "1" {
		t.Error("the log was never replaced")
	}
}

// The copy at the limit stays, also if its log would be replaced.
func TestAtTheLimitTheLastCopyStays(t *testing.T) {
	d := newDesk(t)
	d.edit()
	d.folder.limit, d.folder.maxLog = 1, 1
	d.edit() // it is larger than the log may be
	if !d.folder.IsFull() || len(d.folder.copies()) != 1 {
		t.Errorf("full %v, copies %v", d.folder.IsFull(), d.folder.copies())
	}
	if _, ok := d.folder.Behind(t.Context(), d.store, d.options); !ok {
		t.Error("the copy cannot be read")
	}
}

// Several processes may make the first copy at once, and one may be killed.
func TestAHalfMadeCopyIsFinished(t *testing.T) {
	d := newDesk(t)
	d.change("f", "text")
	if err := os.MkdirAll(filepath.Join(d.folder.dir, "1", "objects"), 0o700); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { _ = d.folder.Copy(t.Context(), d.store, d.options) }) // some may find it busy
	}
	wg.Wait()
	d.copy()
	if all := d.folder.copies(); len(all) != 1 {
		t.Errorf("copies: %v", all)
	}
	d.want("whole", d.lost(d.store, true), nil)
	if behind, ok := d.folder.Behind(t.Context(), d.store, d.options); !ok || behind != 0 {
		t.Errorf("%d behind, %v", behind, ok)
	}
}

func TestDeletedCopiesAreGone(t *testing.T) {
	d := newDesk(t)
	d.edit()
	all := filepath.Dir(d.folder.dir)
	if err := os.MkdirAll(filepath.Join(all, "killed"+deletedMark+"1", "objects"), 0o700); err != nil {
		t.Fatal(err)
	}
	gone := Of(filepath.Dir(filepath.Dir(all)), filepath.Join(t.TempDir(), "gone", ".consider"))
	if err := os.MkdirAll(gone.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(gone.dir, pathFile), []byte(gone.store+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.folder.Delete(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(d.folder.dir); err == nil {
		t.Error("it is there")
	}
	if _, err := os.Lstat(gone.dir); err != nil {
		t.Error("the copies of another project were deleted too")
	}
	d.edit()
	if _, err := os.Lstat(gone.dir); err != nil {
		t.Error("the copies of a project that is gone were deleted at once")
	}
	old := time.Now().Add(-2 * orphanKept) // the last change of the project, which is not when it was deleted
	if err := os.Chtimes(gone.dir, old, old); err != nil {
		t.Fatal(err)
	}
	sweep(all, time.Now().Add(orphanKept-time.Hour))
	if _, err := os.Lstat(gone.dir); err != nil {
		t.Error("the copies of a project that is gone were deleted early")
	}
	sweep(all, time.Now().Add(orphanKept+time.Hour))
	entries, err := os.ReadDir(all)
	if err != nil || len(entries) != 2 { // those of the store, and .gitignore
		t.Errorf("%v, %v", entries, err)
	}
}

func TestWithoutAStateFolderThereIsOnlyNoCopy(t *testing.T) {
	d := newDesk(t)
	for name, f := range map[string]Folder{"none": Of("", d.folder.store), "no home": Of(filepath.Join(t.TempDir(), "no", "home", "at", "all"), d.folder.store)} {
		_ = f.Copy(t.Context(), d.store, d.options)
		if len(f.copies()) > 0 || len(f.Lost(t.Context(), nil, gitstore.ID{}, true, d.options)) > 0 || f.Delete() != nil {
			t.Errorf("%s: there is a copy", name)
		}
	}
}
