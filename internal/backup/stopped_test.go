package backup

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// lastFiles are written last, in this order, when all objects are durable.
var lastFiles = []string{"refs/home/threads", "logs/refs/heads/threads", "refs/heads/threads"}

// stop leaves of a copy what there is when its making stops at a file, of which that many halves were written; -1 for none
// and no name.
func (d *desk) stop(dir, name string, halves int) {
	d.Helper()
	for _, later := range lastFiles[slices.Index(lastFiles, name)+1:] {
		_ = os.Remove(filepath.Join(dir, filepath.FromSlash(later)))
	}
	file := filepath.Join(dir, filepath.FromSlash(name))
	data, err := os.ReadFile(file)
	if err == nil {
		err = os.Remove(file)
	}
	if err == nil && halves >= 0 {
		err = os.WriteFile(file, data[:len(data)*halves/2], 0o600)
	}
	if err != nil {
		d.Fatal(err)
	}
}

// TestACopyWhoseMakingStoppedAtAnyFileIsMadeWhole: by a kill, or by a power cut that tears the file.
func TestACopyWhoseMakingStoppedAtAnyFileIsMadeWhole(t *testing.T) {
	d := newDesk(t)
	d.edit()
	dir := d.folder.copies()[0]
	var names []string
	if err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		names = append(names, filepath.ToSlash(rel))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, name := range lastFiles {
		if !slices.Contains(names, name) {
			t.Fatalf("a copy has no %s: %q", name, names)
		}
	}
	for _, name := range names {
		for halves := -1; halves < 2; halves++ {
			if err := d.folder.Delete(); err != nil {
				t.Fatal(err)
			}
			d.copy()
			d.stop(dir, name, halves)
			d.edit()
			if all := d.folder.copies(); len(all) != 1 || all[0] != dir {
				t.Fatalf("%s, %d halves: copies %q", name, halves, all)
			}
			c, err := open(t.Context(), dir, d.options)
			if err != nil {
				t.Fatalf("%s, %d halves: %v", name, halves, err)
			}
			if got := d.files(c); !slices.Equal(got, d.files(d.store)) {
				t.Errorf("%s, %d halves: the copy has %q", name, halves, got)
			}
			_ = c.Close()
		}
	}
	t.Logf("%d files", len(names))
}

// A removal that was killed at any step leaves a copy that is whole, or none; the next removal deletes the rest.
func TestARemovalThatWasStoppedLeavesAWholeCopyOrNone(t *testing.T) {
	d := newDesk(t)
	d.edit()
	d.edit()
	d.edit() // in the log
	d.lose()
	one := filepath.Join(d.folder.dir, "1")
	d.want("before", d.lost(nil, true), []int{3})
	if err := os.Remove(one + logEnd); err != nil {
		t.Fatal(err)
	}
	d.want("without the log", d.lost(nil, true), []int{3}) // reading it has copied the log's objects
	part := one + deletedMark + "x"
	if err := os.CopyFS(filepath.Join(part, "refs"), os.DirFS(filepath.Join(one, "refs"))); err != nil {
		t.Fatal(err)
	}
	d.want("in part", d.lost(nil, true), []int{3})
	if err := remove(one); err != nil {
		t.Fatal(err)
	}
	d.want("removed", d.lost(nil, true), nil)
	entries, err := os.ReadDir(d.folder.dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != pathFile {
		t.Errorf("%v, %v", entries, err)
	}
}
