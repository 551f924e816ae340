package worktree

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-git/go-git/v5/plumbing"
)

// emptyTree is the id of the tree without entries, which git knows unasked.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// gitPlace is a repository of our own in a private folder that borrows the
// project's objects. Git compares trees in it, and so neither writes to the
// project's repository nor reads its configuration or the user's.
type gitPlace struct {
	t    *Tree
	ctx  context.Context
	dir  string
	o    DiffOptions
	made newPack
	work string        // folder whose .gitattributes count; "" for none
	room *bytes.Buffer // that answers are read into, once the pack is written; nil before
}

func (t *Tree) diffByGit(ctx context.Context, a, b Side, o DiffOptions) ([]FileDiff, error) {
	if t.p.GitDir != "" && idLength(t.p) != 20 && (a.Commit != "" || b.Commit != "") {
		return nil, fmt.Errorf("%w: object format", errCannotRead)
	}
	g, err := t.newGitPlace(ctx, o)
	if err != nil {
		return nil, err
	}
	defer g.remove()
	var trees [2]string
	var errs [2]error
	var both sync.WaitGroup
	for i, side := range []Side{a, b} {
		both.Go(func() { trees[i], errs[i] = g.tree(side, filepath.Join(g.dir, "index"+strconv.Itoa(i))) })
	}
	both.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	if err := g.made.write(filepath.Join(g.dir, "objects")); err != nil {
		return nil, err
	}
	g.room = &g.made.text // to get as much again from the system takes longer than to read into it
	return g.compare(trees[0], trees[1])
}

func (t *Tree) newGitPlace(ctx context.Context, o DiffOptions) (*gitPlace, error) {
	if _, err := t.findGit(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "consider-diff-") // for this user only
	if err != nil {
		return nil, err
	}
	g := &gitPlace{t: t, ctx: ctx, dir: dir, o: o}
	if err := g.make(); err != nil {
		g.remove()
		return nil, err
	}
	return g, nil
}

// remove removes the folder through its parent's handle, so that no link in it
// can lead the removal elsewhere.
func (g *gitPlace) remove() {
	root, err := os.OpenRoot(filepath.Dir(g.dir))
	if err != nil {
		return
	}
	defer root.Close()
	_ = root.RemoveAll(filepath.Base(g.dir)) // what stays is the system's to tidy up, and private
}

