// Package programs starts the few programs that consider runs: git, what opens a browser, what fills the clipboard,
// opencode, and itself.
//
// Nothing of the project is run. A search path often leads into one (node_modules/.bin, direnv), and what lies there
// may have come with a clone. So the folders of the project are passed over, as are relative ones, which mean
// whatever folder one is in; and a program that is run searches the same path without them.
package programs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Search finds programs outside a project.
type Search struct {
	project []fs.FileInfo
	path    []string // the folders of the search path that are not the project's
}

// Outside searches the folders of PATH that do not lie in one of the project's. Empty names are passed over.
func Outside(project ...string) *Search {
	s := &Search{}
	for _, dir := range project {
		// Everything lies in a root, so a project there would have nothing to run.
		if dir == "" || filepath.Dir(dir) == dir {
			continue
		}
		if info, err := os.Stat(dir); err == nil {
			s.project = append(s.project, info)
		}
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(dir) && !s.inProject(dir) {
			s.path = append(s.path, dir)
		}
	}
	return s
}

// Find gives the absolute path of a program, by its name or by an absolute path. The error is exec.ErrNotFound, also
// for a program that there is in the project only.
func (s *Search) Find(name string) (string, error) {
	candidates := []string{name}
	if !filepath.IsAbs(name) {
		candidates = nil
		if filepath.Base(name) == name {
			for _, dir := range s.path {
				candidates = append(candidates, filepath.Join(dir, name))
			}
		}
	}
	for _, candidate := range candidates {
		if program, err := exec.LookPath(candidate); err == nil && !s.isInProject(program) {
			return program, nil
		}
	}
	return "", fmt.Errorf("program %q: %w", name, exec.ErrNotFound)
}

// ErrStalled: a program has done nothing for so long that it will not.
var ErrStalled = errors.New("no input or output for too long; the program was stopped")

// Watched returns a context for running a program. It ends, with [ErrStalled] as its cause, if alive has not been
// called for as long as patience. The whole run may take any time, because a repository may be of any size.
func Watched(ctx context.Context, patience time.Duration) (watched context.Context, alive func(), stop context.CancelFunc) {
	watched, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(patience, func() { cancel(ErrStalled) })
	return watched, func() { timer.Reset(patience) }, func() {
		timer.Stop()
		cancel(nil)
	}
}

// Cmd is a run of a program, for rooms that keep one.
type Cmd = exec.Cmd

// Command is a run of a program that Find gave.
func (s *Search) Command(ctx context.Context, program string, args ...string) *Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = slices.DeleteFunc(os.Environ(), isSearchPath)
	if len(s.path) > 0 { // an empty one would mean the folder one is in
		cmd.Env = append(cmd.Env, "PATH="+strings.Join(s.path, string(filepath.ListSeparator)))
	}
	return cmd
}

func isSearchPath(pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	return name == "PATH" || runtime.GOOS == "windows" && strings.EqualFold(name, "PATH")
}

// maxLinks is how many links one program may be behind, as for the system.
const maxLinks = 40

// isInProject reports whether a program, or a link on the way to it, lies in the project: the project could put
// anything in the place of either.
func (s *Search) isInProject(program string) bool {
	for range maxLinks {
		if s.inProject(filepath.Dir(program)) {
			return true
		}
		target, err := os.Readlink(program)
		if err != nil {
			return false // not a link
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(program), target)
		}
		program = target
	}
	return true
}

// inProject reports whether a folder lies in the project, by whatever name. Folders are compared by what they are:
// names differ by links, mounts and letter case. A folder that cannot be looked at counts as the project's.
func (s *Search) inProject(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return true
	}
	for {
		info, err := os.Stat(real)
		if err != nil || slices.ContainsFunc(s.project, func(p fs.FileInfo) bool { return os.SameFile(p, info) }) {
			return true
		}
		up := filepath.Dir(real)
		if up == real {
			return false
		}
		real = up
	}
}
