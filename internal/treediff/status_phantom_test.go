//go:build unix

package treediff

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// A checkpoint made in Claude Code's sandbox listed 19 files as removed that never were in the project: its bind
// mounts, which a folder lists as files and which are devices.
func TestWhatOnlyASandboxPutThereIsNoFileOfTheProject(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(root, ".bashrc"), 0o600); err != nil {
		t.Skip("no such files here: ", err)
	}
	if err := os.WriteFile(filepath.Join(root, "new.txt"), []byte("new\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tree := gitrepo.Open(worktree.Project{Root: root, Top: root})
	defer tree.Close()
	run := &statusRun{repo: tree, ctx: t.Context(), found: map[string]*StatusFile{}}
	run.untracked(".bashrc")
	run.untracked("new.txt")
	run.add("was.txt") // git tracks it, and it is gone
	run.untracked("was.txt")
	var names []string
	for _, f := range run.result().Files {
		names = append(names, f.Path+" "+f.Mode)
	}
	if len(names) != 2 || names[0] != "new.txt 100644" || names[1] != "was.txt " {
		t.Errorf("%q", names)
	}
}
