package gitstore

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

// Mirrors returns the lines of other stores that this one holds, in the order of
// their names. One whose ref is torn is left out; the next mirror makes it anew.
func (s *Store) Mirrors() ([]MirrorRef, error) {
	refs, err := s.refsIn(mirrorDir)
	if err != nil {
		return nil, err
	}
	var out []MirrorRef
	for ref, tip := range refs {
		folder, leaf := strings.CutSuffix(ref, mirrorLeaf)
		if name, former, ok := mirrorName(folder); leaf && ok {
			out = append(out, MirrorRef{name, tip, former})
		}
	}
	slices.SortFunc(out, func(a, b MirrorRef) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), bytes.Compare(a.Tip[:], b.Tip[:]))
	})
	return out, nil
}

// MirrorSnapshot opens what the store of that name showed when it was mirrored
// last. ErrNotExist if it never was.
func (s *Store) MirrorSnapshot(name string) (*Snapshot, error) {
	file, err := mirrorRef(name)
	if err != nil {
		return nil, err
	}
	ref, err := s.readRefFile(file)
	switch {
	case err != nil:
		return nil, err
	case ref.torn:
		return nil, fmt.Errorf("%s holds %q: %w", file, gitfmt.Clip(ref.raw), ErrCorrupt)
	case ref.id.IsZero():
		return nil, fmt.Errorf("mirror %q: %w", name, ErrNotExist)
	}
	return s.snapshot(ref.id)
}

// MirrorTip returns the tip of the mirror of that name in the store in dir,
// without opening the store; false if one file does not tell it. Every run uses
// it to find out that there is nothing to do.
func MirrorTip(dir, name string) (ID, bool) {
	ref, err := mirrorRef(name)
	if err != nil {
		return ID{}, false
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return ID{}, false
	}
	defer root.Close()
	f, err := openQuick(root, ref)
	if err != nil {
		return ID{}, false
	}
	defer f.Close()
	raw, err := safefs.ReadAll(f, maxRefFile)
	if err != nil {
		return ID{}, false
	}
	state := parseRef(string(raw))
	return state.id, !state.torn
}

// mirrorTips is where gc and fsck begin, beside the tip. What cannot be read is
// named by others.
func (s *Store) mirrorTips() []ID {
	refs, err := s.Mirrors()
	if err != nil {
		return nil
	}
	ids := make([]ID, len(refs))
	for i, r := range refs {
		ids[i] = r.Tip
	}
	return ids
}

// mirrored returns the commits that belong to another store: they must never be
// taken for the lost tip of this one.
func (s *Store) mirrored() map[ID]bool {
	out := map[ID]bool{}
	for _, tip := range s.mirrorTips() {
		line, _, _ := s.lineUntil(context.Background(), tip, ID{})
		for _, c := range line {
			out[c.ID] = true
		}
	}
	return out
}

// mirrors reads everything the mirrors lead to.
func (f *checker) mirrors(w *walker) error {
	refs, err := f.s.Mirrors()
	if err != nil {
		f.problem(mirrorDir, ID{}, err.Error())
		return nil
	}
	problem := w.problem
	for _, r := range refs {
		w.problem = func(id ID, at string, err error) error {
			return problem(id, fmt.Sprintf("%s (of the worktree %s)", at, r.Name), err)
		}
		if err := w.line(r.Tip); err != nil {
			return err
		}
	}
	return nil
}

// otherFolders are the folders of refs beside the store's own, in which a killed writer leaves a lock.
func (s *Store) otherFolders() []string {
	var out []string
	for _, dir := range []string{lostDir, notedDir} {
		if s.wantDir(dir) == nil {
			out = append(out, dir)
		}
	}
	entries, _ := s.readDir(mirrorDir)
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, mirrorDir+"/"+e.Name())
		}
	}
	return out
}

// A former line has the beginning of its tip in its name. The mark is not in
// any escaped name.
const (
	formerMark   = "@"
	formerDigits = 10
)

// mirrorRef is the ref for a worktree's name. The name is another program's: a
// byte that is not plain is written as % and two hex digits, and so is a dot that
// git or gc would give a meaning.
func mirrorRef(name string) (string, error) {
	if name == "" || len(name) > 80 {
		return "", fmt.Errorf("%w: worktree name %q", ErrPath, gitfmt.Clip(name))
	}
	return mirrorDir + "/" + escapeName(name) + mirrorLeaf, nil
}

func escapeName(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; plainByte(c) || c == '.' && plainDot(name, i) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

func plainByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

func plainDot(name string, i int) bool {
	rest := name[i+1:]
	return i > 0 && rest != "" && rest[0] != '.' && !strings.HasPrefix(rest, "lock") && !strings.HasPrefix(rest, "tmp-")
}

// mirrorName is the worktree's name for a folder of refs/worktrees.
func mirrorName(folder string) (name string, former, ok bool) {
	folder, tip, former := strings.Cut(folder, formerMark)
	if former && len(tip) != formerDigits {
		return "", true, false
	}
	var b strings.Builder
	for rest := folder; rest != ""; {
		if rest[0] != '%' {
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		raw, err := hex.DecodeString(rest[1:min(3, len(rest))])
		if err != nil || len(raw) != 1 {
			return "", former, false
		}
		b.WriteByte(raw[0])
		rest = rest[3:]
	}
	name = b.String()
	return name, former, name != "" && escapeName(name) == folder
}
