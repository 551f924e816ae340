package gitrepo

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"consider/internal/gitfmt"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// IsSafe reports whether the person's or the system's setting safe.directory names one of the folders: then git accepts
// what another user owns there, and so do we. Git is asked outside of the project, about a repository that does not
// exist. If git gives no value, its usual files are read.
func (r *Repo) IsSafe(ctx context.Context, dirs ...string) bool {
	safe := false
	for _, value := range r.safeDirectories(ctx) {
		switch value {
		case "":
			safe = false // earlier values no longer count
		case "*":
			safe = true
		default:
			for _, dir := range dirs {
				safe = safe || named(value, dir)
			}
		}
	}
	return safe
}

func (r *Repo) safeDirectories(ctx context.Context) []string {
	outside := string(filepath.Separator)
	if home, err := os.UserHomeDir(); err == nil && worktree.IsDir(home) {
		outside = home
	}
	out, err := r.Git.Output(ctx, gitrun.Call{
		Args: []string{"config", "-z", "--get-all", "safe.directory"}, Max: worktree.MaxPointer, Dir: outside, Env: []string{"GIT_DIR=" + os.DevNull},
	})
	if err == nil && len(out) > 0 {
		return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	}
	c := &gitfmt.Config{}
	if os.Getenv("GIT_CONFIG_NOSYSTEM") == "" {
		worktree.ReadConfig(c, filepath.Join(string(filepath.Separator), "etc", "gitconfig"))
	}
	for _, path := range globalConfigs() {
		worktree.ReadConfig(c, path)
	}
	var values []string
	for _, s := range c.Settings {
		if s.Key == "safe.directory" {
			values = append(values, s.Value)
		}
	}
	return values
}

// named reports whether a value of safe.directory names the folder: by its path, or by the path of a folder above with
// /* at its end.
func named(value, dir string) bool {
	if rest, ok := strings.CutPrefix(value, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return false
		}
		value = filepath.Join(home, rest)
	}
	above, below := strings.CutSuffix(value, "/*")
	if !filepath.IsAbs(value) {
		return false
	}
	at := filepath.Clean(above + "/")
	if real, err := filepath.EvalSymlinks(at); err == nil {
		at = real
	}
	rel, err := filepath.Rel(at, dir)
	return err == nil && filepath.IsLocal(rel) && (rel == ".") != below
}
