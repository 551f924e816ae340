package treediff

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"consider/internal/gitdir"
)

// askAttributes asks git for the attributes of the project's files, if any are set.
func (d *diffRun) askAttributes() {
	if paths := d.withAttributes(); len(paths) > 0 && d.scratch() {
		var known map[string]map[string]string
		known, d.lacks = d.own.Attributes(paths, "diff", "linguist-generated")
		d.attrs, d.generated = known["diff"], known["linguist-generated"]
	}
}

// scratch makes the repository in which git is asked. It reports whether there is one.
func (d *diffRun) scratch() bool {
	if d.own == nil && d.lacks == nil {
		d.own, d.lacks = d.repo.Git.NewScratch(d.ctx)
	}
	return d.own != nil
}

// markQuestions marks the files that only git can answer for: which of the removed and added files were renamed and
// edited, and how the hunks of files in a language are named.
func (d *diffRun) markQuestions() {
	d.asked = map[string]*pairOf{}
	var gone, come []*pairOf
	for _, p := range d.pairs {
		switch {
		case p.d.Status == Deleted && kindOfMode(p.a.mode) == "100":
			gone = append(gone, p)
		case p.d.Status == Added && kindOfMode(p.b.mode) == "100":
			come = append(come, p)
		case (p.d.Status == Modified || p.d.Status == Renamed) && (d.language(p.d.Path) || d.language(p.d.From)):
			d.asked[p.d.Path], d.named = p, true
		}
	}
	if len(gone) > 0 && len(come) > 0 {
		for _, p := range append(gone, come...) {
			d.asked[p.d.Path] = p
			d.named = d.named || d.language(p.d.Path)
		}
	}
}

// gitAnswer is git's answer about the marked files.
type gitAnswer struct {
	raw      []rawChange
	sections map[string][]string
	err      error
}

// askEarly asks git while the files are read and compared, if git can read them itself from the object folders. It
// returns nil if git cannot, or if there is nothing to ask.
func (d *diffRun) askEarly() early {
	if len(d.asked) == 0 || !d.scratch() || !d.borrow(d.asked) {
		return nil
	}
	answers := make(early, 1)
	go func() {
		defer close(answers)
		answers <- d.question(d.asked, true)
	}()
	return answers
}

// early receives the answer of askEarly and is then closed.
type early chan gitAnswer

// wait waits for git to end before its repository is removed.
func (e early) wait() {
	if e != nil {
		for range e {
		}
	}
}

// ask takes the early answer. If there is none, it gives git the contents of the marked files and nothing else.
func (d *diffRun) ask(answers early) {
	if answers != nil {
		if a := <-answers; a.err == nil {
			d.take(a)
			return
		}
	}
	asked := map[string]*pairOf{}
	for _, p := range d.pairs {
		switch {
		case d.asked[p.d.Path] == nil:
		case p.d.Unread == "":
			asked[p.d.Path] = p
		case d.lacks == nil:
			d.lacks = errors.New(p.d.Unread)
		}
	}
	if len(asked) == 0 || !d.scratch() {
		return
	}
	a := d.question(asked, false)
	if a.err != nil {
		d.lacks = a.err
		return
	}
	d.take(a)
}

// question asks git about the commits themselves if the names of hunks do not matter, otherwise about two commits of
// the marked files alone. If borrowed, git reads their contents from other object folders.
func (d *diffRun) question(asked map[string]*pairOf, borrowed bool) (a gitAnswer) {
	sides := []string{"refs/heads/old", "refs/heads/new", "--"}
	if borrowed && !d.named && d.commits[0] != "" && d.commits[1] != "" && len(d.o.Paths) == 0 {
		sides = []string{d.commits[0], d.commits[1], "--"}
		if root := strings.TrimSuffix(d.repo.Prefix(), "/"); root != "" {
			sides = append(sides, root)
		}
	} else if a.err = d.load(asked, borrowed); a.err != nil {
		return a
	}
	var out []byte
	if out, a.err = d.gitDiff(sides, "--raw", "-z", "--no-abbrev"); a.err != nil {
		return a
	}
	a.raw = parseRaw(out)
	if !d.named {
		return a
	}
	if out, a.err = d.gitDiff(sides, "--patch", "--unified="+strconv.Itoa(d.o.Context)); a.err == nil {
		a.sections = parseSections(out, a.raw)
	}
	return a
}

