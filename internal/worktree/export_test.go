package worktree

import (
	"testing"
	"time"
)

// HurryGit makes the package give up git after d, until the test ends.
func HurryGit(t *testing.T, d time.Duration) {
	was := gitPatience
	gitPatience = d
	t.Cleanup(func() { gitPatience = was })
}

// Listed is listed, for testing disks that ignore letter case on one that does not.
var Listed = listed

// ParseConfig parses configuration text and looks one key up.
func ParseConfig(text, key string) (value string, found bool) {
	c := &config{}
	c.parse(text)
	s, ok := c.find(key)
	return s.value, ok
}

// ParseIndex walks index bytes and returns the names.
func ParseIndex(data []byte) (names []string, err error) {
	ix, err := newIndex(data, 20)
	if err != nil {
		return nil, err
	}
	err = ix.each(func(e *indexEntry) bool {
		names = append(names, string(e.name))
		return true
	})
	return names, err
}
