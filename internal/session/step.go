package session

import "consider/gitstore"

// Step is what an undo does to one file of the store's tree.
type Step struct {
	Path string
	Data []byte
	Gone bool // the file is removed

	Back gitstore.ID // not zero: the path names this unreadable object again
	Dir  bool        // the object is a directory
}

// Apply makes the step in a change under way.
func (st Step) Apply(tx *gitstore.Tx) error {
	if !st.Back.IsZero() {
		return tx.Point(st.Path, st.Back, st.Dir)
	}
	if st.Gone {
		return tx.Remove(st.Path)
	}
	tx.Put(st.Path, st.Data)
	return nil
}
