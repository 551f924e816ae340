package memory

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

const (
	diskDir   = memoryDir + "/disk"
	diskFiles = diskDir + "/files"
	// diskBefore holds the contents that a change found on disk and that no earlier change had left there: a person's
	// own edits.
	DiskBefore = diskDir + "/before"
)

// diskMemory keeps a memory in files of the project. Its pins are in the store, and so is a copy of each file as every
// change left it. This makes each change a commit, which log lists and undo can reverse.
type diskMemory struct {
	s    *session.Session
	disk *keep.Disk
}

// diskState is the files on disk with the pins from the store.
type diskState struct {
	*keep.Disk
	pins keep.Plain
}

// Pins implements [keep.Files].
func (d diskState) Pins() ([]keep.Path, error) { return d.pins.Pins() }

// View implements [keep.Storage].
func (m *diskMemory) View(ctx context.Context, fn func(keep.Files) error) error {
	r, err := stateOf(ctx, m.s)
	if err != nil {
		return err
	}
	return fn(keep.Fold(diskState{m.disk, keep.Plain{Blobs: blobs{r: r, dir: diskDir}}}))
}

// Change implements [keep.Storage]. The store's lock keeps other writers away. If the commit has to be made again
// because a git program moved the ref, the files are already changed; if it fails, they are restored.
func (m *diskMemory) Change(ctx context.Context, op keep.Op, fn func(keep.Files) (keep.Edit, error)) error {
	who, err := m.s.Author(ctx)
	if err != nil {
		return err
	}
	var edit keep.Edit
	before := map[keep.Path][]byte{}
	applied := false
	err = m.s.Update(ctx, true, func(c *session.Change) error {
		store := keep.Plain{Blobs: blobs{r: c.Tx, tx: c.Tx, dir: diskDir}}
		if !applied {
			files := keep.Fold(diskState{m.disk, store})
			if edit, err = fn(files); err == nil {
				edit, err = files.Kept(edit)
			}
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err // canceled: otherwise the files on disk would change without a commit
			}
			if err := note(m.disk, edit.Paths(), before); err != nil {
				return err
			}
			applied = true
			if err := m.disk.Apply(edit); err != nil {
				return err
			}
		}
		recordMemory(c, op, who, false)
		keepBefore(c, before)
		return store.Apply(edit)
	})
	if err != nil && applied {
		err = errors.Join(err, m.disk.TakeBack(edit, before))
	}
	return err
}

// note reads the files on disk before an edit.
func note(disk *keep.Disk, paths []keep.Path, before map[keep.Path][]byte) error {
	for _, p := range paths {
		data, err := disk.Read(p)
		switch {
		case err == nil:
			before[p] = data
		case !errors.Is(err, keep.ErrNotExist):
			return err
		}
	}
	return nil
}

// keepBefore stores what was found on disk, where it differs from the store's copy.
func keepBefore(c *session.Change, before map[keep.Path][]byte) {
	for p, data := range before {
		if kept, err := c.Tx.ReadFile(path.Join(diskFiles, string(p))); err != nil || string(kept) != string(data) {
			c.Tx.Put(path.Join(DiskBefore, string(p)), data)
		}
	}
}

// UndoOnDisk does to the files on disk what an undo does to their copies in the store. A file that differs from its
// copy was edited since. The caller calls back if the undo is not recorded, whatever the error.
func UndoOnDisk(s *session.Session, c *session.Change, steps []session.Step) (back func() error, err error) {
	disk := &keep.Disk{Project: s.Place.Root}
	edit, err := undoing(disk, c, steps)
	before := map[keep.Path][]byte{}
	if err == nil {
		err = note(disk, edit.Paths(), before)
	}
	if err != nil {
		return func() error { return nil }, err
	}
	return func() error { return disk.TakeBack(edit, before) }, disk.Apply(edit)
}

// undoing returns the edit that an undo makes to the files on disk.
func undoing(disk *keep.Disk, c *session.Change, steps []session.Step) (keep.Edit, error) {
	edit := keep.Edit{Write: map[keep.Path][]byte{}}
	for _, st := range steps {
		name, ok := strings.CutPrefix(st.Path, diskFiles+"/")
		if !ok { // there is no copy of a file that was created by hand and then deleted
			name, ok = strings.CutPrefix(st.Path, DiskBefore+"/")
			ok = ok && st.Gone && !hasStep(steps, path.Join(diskFiles, name))
		}
		if !ok {
			continue
		}
		p := keep.Path(name)
		if _, err := keep.ParsePath(p.String()); err != nil {
			return edit, err
		}
		there, err := disk.Read(p)
		if err != nil && !errors.Is(err, keep.ErrNotExist) {
			return edit, err
		}
		copied, copyErr := c.Tx.ReadFile(path.Join(diskFiles, name))
		if (err == nil) != (copyErr == nil) || string(there) != string(copied) {
			return edit, fail.Conflict("%s was edited after the change to be undone", p).Hint("edit the file by hand")
		}
		by, err := c.Tx.ReadFile(path.Join(DiskBefore, name))
		switch {
		case err == nil && hasStep(steps, path.Join(DiskBefore, name)):
			edit.Write[p] = by // the version that the change found on disk, written by hand
		case st.Gone:
			edit.Remove = append(edit.Remove, p)
		default:
			edit.Write[p] = st.Data
		}
	}
	return edit, nil
}

func hasStep(steps []session.Step, file string) bool {
	return slices.ContainsFunc(steps, func(st session.Step) bool { return st.Path == file })
}

// TouchesMemory reports whether an undo changes the memory, or the settings that say where it is.
func TouchesMemory(steps []session.Step) bool {
	return slices.ContainsFunc(steps, func(st session.Step) bool {
		return strings.HasPrefix(st.Path, memoryDir+"/") || st.Path == settings.SettingsFile
	})
}
