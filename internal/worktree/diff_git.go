package worktree

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
)

// askAttributes asks git what the attributes of the project say, where there are some.
func (d *diffRun) askAttributes() {
	if paths := d.withAttributes(); len(paths) > 0 && d.scratch() {
		var known map[string]map[string]string
		known, d.lacks = d.own.attributes(paths, "diff", "linguist-generated")
		d.attrs, d.generated = known["diff"], known["linguist-generated"]
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
			d.named = d.named || p.asked
		}
	}
	if len(gone) > 0 && len(come) > 0 {
		for _, p := range append(gone, come...) {
			p.asked = true
			d.named = d.named || d.language(p.d.Path)
		}
	}
}

// gitAnswer is what git says about the files it is asked about.
type gitAnswer struct {
	raw      []rawChange
	sections map[string][]string
	err      error
}

// askEarly asks while the files are read and compared, where git can read them itself from the object folders. It is
// nil where git cannot, or has nothing to say.
func (d *diffRun) askEarly() early {
	asked := map[string]*pairOf{}
	for _, p := range d.pairs {
		if p.asked {
			asked[p.d.Path] = p
		}
	}
	if len(asked) == 0 || !d.scratch() || !d.own.borrow(asked, d.o.ObjectDirs) {
		return nil
	}
	answers := make(early, 1)
	go func() {
		defer close(answers)
		answers <- d.question(asked, true)
	}()
	return answers
}

// early is the answer of askEarly, which is closed after it.
type early chan gitAnswer

// wait lets a git that was asked end before its repository goes.
func (e early) wait() {
	if e != nil {
		for range e {
		}
	}
}

// ask takes the early answer. Where there is none it gives git the contents of the files that it is asked about, and
// nothing of the rest.
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
		case !p.asked:
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

// question asks git: about the commits themselves, where the names of hunks do not matter, else about two commits of
// the files alone. With borrowed set their contents are in object folders that git reads.
func (d *diffRun) question(asked map[string]*pairOf, borrowed bool) (a gitAnswer) {
	sides := []string{"refs/heads/old", "refs/heads/new", "--"}
	if borrowed && !d.named && d.commits[0] != "" && d.commits[1] != "" && len(d.o.Paths) == 0 {
		sides = []string{d.commits[0], d.commits[1], "--"}
		if root := strings.TrimSuffix(d.t.prefix(), "/"); root != "" {
			sides = append(sides, root)
		}
	} else if a.err = d.own.load(d, asked, borrowed); a.err != nil {
		return a
	}
	var out []byte
	if out, a.err = d.own.diff(sides, "--raw", "-z", "--no-abbrev"); a.err != nil {
		return a
	}
	a.raw = parseRaw(out)
	if !d.named {
		return a
	}
	if out, a.err = d.own.diff(sides, "--patch", "--unified="+strconv.Itoa(d.o.Context)); a.err == nil {
		a.sections = parseSections(out, a.raw)
	}
	return a
}

// take believes an answer.
func (d *diffRun) take(a gitAnswer) {
	d.sections = a.sections
	asked := map[string]*pairOf{}
	for _, p := range d.pairs {
		if p.asked {
			asked[p.d.Path] = p
		}
	}
	for _, r := range a.raw {
		from, to := asked[d.below(r.from)], asked[d.below(r.to)]
		if from != nil && to != nil && from != to && r.status == 'R' {
			to.renamedFrom(from, int(r.score*100+0.5))
			d.read(to)
		}
	}
	d.dropGone()
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
	if d.t.p.GitDir == "" || !d.t.p.hasFiles() {
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

// borrow has git read the files from the project's object folders, and from further ones. It reports false where
// git would not find in them what the project's own git finds.
func (s *scratch) borrow(pairs map[string]*pairOf, dirs []string) bool {
	for _, p := range pairs {
		if p.a != nil && len(p.a.id) != 40 || p.b != nil && len(p.b.id) != 40 {
			return false
		}
	}
	if s.t.p.GitDir != "" {
		own, err := objectDirs(filepath.Join(s.t.p.CommonDir, "objects"))
		if err != nil || (refs{s.t.p.GitDir, s.t.p.CommonDir}).replaced() {
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
	return os.WriteFile(s.borrowed(), []byte(list.String()), 0o600) == nil
}

// load makes commits of both sides of pairs. Contents that are not borrowed are written into the repository.
func (s *scratch) load(d *diffRun, pairs map[string]*pairOf, borrowed bool) error {
	if !borrowed {
		_ = os.Remove(s.borrowed()) // it may not be there
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
			place := quoteC(s.t.toTop(name), true)
			if borrowed && !f.laid || f.mode == modeOfModule {
				say("M " + f.mode + " " + f.id + " " + place + "\n")
				continue
			}
			data, _ := d.content(name, f)
			say(fmt.Sprintf("M %s inline %s\ndata %d\n", f.mode, place, len(data)))
			stream = append(stream, bytes.NewReader(data))
			say("\n")
		}
	}
	// Not made smaller, and in one pack: that is read once, and files for each cost more than all the rest.
	_, err := s.run(io.MultiReader(stream...), "-c", "core.compression=0", "-c", "pack.compression=0", "-c", "fastimport.unpackLimit=1", "fast-import", "--quiet", "--depth=0", "--force")
	return err
}
