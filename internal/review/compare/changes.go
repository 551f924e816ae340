package compare

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"consider/internal/checkpoint"
	"consider/internal/digest"
	"consider/internal/folds"
	"consider/internal/gitdiff"
	"consider/internal/printable"
	"consider/internal/treediff"
	"consider/internal/words"
)

// Changes is a comparison in the form that every client lists.
type Changes struct {
	State    string        `json:"state"` // ok, clean, no_git or no_head; pages also have failed
	Message  string        `json:"message"`
	Hints    []words.Text  `json:"hints"`
	Note     string        `json:"note,omitempty"` // limits of the comparison
	Branch   string        `json:"branch"`
	Head     string        `json:"head"`
	Scope    ScopeView     `json:"scope"`
	Snapshot string        `json:"snapshot"` // the comparison's id; equal for comparisons that show the same
	Files    []ChangedFile `json:"files"`
	// NotCompared counts the files that differ and have no lines here, mostly for their size; each says why as unread.
	NotCompared int `json:"notCompared,omitempty"`
}

// ScopeView is what is compared with what.
type ScopeView struct {
	Kind  string `json:"kind"`
	Label string `json:"label"`
	From  string `json:"from"`
	To    string `json:"to"`
}

// letters are git's letters for the words of a diff.
var letters = map[string]string{"added": "A", "deleted": "D", "modified": "M", "renamed": "R", "mode": "M", "type": "T"}

// Changes lists the comparison.
func (l *Comparison) Changes() Changes {
	files, _ := l.Listed()
	return Changes{
		NotCompared: len(l.NotCompared()),
		State:       l.State, Message: l.Message, Hints: append([]words.Text{}, l.Hints...), Note: noteOf(l),
		Branch: l.Branch, Head: l.Head, Scope: l.ScopeView(), Snapshot: l.ID, Files: files,
	}
}

// NotCompared returns the paths of the files that differ and were not compared.
func (l *Comparison) NotCompared() []string {
	var out []string
	files, _ := l.Listed()
	for i := range files {
		if files[i].Unread != "" {
			out = append(out, files[i].Path)
		}
	}
	return out
}

// ScopeView returns the scope with the two sides that it resolved to.
func (l *Comparison) ScopeView() ScopeView {
	return ScopeView{Kind: l.Scope.Kind, Label: l.Label, From: l.From, To: l.To}
}

// Listed returns the files in the order in which people see them, as in a tree, and the index of each in Files, by id.
// Callers change neither.
func (l *Comparison) Listed() (files []ChangedFile, at map[string]int) {
	return l.listing()
}

func (l *Comparison) list() (files []ChangedFile, at map[string]int) {
	files, at = make([]ChangedFile, 0, len(l.Files)), map[string]int{}
	texts := map[string][]byte{} // of the files on disk
	for i := range l.new.Entries {
		if e := &l.new.Entries[i]; e.Blob == "" {
			texts[e.Path] = e.Data
		}
	}
	for i := range l.Files {
		f := listed(&l.Files[i], texts[l.Files[i].Path])
		if _, taken := at[f.ID]; taken { // two digests begin alike
			f.ID = fmt.Sprintf("%s-%d", f.ID, i)
		}
		at[f.ID] = i
		files = append(files, f)
	}
	slices.SortStableFunc(files, func(a, b ChangedFile) int { return treeOrder(a.Path, b.Path) })
	return files, at
}

// Folds reports which hunks of the files are mechanical, in the order of Files. Only the first call takes time.
func (l *Comparison) Folds() []folds.Report { return l.folding() }

func (l *Comparison) fold() []folds.Report {
	diffs := make([]*treediff.FileDiff, len(l.Files))
	for i := range l.Files {
		diffs[i] = &l.Files[i].FileDiff
	}
	out := folds.Of(diffs, &l.texts)
	l.texts = folds.Texts{}
	return out
}

// RealPatch returns the patch of the i-th of Files without its mechanical hunks, and how many lines those have. It is "" if
// no other hunks are left.
func (l *Comparison) RealPatch(i int) (patch string, mechanical int) {
	d := l.Files[i].FileDiff
	var read []gitdiff.Hunk
	for n, h := range d.Hunks {
		if known := l.Folds()[i].Hunks[n]; known.Proof == "" {
			read = append(read, h)
		} else {
			mechanical += known.Lines
		}
	}
	if len(d.Hunks) > 0 && len(read) == 0 {
		return "", mechanical
	}
	d.Hunks = read
	return d.Patch(), mechanical
}

// treeOrder compares two paths in the order of a tree: the contents of a folder come before the files next to it.
func treeOrder(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	for i := range min(len(as), len(bs)) {
		switch folderA, folderB := i < len(as)-1, i < len(bs)-1; {
		case folderA && !folderB:
			return -1
		case folderB && !folderA:
			return 1
		case as[i] != bs[i]:
			return strings.Compare(as[i], bs[i])
		}
	}
	return 0
}

func listed(f *File, text []byte) ChangedFile {
	out := ChangedFile{
		ID: "f" + digest.Of(f.Path)[:12], Path: printablePath(f.Path), OldPath: printablePath(f.From),
		Status: letters[f.Status], Untracked: f.Untracked, OldMode: f.OldMode, NewMode: f.NewMode,
		Additions: f.Added, Deletions: f.Removed, Binary: f.Binary, OldSize: f.OldSize, NewSize: f.NewSize,
		Unread: f.Unread,
	}
	out.Collapsed, out.Why = collapseOf(f, text)
	if f.OldMode == checkpoint.ModeSubmodule || f.NewMode == checkpoint.ModeSubmodule {
		out.Submodule = &Submodule{}
		if f.OldMode == checkpoint.ModeSubmodule {
			out.Submodule.From = f.OldBlob
		}
		if f.NewMode == checkpoint.ModeSubmodule {
			out.Submodule.To = f.NewBlob
		}
	}
	out.Hash = digest.Of(fmt.Sprintf("%q %q %s %s %s %s %d", f.Path, f.From, f.OldMode, f.NewMode, f.OldBlob, f.NewBlob, f.NewSize))[:32]
	return out
}

// printablePath returns a path in printable form, for JSON.
func printablePath(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	return printable.Line(path)
}

const namedNested = 3 // repositories named in a note

// noteOf describes the limits of the comparison and the repositories that it omits.
func noteOf(l *Comparison) string {
	n := len(l.Nested)
	if n == 0 {
		return l.Note
	}
	var names []string
	for _, path := range l.Nested[:min(n, namedNested)] {
		names = append(names, printablePath(path)+"/")
	}
	if n > namedNested {
		names = append(names, fmt.Sprintf("%d more", n-namedNested))
	}
	note := strings.Join(names, ", ") + " is a separate repository and not part of this review"
	if n > 1 {
		note = strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are separate repositories and not part of this review"
	}
	if l.Note != "" {
		note = l.Note + ". " + note
	}
	return note
}
