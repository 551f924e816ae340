package worktree

import (
	"context"
	"fmt"
	"strings"
)

// probe is a setting that git is given to see whether it takes any.
const probe = "consider.probe"

// noFilters overrides every content filter of the configuration by nothing:
// comparing a touched file would otherwise run the filter's program. With an
// error, git is not to be asked for a comparison: it is older than 2.31 and does
// not take such settings, or the filters are not known.
func (t *Tree) noFilters(ctx context.Context) ([]override, error) {
	out, err := t.git(ctx, gitCall{
		args:      []string{"config", "-z", "--name-only", "--show-scope", "--get-regexp", `^(filter\.|` + probe + `$)`},
		overrides: []override{{probe, "1"}},
	})
	if err != nil {
		return nil, err
	}
	var filters []override
	taken, seen := false, map[string]bool{}
	for fields := splitNUL(out); len(fields) >= 2; fields = fields[2:] {
		scope, key := fields[0], fields[1]
		if key == probe {
			taken = taken || scope == "command" // a file of the repository may have the key, and has another scope
			continue
		}
		if name := key[:strings.LastIndexByte(key, '.')]; !seen[name] {
			seen[name] = true
			filters = append(filters, override{name + ".clean", ""}, override{name + ".smudge", ""}, override{name + ".process", ""}, override{name + ".required", "false"})
		}
	}
	if !taken {
		return nil, fmt.Errorf("%w: git is too old to be told to run no filters", errGitRefused)
	}
	return filters, nil
}
