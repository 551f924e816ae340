package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// askAttributes asks git what the attributes of the project say, where there are some.
func (d *diffRun) askAttributes() {
	if paths := d.withAttributes(); len(paths) > 0 && d.scratch() {
		d.attrs, d.lacks = d.own.attributes(paths)
	}
}

// scratch makes the repository in which git is asked.
func (d *diffRun) scratch() bool {
	if d.own == nil && d.lacks == nil {
		d.own, d.lacks = d.t.newScratch(d.ctx)
	}
	return d.own != nil
}

// markQuestions marks what only git knows: which of the files that are gone or new were renamed and edited, and how
// the hunks of files in a language are named.
func (d *diffRun) markQuestions() {
	var gone, come []*pairOf
	for _, p := range d.pairs {
		switch {
		case p.d.Status == DiffDeleted && kindOfMode(p.a.mode) == "100":
			gone = append(gone, p)
		case p.d.Status == DiffAdded && kindOfMode(p.b.mode) == "100":
			come = append(come, p)
		case p.d.Status == DiffModified || p.d.Status == DiffRenamed:
			p.asked = d.language(p.d.Path) || d.language(p.d.From)
		}
	}
	if len(gone) > 0 && len(come) > 0 {
		for _, p := range append(gone, come...) {
			p.asked = true
		}
	}
}

// ask gives git the files that it is asked about, and nothing of the rest.
func (d *diffRun) ask() {
	asked := map[string]*pairOf{}
	for _, p := range d.pairs {
		switch {
		case !p.asked:
		case p.d.Unread == "":
			asked[p.d.Path] = p
		case d.lacks == nil:
			d.lacks = errors.New(p.d.Unread)
		}
	}
	if len(asked) > 0 && d.scratch() {
		if err := d.askAbout(asked); err != nil {
			d.lacks = err
		}
	}
}

func (d *diffRun) askAbout(asked map[string]*pairOf) error {
	if err := d.own.load(d, asked); err != nil {
		return err
	}
	out, err := d.own.diff("--raw", "-z", "--no-abbrev")
	if err != nil {
		return err
	}
	raw := parseRaw(out)
	inLanguage := false
	for _, r := range raw {
		from, to := asked[d.below(r.from)], asked[d.below(r.to)]
		if from == nil || to == nil {
			continue
		}
		if r.status == 'R' && from != to {
			to.renamedFrom(from, int(r.score*100+0.5))
			d.read(to)
		}
		inLanguage = inLanguage || d.language(from.d.Path) || d.language(to.d.Path)
	}
	d.dropGone()
	if !inLanguage {
		return nil
	}
	out, err = d.own.diff("--patch", "--unified="+strconv.Itoa(d.o.Context))
	if err == nil {
		d.sections = parseSections(out, raw)
	}
	return err
}

func (d *diffRun) below(full string) string {
	name, _ := d.t.fromTop(full)
	return name
}

// language reports whether the attributes give a file the rules of a language, by which git finds the line above a
// hunk that names what it is in.
func (d *diffRun) language(name string) bool {
	value, ok := d.attrs[name]
	return ok && value != "set" && value != "unset"
}

// withAttributes lists the files for which there is a .gitattributes in their folder or above it.
func (d *diffRun) withAttributes() (paths []string) {
	if d.t.p.GitDir == "" || !d.t.hasFiles() {
		return nil
	}
	known := map[string]bool{}
	var has func(dir string) bool
	has = func(dir string) bool {
		found, ok := known[dir]
		if !ok {
			_, err := os.Lstat(filepath.Join(d.t.p.Top, filepath.FromSlash(dir), ".gitattributes"))
			found = err == nil || dir != "." && has(path.Dir(dir))
			known[dir] = found
		}
		return found
	}
	for _, p := range d.pairs {
		for _, name := range []string{p.d.Path, p.d.From} {
			if name != "" && has(path.Dir(d.t.toTop(name))) {
				paths = append(paths, name)
			}
		}
	}
	return paths
}

