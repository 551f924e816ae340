package gitrepo_test

import (
	"testing"

	"consider/internal/gittest"
)

// TestATreeServesSeveralReaders: serve answers requests concurrently.
func TestATreeServesSeveralReaders(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("a.txt", "a\n")
	id := repo.Commit("first")
	repo.Git("gc", "-q")
	tree := open(t, repo.Dir)
	done := make(chan error)
	for range 8 {
		go func() {
			for range 20 {
				if _, err := tree.FileAt(t.Context(), id, "a.txt", limit); err != nil {
					done <- err
					return
				}
				if _, _, err := tree.ReadFile("a.txt", limit); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