// take applies git's answer.
func (d *diffRun) take(a gitAnswer) {
	d.sections = a.sections
	for _, r := range a.raw {
		from, to := d.asked[d.below(r.from)], d.asked[d.below(r.to)]
		if from != nil && to != nil && from != to && r.status == 'R' {
			to.renamedFrom(from, int(r.score*100+0.5))
			d.read(to)
		}
	}
	d.dropGone()
}

func (d *diffRun) below(full string) string {
	name, _ := d.repo.FromTop(full)
	return name
}

// language reports whether the attributes give a file the rules of a language, by which git finds the line that names a
// hunk.
func (d *diffRun) language(name string) bool {
	value, ok := d.attrs[name]
	return ok && value != "set" && value != "unset"
}

// withAttributes lists the files that have a .gitattributes in their folder or above it.
func (d *diffRun) withAttributes() (paths []string) {
	if d.repo.GitDir == "" || !d.repo.HasFiles() {
		return nil
	}
	known := map[string]bool{}
	var has func(dir string) bool
	has = func(dir string) bool {
		found, ok := known[dir]
		if !ok {
			_, err := os.Lstat(filepath.Join(d.repo.Top, filepath.FromSlash(dir), ".gitattributes"))
			found = err == nil || dir != "." && has(path.Dir(dir))
			known[dir] = found
		}
		return found
	}
	for _, p := range d.pairs {
		for _, name := range []string{p.d.Path, p.d.From} {
			if name != "" && has(path.Dir(d.repo.ToTop(name))) {
				paths = append(paths, name)
			}
		}
	}
	return paths
}

// parseSections returns the names in the heads of hunks, by path from the top. In a patch only those heads begin with
// "@@", and only files with "diff"; the files are those of raw, in the same order.
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

// borrow lets git read the files from the project's object folders and from further ones. It returns false if git would
// not find there what the project's own git finds.
func (d *diffRun) borrow(pairs map[string]*pairOf) bool {
	for _, p := range pairs {
		if p.a != nil && len(p.a.id) != 40 || p.b != nil && len(p.b.id) != 40 {
			return false
		}
	}
	dirs := d.o.ObjectDirs
	if d.repo.GitDir != "" {
		own, err := gitdir.ObjectDirs(filepath.Join(d.repo.CommonDir, "objects"))
		if err != nil || gitdir.Refs(d.repo.Project).Replaced() {
			return false
		}
		dirs = slices.Concat(dirs, own)
	}
	var list strings.Builder
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return false
		}
		if abs = filepath.ToSlash(abs); strings.ContainsAny(abs, "\n\"#") {
			abs = quoteC(abs, true)
		}
		list.WriteString(abs + "\n")
	}
	return os.WriteFile(d.own.Alternates(), []byte(list.String()), 0o600) == nil
}

// load makes commits of both sides of pairs. It writes contents that are not borrowed into the repository.
func (d *diffRun) load(pairs map[string]*pairOf, borrowed bool) error {
	if !borrowed {
		_ = os.Remove(d.own.Alternates()) // it may not exist
	}
	var stream []io.Reader
	say := func(text string) { stream = append(stream, strings.NewReader(text)) }
	for _, side := range []string{"old", "new"} {
		say("commit refs/heads/" + side + "\ncommitter c <c> 0 +0000\ndata 0\n")
		for _, p := range pairs {
			f, name := p.a, cmp.Or(p.d.From, p.d.Path)
			if side == "new" {
				f, name = p.b, p.d.Path
			}
			if f == nil {
				continue
			}
			place := quoteC(d.repo.ToTop(name), true)
			if borrowed && !f.laid || f.mode == gitdir.ModeOfModule {
				say("M " + f.mode + " " + f.id + " " + place + "\n")
				continue
			}
			data, _ := d.content(name, f)
			say(fmt.Sprintf("M %s inline %s\ndata %d\n", f.mode, place, len(data)))
			stream = append(stream, bytes.NewReader(data))
			say("\n")
		}
	}
	// Uncompressed and in one pack, which is read once. A file for each object would cost more than all the rest.
	_, err := d.own.Run(io.MultiReader(stream...), "-c", "core.compression=0", "-c", "pack.compression=0", "-c", "fastimport.unpackLimit=1", "fast-import", "--quiet", "--depth=0", "--force")
	return err
}

func (d *diffRun) gitDiff(sides []string, format ...string) ([]byte, error) {
	args := append([]string{"diff", gitAlike(), "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all"}, format...)
	return d.own.Run(nil, append(args, sides...)...)
}
