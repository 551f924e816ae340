package worktree

import (
	"testing"
	"time"
)

// HurryGit has git be given up after d, until the test ends.
func HurryGit(t *testing.T, d time.Duration) {
	was := gitPatience
	gitPatience = d
	t.Cleanup(func() { gitPatience = was })
}

// Listed is listed, for disks that ignore letter case and that the tests' does not.
var Listed = listed

// ParseConfig reads configuration text and looks one key up.
func ParseConfig(text, key string) (value string, found bool) {
	c := &config{}
	c.parse(text)
	s, ok := c.find(key)
	return s.value, ok
}

// ParseIndex walks index bytes and gives the names.
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

// Holds reports whether the answers depend on a stamp, and so are used again.
func (a *Answers) Holds() bool { return a != nil && a.stamp != "" }

// HoldsSettings reports whether git's settings are kept.
func (a *Answers) HoldsSettings() bool { return a.set != nil }
