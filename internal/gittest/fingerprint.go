package gittest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
)

// storeName is the only folder that may change in a user's project.
const storeName = ".consider"

// Fingerprint describes a project: each file of the folder and of its git
// directories (this worktree's and the shared one, wherever they are) by mode
// and content, and the output of git status. It ignores times, and everything
// below a folder named .consider outside the git directories.
func Fingerprint(dir string) (map[string]string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("fingerprint: %w", err)
	}
	print, ignored := map[string]string{}, map[string]string{}
	if err := describe(print, ignored, "file", dir, true); err != nil {
		return nil, err
	}
	for _, place := range gitDirs(dir) {
		if err := describe(print, ignored, "git "+filepath.Base(place), place, false); err != nil {
			return nil, err
		}
	}
	print["git status"], err = statusOf(dir, print, ignored)
	return print, err
}

// describe adds the files of a folder to print, and the .gitignore of each store below it to ignored.
func describe(print, ignored map[string]string, kind, dir string, project bool) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("fingerprint: %w", err)
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		inGit := !project || strings.HasPrefix(rel, ".git/")
		if d.IsDir() && d.Name() == storeName && !inGit {
			text, err := os.ReadFile(filepath.Join(path, ".gitignore"))
			ignored[rel] = fmt.Sprintf("%q %v", text, err)
			return fs.SkipDir
		}
		value, err := describeFile(path, d)
		if err != nil {
			return fmt.Errorf("fingerprint: %w", err)
		}
		print[kind+" "+rel] = value
		return nil
	})
}

func describeFile(path string, d fs.DirEntry) (string, error) {
	info, err := d.Info()
	if err != nil {
		return "", err
	}
	switch {
	case info.Mode().IsRegular():
		text, err := os.ReadFile(path)
		return fmt.Sprintf("%v %x", info.Mode(), sha256.Sum256(text)), err
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(path)
		return "link to " + target, err
	default:
		return info.Mode().String(), nil
	}
}

// gitDirs returns the git directory that a .git file or link points to, and the
// shared one.
func gitDirs(dir string) []string {
	dot := filepath.Join(dir, ".git")
	place := dot
	if text, err := os.ReadFile(dot); err == nil {
		place = strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:"))
		if !filepath.IsAbs(place) {
			place = filepath.Join(dir, place)
		}
	}
	place, err := filepath.EvalSymlinks(place)
	if err != nil {
		return nil
	}
	places := []string{}
	if place != dot {
		places = append(places, place)
	}
	if text, err := os.ReadFile(filepath.Join(place, "commondir")); err == nil {
		common := strings.TrimSpace(string(text))
		if !filepath.IsAbs(common) {
			common = filepath.Join(place, common)
		}
		places = append(places, common)
	}
	return places
}

// statuses holds the output of git status for each state of a project, so that git is asked once for each.
var statuses sync.Map

// statusOf returns the status of a folder that a fingerprint describes. The files of a store are not in it, but its
// .gitignore hides all of them, unless git tracks one.
func statusOf(dir string, print, ignored map[string]string) (string, error) {
	config, err := os.ReadFile(filepath.Join(dir, ".git", "config"))
	index, _ := os.ReadFile(filepath.Join(dir, ".git", "index")) // there is none before the first file is added
	if err != nil || bytes.Contains(config, []byte("worktree")) || bytes.Contains(index, []byte(storeName)) {
		return status(dir) // it depends on files elsewhere, or in the store
	}
	key := sha256.Sum256(fmt.Append(nil, dir, print, ignored)) // fmt sorts maps
	if text, ok := statuses.Load(key); ok {
		return text.(string), nil
	}
	text, err := status(dir)
	if err == nil && text != noGit {
		statuses.Store(key, text)
	}
	return text, err
}

// noGit is the status of every folder while there is no git, as in tests of that.
const noGit = "no git"

// status returns what git says about the folder, or the exit code if git
// refuses.
func status(dir string) (string, error) {
	home, err := os.MkdirTemp("", "gittest-home-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(home)
	env := []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL="} // this command must not fetch
	out, err := run(dir, home, env, "-c", "core.fsmonitor=false", "status", "--porcelain", "--branch", "--untracked-files=all")
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Sprintf("exit %d", exit.ExitCode()), nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return noGit, nil
	}
	return out, err
}

// Diff lists the differences between two fingerprints, one a line; "" if they
// are equal.
func Diff(a, b map[string]string) string {
	var lines []string
	for key, was := range a {
		if is, ok := b[key]; !ok {
			lines = append(lines, "gone: "+key)
		} else if is != was {
			lines = append(lines, fmt.Sprintf("changed: %s\n\twas %s\n\tis  %s", key, was, is))
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			lines = append(lines, "new: "+key)
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// State is a folder and its fingerprint at one time.
type State struct {
	Dir   string
	Print map[string]string
}

// Snapshot computes the fingerprint of a folder.
func Snapshot(t testing.TB, dir string) State {
	t.Helper()
	print, err := Fingerprint(dir)
	if err != nil {
		t.Fatal(err)
	}
	return State{Dir: dir, Print: print}
}

// AssertUnchanged fails the test if the folder has changed.
func AssertUnchanged(t testing.TB, before State) {
	t.Helper()
	if diff := Diff(before.Print, Snapshot(t, before.Dir).Print); diff != "" {
		t.Errorf("%s was changed:\n%s", before.Dir, diff)
	}
}
