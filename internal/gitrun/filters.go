package gitrun

import (
	"context"
	"fmt"
	"strings"
)

// probe is a setting given to git to see whether git accepts settings.
const probe = "consider.probe"

// filters asks git for the content filters of its settings, and overrides each by an empty value: comparing a touched
// file would otherwise run the filter's program. On an error git must not be asked for a comparison: it is older than
// 2.31 and does not accept such settings, or the filters are unknown.
func (g *Git) FilterOverrides(ctx context.Context) ([]Override, error) {
	out, err := g.Output(ctx, Call{
		Args:      []string{"config", "-z", "--show-scope", "--get-regexp", `^(filter\.|` + probe + `$)`},
		Overrides: []Override{{probe, "1"}},
	})
	if err != nil {
		return nil, err
	}
	var all []Override
	taken, seen := false, map[string]bool{}
	for fields := SplitNUL(out); len(fields) >= 2; fields = fields[2:] {
		scope := fields[0]
		key, _, _ := strings.Cut(fields[1], "\n")
		switch {
		case key == probe:
			taken = taken || scope == "command" // a file of the repository may have the key, but in another scope
		case strings.HasPrefix(key, "filter."):
			if name := key[:strings.LastIndexByte(key, '.')]; !seen[name] {
				seen[name] = true
				all = append(all, Override{name + ".clean", ""}, Override{name + ".smudge", ""}, Override{name + ".process", ""}, Override{name + ".required", "false"})
			}
		}
	}
	if !taken {
		return nil, fmt.Errorf("%w: this version of git cannot turn off filters", ErrRefused)
	}
	return all, nil
}
