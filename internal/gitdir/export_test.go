package gitdir

// ParseIndex walks index bytes and returns the names.
func ParseIndex(data []byte) (names []string, err error) {
	ix, err := newIndex(data, 20)
	if err != nil {
		return nil, err
	}
	err = ix.Each(func(e *IndexEntry) bool {
		names = append(names, string(e.Name))
		return true
	})
	return names, err
}
