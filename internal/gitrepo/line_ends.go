package gitrepo

import (
	"bytes"
	"context"
	"strings"

	"consider/internal/gitrun"
)

// LineEnds converts the line ends of a file's content to those that git would store.
type LineEnds struct {
	stripped map[string]bool
}

// LineEnds asks git which of the files have line ends that it converts, by the project's attributes, the user's
// settings and the index. If git cannot say, contents stay as they are.
func (r *Repo) LineEnds(ctx context.Context, paths []string) LineEnds {
	ends := LineEnds{stripped: map[string]bool{}}
	if r.GitDir == "" || !r.HasFiles() {
		return ends
	}
	auto := r.convertsUnasked(ctx)
	for len(paths) > 0 {
		n, size := 0, 0
		for n < len(paths) && (n == 0 || size+len(paths[n]) < gitrun.MaxPathArgs) {
			size += len(paths[n]) + 1
			n++
		}
		args := append([]string{"--literal-pathspecs", "ls-files", "--eol", "--cached", "--others", "-z", "--"}, paths[:n]...)
		lines, err := r.Git.List(ctx, args...)
		if err != nil {
			return ends
		}
		for _, line := range lines {
			if path, strip := parseLineEnds(line, auto); path != "" {
				ends.stripped[path] = strip
			}
		}
		paths = paths[n:]
	}
	return ends
}

// convertsUnasked reports whether the settings convert files without attributes.
func (r *Repo) convertsUnasked(ctx context.Context) bool {
	out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"config", "--get", "core.autocrlf"}})
	switch strings.ToLower(strings.TrimSpace(string(out))) {
	case "true", "yes", "on", "1", "input":
		return err == nil
	}
	return false
}

// parseLineEnds reads a line of git ls-files --eol, by the rules of gitattributes(5):
//
//	i/lf    w/crlf  attr/text=auto eol=crlf \t<path>
func parseLineEnds(line string, auto bool) (path string, strip bool) {
	info, path, _ := strings.Cut(line, "\t")
	info, attr, ok := strings.Cut(info, "attr/")
	fields := strings.Fields(info)
	if !ok || len(fields) != 2 {
		return "", false
	}
	attr, _, _ = strings.Cut(strings.TrimSpace(attr), " ")
	switch {
	case attr == "text":
		return path, true
	case attr == "text=auto" || attr == "" && auto:
		// A file with such ends in the index keeps them, and so does one that does not look like text.
		return path, fields[0] != "i/crlf" && fields[0] != "i/mixed" && fields[1] != "w/-text"
	}
	return path, false
}

// Stored returns the content as git would store it.
func (e LineEnds) Stored(path string, content []byte) []byte {
	if !e.stripped[path] {
		return content
	}
	return bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
}
