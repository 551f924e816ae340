package webserver

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/review/compare"
	"consider/internal/session"
)

// snapshot is one comparison, with what pages have asked of it. It is closed when no page can ask for it any more.
type snapshot struct {
	comparison *compare.Comparison
	project    *session.Project
	files      []File         // in the order of the page: as in a tree, folders first
	byID       map[string]int // index in the comparison's files

	users int  // that it was lent to; guarded by snapshots.mu
	gone  bool // from the snapshots that are held: it is closed when the last of them has given it back

	mu     sync.Mutex
	spaces map[string]FileDiff // without white space, by id
}

// File is one file of a snapshot.
type File struct {
	ID        string     `json:"id"`
	Path      string     `json:"path"` // as it can be shown; what is not UTF-8 in it is written as <0xff>
	OldPath   string     `json:"oldPath,omitempty"`
	Status    string     `json:"status"` // A, M, D, R, C or T, as git prints them
	Untracked bool       `json:"untracked"`
	OldMode   string     `json:"oldMode,omitempty"`
	NewMode   string     `json:"newMode,omitempty"`
	Additions int        `json:"additions"`
	Deletions int        `json:"deletions"`
	Binary    bool       `json:"binary"`
	Submodule *Submodule `json:"submodule,omitempty"`
	OldSize   int64      `json:"oldSize,omitempty"` // bytes; of binary files, and of those that were not read
	NewSize   int64      `json:"newSize,omitempty"`
	Collapsed string     `json:"collapsed"`        // why it is not drawn unasked: generated, lock, large, minified, or ""
	Unread    string     `json:"unread,omitempty"` // why its content cannot be shown
	Hash      string     `json:"hash"`             // of the path and of both contents
}

// Submodule is a repository inside the project, by its commits.
type Submodule struct {
	From string `json:"from"`
	To   string `json:"to"`
}

const modeSubmodule = "160000"

// letters are git's for the words of a diff.
var letters = map[string]string{"added": "A", "deleted": "D", "modified": "M", "renamed": "R", "mode": "M", "type": "T"}

func newSnapshot(comparison *compare.Comparison, project *session.Project) *snapshot {
	s := &snapshot{comparison: comparison, project: project, byID: map[string]int{}, spaces: map[string]FileDiff{}}
	for i := range comparison.Files {
		f := fileOf(&comparison.Files[i])
		for n := 0; ; n++ { // equal beginnings of digests
			if _, taken := s.byID[f.ID]; !taken {
				break
			}
			f.ID = fmt.Sprintf("%s%d", f.ID, n)
		}
		s.byID[f.ID] = i
		s.files = append(s.files, f)
	}
	slices.SortStableFunc(s.files, func(a, b File) int { return treeOrder(a.Path, b.Path) })
	return s
}

// treeOrder compares two paths as a tree lists them: what is in a folder before the files beside that folder.
func treeOrder(a, b string) int {
	for {
		nameA, restA, folderA := strings.Cut(a, "/")
		nameB, restB, folderB := strings.Cut(b, "/")
		switch {
		case folderA != folderB:
			if folderA {
				return -1
			}
			return 1
		case nameA != nameB || !folderA:
			return strings.Compare(nameA, nameB)
		}
		a, b = restA, restB
	}
}

func fileOf(f *compare.File) File {
	out := File{
		ID: fmt.Sprintf("f%x", sha256.Sum256([]byte(f.Path)))[:13], Path: shown(f.Path), OldPath: shown(f.From),
		Status: letters[f.Status], Untracked: f.Untracked, OldMode: f.OldMode, NewMode: f.NewMode,
		Additions: f.Added, Deletions: f.Removed, Binary: f.Binary, OldSize: f.OldSize, NewSize: f.NewSize,
		Collapsed: collapseOf(f), Unread: f.Unread,
	}
	if f.OldMode == modeSubmodule || f.NewMode == modeSubmodule {
		out.Submodule = &Submodule{}
		if f.OldMode == modeSubmodule {
			out.Submodule.From = f.OldBlob
		}
		if f.NewMode == modeSubmodule {
			out.Submodule.To = f.NewBlob
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %s %s %s %s %d", f.Path, f.From, f.OldMode, f.NewMode, f.OldBlob, f.NewBlob, f.NewSize))
	out.Hash = fmt.Sprintf("%x", sum[:16])
	return out
}

// diff gives a file's blocks. noSpace says that differences in white space do not count.
func (s *snapshot) diff(ctx context.Context, id string, noSpace, full bool) (FileDiff, error) {
	i, ok := s.byID[id]
	if !ok {
		return FileDiff{}, fail.NotFound("this diff has no file %q", id).Hint("load the page again: the diff may be another one now")
	}
	f := &s.comparison.Files[i]
	if noSpace {
		return s.withoutSpace(ctx, id, f, full)
	}
	d := blocksOf(f.Hunks, full)
	d.ID = id
	s.lineEnds(ctx, f, &d)
	return d, nil
}

// lineEnds says how lines end where that is not plain from the lines, and takes carriage returns off lines that all
// have one.
func (s *snapshot) lineEnds(ctx context.Context, f *compare.File, d *FileDiff) {
	if !hasReturn(d) {
		return
	}
	was, is := s.comparison.LineEnds(ctx, f)
	d.LineEnds = &LineEnds{Old: was, New: is}
	if (was == "CRLF" || was == "") && (is == "CRLF" || is == "") {
		for b := range d.Blocks {
			for i := range d.Blocks[b].Lines {
				l := &d.Blocks[b].Lines[i]
				if n := len(l.Text); n > 0 && l.Text[n-1] == '\r' && l.Cut == 0 && !l.NoEOL {
					l.Text = l.Text[:n-1]
				}
			}
		}
	}
}

func hasReturn(d *FileDiff) bool {
	return slices.ContainsFunc(d.Blocks, func(b Block) bool {
		return slices.ContainsFunc(b.Lines, func(l Line) bool { n := len(l.Text); return n > 0 && l.Text[n-1] == '\r' })
	})
}

func (s *snapshot) withoutSpace(ctx context.Context, id string, f *compare.File, full bool) (FileDiff, error) {
	s.mu.Lock()
	d, known := s.spaces[id]
	s.mu.Unlock()
	if known && !full {
		return d, nil
	}
	hunks, err := s.comparison.HunksIgnoringSpace(ctx, f)
	if err != nil {
		return d, err
	}
	d = blocksOf(hunks, full)
	d.ID = id
	s.lineEnds(ctx, f, &d)
	if !full {
		s.mu.Lock()
		s.spaces[id] = d
		s.mu.Unlock()
	}
	return d, nil
}

// shown is a path as it can be shown.
func shown(path string) string {
	if text, latin := readable(path); !latin {
		return text
	}
	return printable.Line(path)
}
