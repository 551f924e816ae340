package worktree

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// UserName returns the user.name that git would use here, or "". The usual files are read here; git is asked only if
// they include others.
func (t *Tree) UserName(ctx context.Context) string {
	c := ownConfig()
	if t.p.GitDir != "" {
		c.settings = append(c.settings, loadConfig(t.p.GitDir, t.p.CommonDir).settings...)
	}
	if c.hasInclude() {
		if out, err := t.git(ctx, gitCall{args: []string{"config", "--get", "user.name"}, max: maxPointer}); err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	return strings.TrimSpace(c.get("user.name"))
}

// UserEditor returns the core.editor of the user's own files, or "". The project's configuration is not read, because
// the setting names a program to run.
func (t *Tree) UserEditor(ctx context.Context) string {
	c := ownConfig()
	if c.hasInclude() {
		args := []string{"config", "--global", "--includes", "--get", "core.editor"}
		if out, err := t.git(ctx, gitCall{args: args, max: maxPointer}); err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	return strings.TrimSpace(c.get("core.editor"))
}

// ownConfig returns the settings in the user's own files.
func ownConfig() *config {
	c := &config{}
	for _, path := range globalConfigs() {
		c.read(path)
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
