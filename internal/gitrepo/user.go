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

// UserName returns the user.name that git would use here, or "". The usual files are read here; git is asked only if
// they include others.
func (r *Repo) UserName(ctx context.Context) string {
	c := ownConfig()
	if r.GitDir != "" {
		c.Settings = append(c.Settings, r.Config().Settings...)
	}
	if c.HasInclude() {
		if out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"config", "--get", "user.name"}, Max: worktree.MaxPointer}); err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	return strings.TrimSpace(c.Get("user.name"))
}

// UserEditor returns the core.editor of the user's own files, or "". The project's configuration is not read, because
// the setting names a program to run.
func (r *Repo) UserEditor(ctx context.Context) string {
	c := ownConfig()
	if c.HasInclude() {
		args := []string{"config", "--global", "--includes", "--get", "core.editor"}
		if out, err := r.Git.Output(ctx, gitrun.Call{Args: args, Max: worktree.MaxPointer}); err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	return strings.TrimSpace(c.Get("core.editor"))
}

// ownConfig returns the settings in the user's own files.
func ownConfig() *gitfmt.Config {
	c := &gitfmt.Config{}
	for _, path := range globalConfigs() {
		worktree.ReadConfig(c, path)
	}
	return c
}

// globalConfigs lists the files of the user's settings, weakest first.
func globalConfigs() []string {
	if path, ok := os.LookupEnv("GIT_CONFIG_GLOBAL"); ok {
		return []string{path}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil
	}
	xdg := os.Getenv("XDG_CONFIG_HOME")
	if xdg == "" {
		xdg = filepath.Join(home, ".config")
	}
	return []string{filepath.Join(xdg, "git", "config"), filepath.Join(home, ".gitconfig")}
}
