package round

import (
	"maps"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/thread"
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
	want, err := thread.AllFiles(then)
	if err != nil {
		return nil, err
	}
	have, err := thread.AllFiles(now)
	if err != nil {
		return nil, err
	}
	w := &wayBack{then: map[string]bool{}, put: maps.Clone(want), move: map[string]string{}}
	for file := range want {
		w.then[thread.OwnerOf(file)] = true
	}
	leave := map[string]bool{}
	for file, id := range have {
		of := thread.OwnerOf(file)
		dir, rest, _ := strings.Cut(file, "/")
		_, back := want[thread.File(thread.Deleted, of)]
		leave[of] = leave[of] || dir != thread.Deleted && (back || !w.then[of])
		switch blob, ok := want[file]; {
		case ok && blob == id:
			delete(w.put, file)
		case ok:
		case w.then[of]:
			w.remove = append(w.remove, file)
		case dir != thread.Deleted:
			w.move[file] = path.Join(thread.Deleted, rest)
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
