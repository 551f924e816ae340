package worktree

import (
	"context"
	"strconv"
	"strings"
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
	sizes, converted := s.t.BlobSizes(s.ctx, ids), s.converted(noFilters)
	for _, f := range s.vouched {
		if size, ok := sizes[f.Blob]; !ok || len(f.Blob) != 40 || size != f.Size || f.Mode != modeOfLink && converted(f.Path) {
			f.Blob = ""
		}
	}
}

// BlobSizes returns the lengths of blobs of the project, in bytes. It omits blobs that git does not know; without git,
// all.
func (t *Tree) BlobSizes(ctx context.Context, blobs []string) map[string]int64 {
	var ids strings.Builder
	for _, id := range blobs {
		if isID(id) {
			ids.WriteString(id + "\n")
		}
	}
	out, err := t.git(ctx, gitCall{args: []string{"cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"}, stdin: strings.NewReader(ids.String())})
	if err != nil {
		return nil
	}
	sizes := map[string]int64{}
	for line := range strings.Lines(string(out)) {
		id, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if size, err := strconv.ParseInt(number, 10, 64); err == nil {
			sizes[id] = size
		}
	}
	return sizes
}

// EncodingOf returns the working-tree-encoding that .gitattributes give a file; "" if none, or if git fails.
func (t *Tree) EncodingOf(ctx context.Context, path string) string {
	out, err := t.git(ctx, gitCall{args: []string{"check-attr", "-z", "--stdin", "working-tree-encoding"}, stdin: strings.NewReader(path + "\x00")})
	if err != nil {
		return ""
	}
	fields := splitNUL(out)
	if len(fields) < 3 || fields[2] == "unspecified" || fields[2] == "unset" || fields[2] == "set" {
		return ""
	}
	return fields[2]
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
	out, err := s.t.git(s.ctx, gitCall{args: args, stdin: strings.NewReader(names.String())})
	if err != nil {
		return func(string) bool { return true }
	}
	marked := map[string]bool{}
	for fields := splitNUL(out); len(fields) >= 3; fields = fields[3:] {
		if value := fields[2]; value != "unspecified" && value != "unset" {
			marked[fields[0]] = true
		}
	}
	return func(path string) bool { return marked[path] }
}
