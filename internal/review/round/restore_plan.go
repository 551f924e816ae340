package round

import (
	"maps"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/thread"
)

// restorePlan turns the folders of threads into those of an earlier state. Threads of the earlier state get their
// former content and folder. Threads that it lacks were started later: they are deleted, and stay whole. Threads of other
// worktrees stay as they are.
type restorePlan struct {
	then    map[string]bool        // ids of the threads in the earlier state
	put     map[string]gitstore.ID // files that get their former content
	remove  []string
	move    map[string]string // files of later threads, to their path among deleted threads
	deleted []string          // threads that leave the active list or the archive, sorted
}

func newRestorePlan(now, then gitstore.Files, ours func(id string) bool) (*restorePlan, error) {
	want, err := thread.AllFiles(then)
	if err != nil {
		return nil, err
	}
	have, err := thread.AllFiles(now)
	if err != nil {
		return nil, err
	}
	foreign := func(file string, _ gitstore.ID) bool { return !ours(thread.OwnerOf(file)) }
	maps.DeleteFunc(want, foreign)
	maps.DeleteFunc(have, foreign)
	w := &restorePlan{then: map[string]bool{}, put: maps.Clone(want), move: map[string]string{}}
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

// apply makes the changes, touching only what differs.
func (w *restorePlan) apply(tx *gitstore.Tx, then *gitstore.Snapshot) error {
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