// make writes the least that git takes for a repository.
func (g *gitPlace) make() error {
	config := "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
	if g.t.p.GitDir != "" && g.t.hasFiles() {
		g.work = g.t.p.Top
		config = strings.Replace(config, "true", "false", 1)
	}
	alternates, err := g.alternates()
	if err != nil {
		return err
	}
	for name, text := range map[string]string{
		"HEAD": "ref: refs/heads/none\n", "config": config, "none": "", "objects/info/alternates": alternates, "refs/heads/.keep": "",
		"packed-refs": refs{g.t.p.GitDir, g.t.p.CommonDir}.replacements(),
	} {
		path := filepath.Join(g.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// alternates lists the object folders to read from. The project's are spelled
// out with all that it borrows from, because git does not follow a relative
// path in the second folder of a chain.
func (g *gitPlace) alternates() (string, error) {
	dirs := append([]string(nil), g.o.ObjectDirs...)
	if g.t.p.GitDir != "" {
		first := filepath.Join(g.t.p.CommonDir, "objects")
		theirs, err := objectDirs(first)
		if err != nil {
			theirs = []string{first}
		}
		dirs = append(dirs, theirs...)
	}
	var list strings.Builder
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return "", err
		}
		if abs = filepath.ToSlash(abs); strings.ContainsAny(abs, "\n\"#") {
			abs = quoteC(abs, true)
		}
		list.WriteString(abs + "\n")
	}
	return list.String(), nil
}

// run asks git in the private repository. Nothing outside it says how git works. The answer is good until the next.
func (g *gitPlace) run(index, stdin string, args ...string) ([]byte, error) {
	none := filepath.Join(g.dir, "none")
	call := gitCall{
		args:  append([]string{"-c", "core.attributesFile=" + none}, args...),
		stdin: strings.NewReader(stdin),
		dir:   g.dir,
		into:  g.room,
		env: []string{
			"GIT_DIR=" + g.dir, "GIT_INDEX_FILE=" + index,
			"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=" + none, "GIT_CONFIG_GLOBAL=" + none, "GIT_ATTR_NOSYSTEM=1",
			"HOME=" + g.dir, "XDG_CONFIG_HOME=" + g.dir, // for a git that does not know the two before
		},
	}
	if g.work != "" {
		call.dir = g.work
		call.env = append(call.env, "GIT_WORK_TREE="+g.work)
	}
	return g.t.git(g.ctx, call)
}

// tree makes the tree of a side and gives its id, or that of the commit it is.
func (g *gitPlace) tree(s Side, index string) (string, error) {
	if len(s.Commit) != 0 && len(s.Commit) != 40 {
		return "", fmt.Errorf("%w: commit %s", errCannotRead, s.Commit)
	}
	if len(s.Entries) == 0 {
		return orElse(s.Commit, emptyTree), nil
	}
	entries := slices.Clone(s.Entries)
	size := 0
	for i := range entries {
		size += len(entries[i].Data) + objectOverhead
	}
	g.made.expect(size)
	laid := &graft{}
	for i := range entries {
		e := &entries[i]
		if e.Mode != "" && e.Blob == "" {
			var err error
			if e.Blob, err = g.made.add(plumbing.BlobObject, e.Data); err != nil {
				return "", err
			}
		}
		if e.Mode != "" && len(e.Blob) != 40 {
			return "", fmt.Errorf("%w: blob %s", errCannotRead, e.Blob)
		}
		e.Path = g.t.toTop(e.Path)
		laid.add(e.Path, e.Mode, e.Blob)
	}
	id, err := g.graftTree(s.Commit, laid)
	if err == nil {
		return id, nil
	}
	return g.indexTree(s.Commit, entries, index)
}

// indexTree makes a tree by way of an index, with objects that only git reads.
func (g *gitPlace) indexTree(commit string, entries []SideEntry, index string) (string, error) {
	if commit != "" {
		if _, err := g.run(index, "", "read-tree", commit); err != nil {
			return "", err
		}
	}
	var list strings.Builder
	for _, e := range entries {
		if e.Mode == "" {
			e.Mode, e.Blob = "0", strings.Repeat("0", 40)
		}
		list.WriteString(e.Mode + " " + e.Blob + "\t" + e.Path + "\x00")
	}
	if _, err := g.run(index, list.String(), "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	// A partial clone has not all blobs, and those that are not compared need not be there.
	out, err := g.run(index, "", "write-tree", "--missing-ok")
	id := strings.TrimSpace(string(out))
	if err == nil && !isID(id) {
		err = errGitRefused
	}
	return id, err
}

// maxPathArgs bounds the paths on a command line; Windows allows 32 kB in all.
const maxPathArgs = 16 << 10

// pathArgs are the options that limit a diff to the root and to the paths
// asked for. Too many paths for a command line are picked from the answer.
func (g *gitPlace) pathArgs() []string {
	var args []string
	if prefix := g.t.prefix(); prefix != "" {
		args = append(args, "--relative="+prefix)
	}
	return args
}

func (g *gitPlace) pathspecs() []string {
	var specs []string
	size := 0
	for _, p := range g.o.Paths {
		specs = append(specs, ":(top,literal)"+g.t.toTop(p))
		size += len(p) + 20
	}
	if size > maxPathArgs {
		return nil
	}
	return specs
}

func (g *gitPlace) compare(a, b string) ([]FileDiff, error) {
	diff := func(format ...string) ([]byte, error) {
		args := append([]string{
			"diff", "-M", "--no-ext-diff", "--no-textconv", "--no-color", "--src-prefix=a/", "--dst-prefix=b/",
			"--submodule=short", "--ignore-submodules=dirty", "--unified=" + strconv.Itoa(g.o.Context),
		}, format...)
		args = append(append(append(args, g.pathArgs()...), a, b, "--"), g.pathspecs()...)
		return g.run(filepath.Join(g.dir, "index"), "", args...)
	}
	diffs, err := g.parse(a, b, diff)
	if err != nil {
		return nil, err
	}
	kept := diffs[:0]
	for _, d := range diffs {
		if g.o.selected(d.Path) || d.From != "" && g.o.selected(d.From) {
			kept = append(kept, d)
		}
	}
	return kept, nil
}
