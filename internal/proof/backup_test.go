//go:build unix

package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// saysOfBackup fails unless doctor reports this of the backup.
func (s seat) saysOfBackup(want string) {
	s.t.Helper()
	if got := s.must("doctor"); !strings.Contains(got.Out, want) {
		s.t.Errorf("doctor does not say %q:\n%s", want, got.Out)
	}
}

// TestAStoreThatWasDamagedBeforeItsFirstCopyGetsOneOnceItIsWhole: until then doctor says that there is none.
func TestAStoreThatWasDamagedBeforeItsFirstCopyGetsOneOnceItIsWhole(t *testing.T) {
	t.Parallel()
	r := sample(t)
	id := sit(t, r.Dir).athome(t.TempDir()).add("a.txt:3", "-m", "first")
	s := sit(t, r.Dir).athome(t.TempDir()) // where it has no copy yet
	old := plumbing(t, r.Dir, "rev-parse", "refs/heads/threads:"+stored(id))
	object := r.Path(filepath.Join(".consider", "objects", old[:2], old[2:]))
	aside := filepath.Join(t.TempDir(), "object")
	sit(t, r.Dir).with("HOME=", "XDG_CONFIG_HOME=").must("edit", id, "-m", "edited", "--as", "human")
	if err := os.Rename(object, aside); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		s.must("reply", id, "-m", fmt.Sprint("goes on ", i), "--as", "human")
		s.saysOfBackup("note backup: no copy of the threads outside the project: the last one could not be finished")
	}
	if err := os.Rename(aside, object); err != nil {
		t.Fatal(err)
	}
	s.must("reply", id, "-m", "whole again", "--as", "human")
	s.saysOfBackup("ok backup: a copy of the threads is in")
}
