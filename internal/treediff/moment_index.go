package treediff

import (
	"context"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/worktree"
)

// index returns the files of git's index, which it reads once.
func (m *Moment) index(ctx context.Context) map[string]trackedFile {
	if m.tracked != nil {
		return m.tracked
	}
	m.tracked = map[string]trackedFile{}
	if m.repo.GitDir == "" {
		return m.tracked
	}
	err := eachTracked(m.repo, func(name string, e *gitdir.IndexEntry) {
		if e.Mode.IsFile() && !e.InConflict() && !e.IntentToAdd() {
			m.tracked[name] = trackedFile{e.HexID(), int64(e.Size()), e.SkipWorktree()}
		}
	})
	if err == nil {
		return m.tracked
	}
	lines, _ := m.repo.Git.List(ctx, "ls-files", "-z", "-t", "--stage", "--full-name") // without git, what was read counts
	for _, line := range lines {
		// <tag> <mode> <id> <stage> TAB <path>
		meta, full, _ := strings.Cut(line, "\t")
		name, ok := m.repo.FromTop(full)
		if f := strings.Fields(meta); ok && worktree.CheckPath(name) == nil && len(f) == 4 && strings.HasPrefix(f[1], "100") && f[3] == "0" {
			m.tracked[name] = trackedFile{f[2], 0, f[0] == "S"}
		}
	}
	return m.tracked
}

// Omitted returns the id of a file's text in git's index if a sparse checkout omits the file, otherwise "".
func (m *Moment) Omitted(ctx context.Context, path string) string {
	if f := m.index(ctx)[path]; f.omitted {
		return f.blob
	}
	return ""
}

// newest returns the newest text that git has of a file: that of the index or, if it has none, of the commit.
func (m *Moment) newest(ctx context.Context, commit, name string) ([]byte, error) {
	if f, ok := m.index(ctx)[name]; ok {
		return m.repo.Blob(ctx, f.blob, maxComparedSize)
	}
	return m.repo.FileAt(ctx, commit, name, maxComparedSize)
}
