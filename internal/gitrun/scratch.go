package gitrun

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Scratch is a repository of our own in a private folder, with only the contents that git is asked about. Git neither
// writes to the project's repository nor reads its configuration or the user's.
type Scratch struct {
	g    *Git
	ctx  context.Context
	dir  string
	work string // folder whose .gitattributes count; "" for none
}

func (g *Git) NewScratch(ctx context.Context) (*Scratch, error) {
	if err := g.Find(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "consider-diff-") // for this user only
	if err != nil {
		return nil, err
	}
	s := &Scratch{g: g, ctx: ctx, dir: dir}
	config := "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
	if g.p.GitDir != "" && g.p.HasFiles() {
		s.work = g.p.Top
		config = strings.Replace(config, "true", "false", 1)
	}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/none\n", "config": config, "none": "", "objects/info/.keep": "", "refs/heads/.keep": ""} {
		place := filepath.Join(dir, filepath.FromSlash(name))
		if err = os.MkdirAll(filepath.Dir(place), 0o700); err == nil {
			err = os.WriteFile(place, []byte(text), 0o600)
		}
		if err != nil {
			s.Remove()
			return nil, err
		}
	}
	return s, nil
}

// Remove removes the folder through its parent's handle, so that no link in it can redirect the removal.
func (s *Scratch) Remove() {
	root, err := os.OpenRoot(filepath.Dir(s.dir))
	if err != nil {
		return
	}
	defer root.Close()
	_ = root.RemoveAll(filepath.Base(s.dir)) // the system tidies up what remains, which is private
}

// Run runs git in the private repository, without any settings from outside.
func (s *Scratch) Run(stdin io.Reader, args ...string) ([]byte, error) {
	none := filepath.Join(s.dir, "none")
	call := Call{
		Args:  append([]string{"-c", "core.attributesFile=" + none}, args...),
		Stdin: stdin,
		Dir:   s.dir,
		Env: []string{
			"GIT_DIR=" + s.dir, "GIT_LITERAL_PATHSPECS=1",
			"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=" + none, "GIT_CONFIG_GLOBAL=" + none, "GIT_ATTR_NOSYSTEM=1",
			"HOME=" + s.dir, "XDG_CONFIG_HOME=" + s.dir, // for a git that does not know the two variables before
		},
	}
	if s.work != "" {
		call.Dir = s.work
		call.Env = append(call.Env, "GIT_WORK_TREE="+s.work)
	}
	return s.g.Output(s.ctx, call)
}

// Attributes returns attributes of files, by name and then by path: "set", "unset" or a value. It omits files without a
// value.
func (s *Scratch) Attributes(paths []string, names ...string) (map[string]map[string]string, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var list strings.Builder
	for _, name := range paths {
		list.WriteString(s.g.p.ToTop(name) + "\x00")
	}
	out, err := s.Run(strings.NewReader(list.String()), append([]string{"check-attr", "-z", "--stdin"}, names...)...)
	if err != nil {
		return nil, err
	}
	attrs := map[string]map[string]string{}
	for _, name := range names {
		attrs[name] = map[string]string{}
	}
	for fields := SplitNUL(out); len(fields) >= 3; fields = fields[3:] {
		if name, ok := s.g.p.FromTop(fields[0]); ok && fields[2] != "unspecified" {
			attrs[fields[1]][name] = fields[2]
		}
	}
	return attrs, nil
}

// borrowed returns the file that names other object folders.
func (s *Scratch) Alternates() string { return filepath.Join(s.dir, "objects", "info", "alternates") }
