package commands

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"consider/internal/worktree"
)

// A search path may lead into the project, and so may a link: nothing of a project is run.
func TestAProgramInTheProjectIsNotRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs files that are programs by their mode")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	bin, project := filepath.Join(dir, "bin"), filepath.Join(dir, "project")
	for _, folder := range []string{bin, project} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "talker"), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(project, "talker"), filepath.Join(bin, "linked")); err != nil {
		t.Fatal(err)
	}
	place := worktree.Project{Root: project, Top: project}
	t.Setenv("PATH", bin)
	if got := outside("talker", place); got != filepath.Join(bin, "talker") {
		t.Errorf("found %q", got)
	}
	if got := outside("linked", place); got != "" {
		t.Errorf("%q leads into the project", got)
	}
	t.Setenv("PATH", project)
	if got := outside("talker", place); got != "" {
		t.Errorf("%q is the project's", got)
	}
	if got := outside("nobody", place); got != "" {
		t.Errorf("found %q", got)
	}
}
