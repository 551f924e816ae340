//go:build unix

package treediff_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/treediff"
)

// TestManyFoldersNeedFewProcesses: in a large repository git reads the objects, and each folder may have attributes.
func TestManyFoldersNeedFewProcesses(t *testing.T) {
	r := gittest.New(t)
	for i := range 50 {
		r.Write(fmt.Sprintf("folder%d/a.txt", i), "a\n")
	}
	r.Write(".gitattributes", "*.txt linguist-generated\n")
	r.Write("folder7/.gitattributes", "*.txt text\n")
	r.Write("folder8/.gitattributes", "*.txt text\n")
	head := r.Commit("first")
	for i := range 50 {
		r.Write(fmt.Sprintf("folder%d/a.txt", i), "b\n")
	}
	r.Write("folder8/.gitattributes", "*.txt -text\n")
	write(t, r.Path(".git/objects/pack/pack-"+strings.Repeat("1", 40)+".idx"), strings.Repeat("\x00", 5<<20))

	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	count := filepath.Join(bin, "count")
	script := fmt.Sprintf("#!/bin/sh\necho >>'%s'\nexec '%s' \"$@\"\n", count, git)
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))

	files, err := treediff.Compare(t.Context(), open(t, r.Dir), treediff.Side{Commit: head}, sideOf(t, r), treediff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if want := f.Path != "folder8/a.txt" && f.Generated != ""; f.Settled != want {
			t.Errorf("%s: settled %v", f.Path, f.Settled)
		}
	}
	runs, err := os.ReadFile(count)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(runs); len(files) != 51 || n > 10 {
		t.Errorf("%d files with %d runs of git", len(files), n)
	}
}

// sideOf is the state of the files on the disk.
func sideOf(t *testing.T, r *gittest.Repo) treediff.Side {
	var out treediff.Side
	for i := range 50 {
		name := fmt.Sprintf("folder%d/a.txt", i)
		out.Entries = append(out.Entries, treediff.SideEntry{Path: name, Mode: "100644", Data: []byte("b\n")})
	}
	out.Entries = append(out.Entries, treediff.SideEntry{Path: "folder8/.gitattributes", Mode: "100644", Data: []byte("*.txt -text\n")})
	out.Commit = strings.TrimSpace(r.Git("rev-parse", "HEAD"))
	return out
}