// parseSections reads what the heads of hunks name, by path from the top. In a patch only they begin with "@@", and files with "diff"; the files are
// those of raw, in their order.
func parseSections(patch []byte, raw []rawChange) map[string][]string {
	all := map[string][]string{}
	at := -1
	for line := range strings.Lines(string(patch)) {
		switch {
		case strings.HasPrefix(line, "diff --git "):
			at++
		case strings.HasPrefix(line, "@@ ") && at >= 0 && at < len(raw):
			_, name, _ := strings.Cut(line[3:], " @@")
			all[raw[at].to] = append(all[raw[at].to], strings.TrimPrefix(strings.TrimSuffix(name, "\n"), " "))
		}
	}
	return all
}

// scratch is a repository of our own in a private folder, with the contents that git is asked about and no other. Git
// neither writes to the project's repository nor reads its configuration or the user's.
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
	if t.p.GitDir != "" && t.hasFiles() {
		s.work = t.p.Top
		config = strings.Replace(config, "true", "false", 1)
	}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/none\n", "config": config, "none": "", "objects/.keep": "", "refs/heads/.keep": ""} {
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

// remove removes the folder through its parent's handle, so that no link in it
// can lead the removal elsewhere.
func (s *scratch) remove() {
	root, err := os.OpenRoot(filepath.Dir(s.dir))
	if err != nil {
		return
	}
	defer root.Close()
	_ = root.RemoveAll(filepath.Base(s.dir)) // what stays is the system's to tidy up, and private
}

// run asks git in the private repository. Nothing outside it says how git works.
func (s *scratch) run(stdin io.Reader, args ...string) ([]byte, error) {
	none := filepath.Join(s.dir, "none")
	call := gitCall{
		args:  append([]string{"-c", "core.attributesFile=" + none}, args...),
		stdin: stdin,
		dir:   s.dir,
		env: []string{
			"GIT_DIR=" + s.dir,
			"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=" + none, "GIT_CONFIG_GLOBAL=" + none, "GIT_ATTR_NOSYSTEM=1",
			"HOME=" + s.dir, "XDG_CONFIG_HOME=" + s.dir, // for a git that does not know the two before
		},
	}
	if s.work != "" {
		call.dir = s.work
		call.env = append(call.env, "GIT_WORK_TREE="+s.work)
	}
	return s.t.git(s.ctx, call)
}

// attributes asks for the attribute diff of files: set, unset, or the name of a language. What has none is left out.
func (s *scratch) attributes(paths []string) (map[string]string, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var list strings.Builder
	for _, name := range paths {
		list.WriteString(s.t.toTop(name) + "\x00")
	}
	out, err := s.run(strings.NewReader(list.String()), "check-attr", "-z", "--stdin", "diff")
	if err != nil {
		return nil, err
	}
	attrs := map[string]string{}
	for fields := splitNUL(out); len(fields) >= 3; fields = fields[3:] {
		if name, ok := s.t.fromTop(fields[0]); ok && fields[2] != "unspecified" {
			attrs[name] = fields[2]
		}
	}
	return attrs, nil
}

// load writes both sides of pairs into the repository.
func (s *scratch) load(d *diffRun, pairs map[string]*pairOf) error {
	var stream []io.Reader
	say := func(text string) { stream = append(stream, strings.NewReader(text)) }
	for _, side := range []string{"old", "new"} {
		say("commit refs/heads/" + side + "\ncommitter c <c> 0 +0000\ndata 0\n")
		for _, p := range pairs {
			f, name := p.a, orElse(p.d.From, p.d.Path)
			if side == "new" {
				f, name = p.b, p.d.Path
			}
			if f == nil {
				continue
			}
			data, _ := d.content(name, f)
			say(fmt.Sprintf("M %s inline %s\ndata %d\n", f.mode, quoteC(s.t.toTop(name), true), len(data)))
			stream = append(stream, bytes.NewReader(data))
			say("\n")
		}
	}
	// Not made smaller, and in one pack: that is read once, and files for each cost more than all the rest.
	_, err := s.run(io.MultiReader(stream...), "-c", "core.compression=0", "-c", "pack.compression=0", "-c", "fastimport.unpackLimit=1", "fast-import", "--quiet", "--depth=0")
	return err
}

func (s *scratch) diff(format ...string) ([]byte, error) {
	args := append([]string{"diff", "-M", "--no-ext-diff", "--no-textconv", "--no-color"}, format...)
	return s.run(nil, append(args, "refs/heads/old", "refs/heads/new", "--")...)
}
