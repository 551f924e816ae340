package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// probe is a setting that git is given to see whether it takes any.
const probe = "consider.probe"

// settings are what git goes by here.
type settings struct {
	filters []override // the content filters, each overridden by nothing
	files   []string   // absolute: those that the settings are in, and those that they name and comparing depends on
}

// settings asks git for its settings, and overrides every content filter by
// nothing: comparing a touched file would otherwise run the filter's program.
// With an error, git is not to be asked for a comparison: it is older than 2.31
// and does not take such settings, or the filters are not known.
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
			taken = taken || scope == "command" // a file of the repository may have the key, and has another scope
		case strings.HasPrefix(key, "filter."):
			if name := key[:strings.LastIndexByte(key, '.')]; !seen[name] {
				seen[name] = true
				all.filters = append(all.filters, override{name + ".clean", ""}, override{name + ".smudge", ""}, override{name + ".process", ""}, override{name + ".required", "false"})
			}
		case strings.HasPrefix(key, "core."):
			all.files = append(all.files, t.fromConfig(value))
		default: // what is included is looked for beside the file that says so
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

// fromConfig completes the name of a file as git's settings give it.
func (t *Tree) fromConfig(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		home, _ := os.UserHomeDir() // without one git does not know it either
		return filepath.Join(home, rest)
	}
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.p.Top, name)
}
