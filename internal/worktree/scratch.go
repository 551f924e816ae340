package worktree

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// scratch is a repository of our own in a private folder, with only the contents that git is asked about. Git neither
// writes to the project's repository nor reads its configuration or the user's.
type scratch struct {
	t    *Tree
	ctx  context.Context
	dir  string
	work string // folder whose .gitattributes count; "" for none
}

func (t *Tree) newScratch(ctx context.Context) (*scratch, error) {
	if _, err := t.findGit(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "consider-diff-") // for this user only
	if err != nil {
		return nil, err
	}
	s := &scratch{t: t, ctx: ctx, dir: dir}
	config := "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
	if t.p.GitDir != "" && t.p.hasFiles() {
		s.work = t.p.Top
		config = strings.Replace(config, "true", "false", 1)
	}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/none\n", "config": config, "none": "", "objects/info/.keep": "", "refs/heads/.keep": ""} {
		place := filepath.Join(dir, filepath.FromSlash(name))
		if err = os.MkdirAll(filepath.Dir(place), 0o700); err == nil {
			err = os.WriteFile(place, []byte(text), 0o600)
		}
		if err != nil {
			s.remove()
			return nil, err
		}
	}
	return s, nil
}

// remove removes the folder through its parent's handle, so that no link in it can redirect the removal.
func (s *scratch) remove() {
	root, err := os.OpenRoot(filepath.Dir(s.dir))
	if err != nil {
		return
	}
	defer root.Close()
	_ = root.RemoveAll(filepath.Base(s.dir)) // the system tidies up what remains, which is private
}

// run runs git in the private repository, without any settings from outside.
func (s *scratch) run(stdin io.Reader, args ...string) ([]byte, error) {
	none := filepath.Join(s.dir, "none")
	call := gitCall{
		args:  append([]string{"-c", "core.attributesFile=" + none}, args...),
		stdin: stdin,
		dir:   s.dir,
		env: []string{
			"GIT_DIR=" + s.dir, "GIT_LITERAL_PATHSPECS=1",
			"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=" + none, "GIT_CONFIG_GLOBAL=" + none, "GIT_ATTR_NOSYSTEM=1",
			"HOME=" + s.dir, "XDG_CONFIG_HOME=" + s.dir, // for a git that does not know the two variables before
		},
	}
	if s.work != "" {
		call.dir = s.work
		call.env = append(call.env, "GIT_WORK_TREE="+s.work)
	}
	return s.t.git(s.ctx, call)
}

// attributes returns attributes of files, by name and then by path: "set", "unset" or a value. It omits files without a
// value.
func (s *scratch) attributes(paths []string, names ...string) (map[string]map[string]string, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var list strings.Builder
	for _, name := range paths {
		list.WriteString(s.t.toTop(name) + "\x00")
	}
	out, err := s.run(strings.NewReader(list.String()), append([]string{"check-attr", "-z", "--stdin"}, names...)...)
	if err != nil {
		return nil, err
	}
	attrs := map[string]map[string]string{}
	for _, name := range names {
		attrs[name] = map[string]string{}
	}
	for fields := splitNUL(out); len(fields) >= 3; fields = fields[3:] {
		if name, ok := s.t.fromTop(fields[0]); ok && fields[2] != "unspecified" {
			attrs[fields[1]][name] = fields[2]
		}
	}
	return attrs, nil
}

// borrowed returns the file that names other object folders.
func (s *scratch) borrowed() string { return filepath.Join(s.dir, "objects", "info", "alternates") }

func (s *scratch) diff(sides []string, format ...string) ([]byte, error) {
	args := append([]string{"diff", gitAlike(), "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all"}, format...)
	return s.run(nil, append(args, sides...)...)
}
