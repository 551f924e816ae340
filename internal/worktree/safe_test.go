package worktree

import (
	"path/filepath"
	"testing"
)

func TestAValueOfSafeDirectoryMeansAFolderAsForGit(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	dir := filepath.Join(home, "work", "shop")
	for value, want := range map[string]bool{
		dir: true, dir + "/": true, home + "/work/*": true, home + "/*": true, "~/work/shop": true, "~/work/*": true, "/*": true,
		filepath.Dir(dir): false, dir + "/*": false, dir + "x": false, home + "/work": false, "work/shop": false, ".": false, "~": false,
		home + "/work/sh*": false, home + "/*/shop": false,
	} {
		if got := named(value, dir); got != want {
			t.Errorf("%q names %q: %v", value, dir, got)
		}
	}
}
