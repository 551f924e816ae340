package gitrepo

import (
	"path/filepath"
	"testing"
)

func TestAValueOfSafeDirectoryMeansAFolderAsForGit(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	dir := filepath.Join(home, "code", "shop")
	for value, want := range map[string]bool{
		dir: true, dir + "/": true, home + "/code/*": true, home + "/*": true, "~/code/shop": true, "~/code/*": true, "/*": true,
		filepath.Dir(dir): false, dir + "/*": false, dir + "x": false, home + "/code": false, "code/shop": false, ".": false, "~": false,
		home + "/code/sh*": false, home + "/*/shop": false,
	} {
		if got := named(value, dir); got != want {
			t.Errorf("%q names %q: %v", value, dir, got)
		}
	}
}
