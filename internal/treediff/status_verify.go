package treediff

import (
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitrun"
)

// confirm drops the ids that are not those of the bytes on disk. Git's id is of what it would store, after it has
// converted line ends, encodings and filters. A conversion of line ends or keywords changes the length, so equal
// lengths rule those out; for encodings and filters the attributes are checked.
func (s *statusRun) confirm(noFilters bool) {
	if len(s.vouched) == 0 {
		return
	}
	ids := make([]string, 0, len(s.vouched))
	for _, f := range s.vouched {
		ids = append(ids, f.Blob)
	}
	sizes, converted := s.repo.BlobSizes(s.ctx, ids), s.converted(noFilters)
	for _, f := range s.vouched {
		if size, ok := sizes[f.Blob]; !ok || len(f.Blob) != 40 || size != f.Size || f.Mode != gitdir.ModeOfLink && converted(f.Path) {
			f.Blob = ""
		}
	}
}

// converted returns a function that reports whether a file's attributes name an encoding or a filter.
func (s *statusRun) converted(noFilters bool) func(path string) bool {
	var names strings.Builder
	for _, f := range s.vouched {
		names.WriteString(f.Path + "\x00")
	}
	args := []string{"check-attr", "-z", "--stdin", "working-tree-encoding"}
	if !noFilters {
		args = append(args, "filter")
	}
	out, err := s.repo.Git.Output(s.ctx, gitrun.Call{Args: args, Stdin: strings.NewReader(names.String())})
	if err != nil {
		return func(string) bool { return true }
	}
	marked := map[string]bool{}
	for fields := gitrun.SplitNUL(out); len(fields) >= 3; fields = fields[3:] {
		if value := fields[2]; value != "unspecified" && value != "unset" {
			marked[fields[0]] = true
		}
	}
	return func(path string) bool { return marked[path] }
}
