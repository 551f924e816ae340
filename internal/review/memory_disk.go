package review

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/memory"
)

const (
	diskDir   = memoryDir + "/disk"
	diskFiles = diskDir + "/files"
	// diskBefore holds what a change found on disk that no earlier change had left there: a person's own edits.
	diskBefore = diskDir + "/before"
)

// diskMemory keeps a memory in files of the project. Its pins are in the store; so is a copy of each file as every
// change left it, which makes the change a commit: it is told by log, and undo can take it back.
type diskMemory struct {
	s    *Service
	disk *memory.Disk
}

// diskState are the files on disk with the pins of the store.
type diskState struct {
	*memory.Disk
	pins memory.Plain
}

// Pins implements [memory.Files].
func (d diskState) Pins() ([]memory.Path, error) { return d.pins.Pins() }

// View implements [memory.Storage].
func (m *diskMemory) View(ctx context.Context, fn func(memory.Files) error) error {
	var r gitstore.Files
	st, err := m.s.glance(ctx)
	switch {
	case err == nil:
		r = st.snap
	case !errors.Is(err, ErrNoStore):
		return err
	}
	return fn(diskState{m.disk, memory.Plain{Blobs: blobs{r: r, dir: diskDir}}})
}

// Change implements [memory.Storage]. The lock of the store keeps other writers away. Should the commit have to be
// made again because a git program moved the ref, the files are changed already.
func (m *diskMemory) Change(ctx context.Context, op memory.Op, fn func(memory.Files) (memory.Edit, error)) error {
	who, err := m.s.writer(ctx, Agent)
	if err != nil {
		return err
	}
	var edit memory.Edit
	before := map[memory.Path][]byte{}
	applied := false
	return m.s.update(ctx, true, func(c *change) error {
		store := memory.Plain{Blobs: blobs{r: c.tx, tx: c.tx, dir: diskDir}}
		if !applied {
			if edit, err = fn(diskState{m.disk, store}); err != nil {
				return err
			}
			if err := m.apply(edit, before); err != nil {
				return err
			}
			applied = true
		}
		c.recordMemory(op, who, false)
		keepBefore(c, before)
		return store.Apply(edit)
	})
}

// apply makes an edit on disk, and notes what was there.
func (m *diskMemory) apply(edit memory.Edit, before map[memory.Path][]byte) error {
	paths := append([]memory.Path{}, edit.Remove...)
	for p := range edit.Write {
		paths = append(paths, p)
	}
	for _, p := range paths {
		data, err := m.disk.Read(p)
		switch {
		case err == nil:
			before[p] = data
		case !errors.Is(err, memory.ErrNotExist):
			return err
		}
	}
	return m.disk.Apply(edit)
}

// keepBefore keeps what was found on disk, where the store has not the same as its copy.
func keepBefore(c *change, before map[memory.Path][]byte) {
	for p, data := range before {
		if kept, err := c.tx.ReadFile(path.Join(diskFiles, string(p))); err != nil || string(kept) != string(data) {
			c.tx.Put(path.Join(diskBefore, string(p)), data)
		}
	}
}

// undoOnDisk does to the files on disk what an undo does to their copies in the store; a file that is not as its
// copy was edited since.
func (s *Service) undoOnDisk(c *change, steps []step) error {
	edit := memory.Edit{Write: map[memory.Path][]byte{}}
	disk := &memory.Disk{Project: s.Place.Root}
	for _, st := range steps {
		name, ok := strings.CutPrefix(st.path, diskFiles+"/")
		if !ok {
			continue
		}
		p, err := memory.ParsePath(memory.Root + "/" + name)
		if err != nil {
			return refusal(err)
		}
		there, err := disk.Read(p)
		if err != nil && !errors.Is(err, memory.ErrNotExist) {
			return refusal(err)
		}
		copied, copyErr := c.tx.ReadFile(st.path)
		if (err == nil) != (copyErr == nil) || string(there) != string(copied) {
			return Conflict("%s was changed in the editor since", p).Hint("change it by hand; 'consider log' tells the order of things")
		}
		if st.gone {
			edit.Remove = append(edit.Remove, p)
			continue
		}
		edit.Write[p] = st.data
		if by, err := c.tx.ReadFile(path.Join(diskBefore, name)); err == nil && hasStep(steps, path.Join(diskBefore, name)) {
			edit.Write[p] = by // what the change found there, by hand
		}
	}
	return refusal(disk.Apply(edit))
}

func hasStep(steps []step, file string) bool {
	return slices.ContainsFunc(steps, func(st step) bool { return st.path == file })
}

func touchesMemory(steps []step) bool {
	for _, st := range steps {
		if strings.HasPrefix(st.path, memoryDir+"/") {
			return true
		}
	}
	return false
}
