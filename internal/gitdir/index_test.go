package gitdir_test

import (
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gitdir"
	"consider/internal/gittest"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// FuzzIndex: a clone's index may hold any bytes.
func FuzzIndex(f *testing.F) {
	for _, s := range gittest.SharedZoo(f) {
		if data, err := os.ReadFile(filepath.Join(s.Dir, ".git", "index")); err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		names, err := gitdir.ParseIndex(data)
		if err == nil && len(names) > len(data) {
			t.Errorf("%d names from %d bytes", len(names), len(data))
		}
	})
}
