package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// probe is a setting given to git to see whether git accepts settings.
const probe = "consider.probe"

// settings are the settings that git uses here.
type settings struct {
	filters []override // the content filters, each overridden by an empty value
	files   []string   // absolute: the files with the settings, and the files that they name and that a comparison depends on
}

// settings asks git for its settings, and overrides every content filter by an empty value: comparing a touched file
// would otherwise run the filter's program. On an error git must not be asked for a comparison: it is older than 2.31
// and does not accept such settings, or the filters are unknown.
func (t *Tree) settings(ctx context.Context) (settings, error) {
	out, err := t.git(ctx, gitCall{
		args: []string{
			"config", "-z", "--show-scope", "--show-origin", "--get-regexp",
			`^(filter\.|include\.|includeif\.|core\.excludesfile$|core\.attributesfile$|` + probe + `$)`,
		},
		overrides: []override{{probe, "1"}},
	})
	if err != nil {
		return settings{}, err
	}
	var all settings
	taken, seen := false, map[string]bool{}
	for fields := splitNUL(out); len(fields) >= 3; fields = fields[3:] {
		scope := fields[0]
		if origin, ok := strings.CutPrefix(fields[1], "file:"); ok {
			all.files = append(all.files, t.fromConfig(origin))
		}
		key, value, _ := strings.Cut(fields[2], "\n")
		switch {
		case key == probe:
			taken = taken || scope == "command" // a file of the repository may have the key, but in another scope
		case strings.HasPrefix(key, "filter."):
			if name := key[:strings.LastIndexByte(key, '.')]; !seen[name] {
				seen[name] = true
				all.filters = append(all.filters, override{name + ".clean", ""}, override{name + ".smudge", ""}, override{name + ".process", ""}, override{name + ".required", "false"})
			}
		case strings.HasPrefix(key, "core."):
			all.files = append(all.files, t.fromConfig(value))
		default: // included files are relative to the file that names them
			all.files = append(all.files, t.fromConfig(filepath.Join(filepath.Dir(strings.TrimPrefix(fields[1], "file:")), value)), t.fromConfig(value))
		}
	}
	if !taken {
		return settings{}, fmt.Errorf("%w: git is too old to be told to run no filters", errGitRefused)
	}
	slices.Sort(all.files)
	all.files = slices.Compact(all.files)
	return all, nil
}

// fromConfig makes a file name from git's settings absolute.
func (t *Tree) fromConfig(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		home, _ := os.UserHomeDir() // without a home folder git does not know it either
		return filepath.Join(home, rest)
	}
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.p.Top, name)
}
