package review

import (
	"maps"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
)

// wayBack is what makes the folders of threads those of an earlier state. Threads that this state has become what they
// were, in the folder in which they were. Those that it does not have came later: they are deleted, and stay whole.
type wayBack struct {
	then    map[string]bool        // ids of the threads that the earlier state has
	put     map[string]gitstore.ID // files that are to hold what they held
	remove  []string
	move    map[string]string // files of threads that came later, to where deleted threads are
	deleted []string          // threads that leave the active list and the archive, sorted
}

func newWayBack(now, then gitstore.Files) (*wayBack, error) {
	want, err := threadFiles(then)
	if err != nil {
		return nil, err
	}
	have, err := threadFiles(now)
	if err != nil {
		return nil, err
	}
	w := &wayBack{then: map[string]bool{}, put: maps.Clone(want), move: map[string]string{}}
	for file := range want {
		w.then[ownerOf(file)] = true
	}
	leave := map[string]bool{}
	for file, id := range have {
		of := ownerOf(file)
		dir, rest, _ := strings.Cut(file, "/")
		_, back := want[threadFile(deletedDir, of)]
		leave[of] = leave[of] || dir != deletedDir && (back || !w.then[of])
		switch blob, ok := want[file]; {
		case ok && blob == id:
			delete(w.put, file)
		case ok:
		case w.then[of]:
			w.remove = append(w.remove, file)
		case dir != deletedDir:
			w.move[file] = path.Join(deletedDir, rest)
		}
	}
	maps.DeleteFunc(leave, func(_ string, leaves bool) bool { return !leaves })
	w.deleted = slices.Sorted(maps.Keys(leave))
	return w, nil
}

// apply goes the way, touching only what differs.
func (w *wayBack) apply(tx *gitstore.Tx, then *gitstore.Snapshot) error {
	for from, to := range w.move {
		if err := tx.Move(from, to); err != nil {
			return err
		}
	}
	for _, file := range w.remove {
		if err := tx.Remove(file); err != nil {
			return err
		}
	}
	for file, id := range w.put {
		data, err := then.ReadBlob(id)
		if err != nil {
			return err
		}
		tx.Put(file, data)
	}
	return nil
}

// ownerOf returns the id of the thread that a file of its folder belongs to: its JSON, or one of its bases.
func ownerOf(file string) string {
	id, _, _ := strings.Cut(path.Base(file), ".")
	return id
}

// threadFiles returns the files of all threads, with their ids. Their folders fan out once.
func threadFiles(t gitstore.Files) (map[string]gitstore.ID, error) {
	out := map[string]gitstore.ID{}
	for _, dir := range folders {
		fans, err := t.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, fan := range fans {
			entries, err := t.ReadDir(path.Join(dir, fan.Name))
			if err != nil {
				return nil, err
			}
			for _, e := range entries {
				if isID(ownerOf(e.Name), threadPrefix) {
					out[path.Join(dir, fan.Name, e.Name)] = e.ID
				}
			}
		}
	}
	return out, nil
}
