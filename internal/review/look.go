package review

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/linediff"
	"consider/internal/worktree"
)

// The states of a look.
const (
	LookOK     = "ok"
	LookClean  = "clean"   // nothing differs
	LookNoGit  = "no_git"  // there is nothing to compare the files with
	LookNoHead = "no_head" // no commit, and no file either
)

// Look is what a reviewer sees: two sides of the project at one moment. It does not change when the files do,
// and lives as long as the project that it was made of.
type Look struct {
	ID           string // equal for looks that show the same
	State        string
	Message      string   // a sentence, for every state but ok
	Hints        []string // what to do about it
	Note         string   // what the comparison lacks, a sentence; "" when git made it
	Scope        Scope
	Label        string // the scope in words
	From, To     string // its two sides: a commit, a checkpoint's name, "index", "now", or "" for no commit
	Head, Branch string
	Files        []LookFile // sorted by path

	project  *Project
	old, new worktree.Side
	dirs     []string          // object folders with contents of the sides
	raw      map[string][]byte // bytes on disk, where they differ from what git would store of them
	seen     *seenFiles        // the files on disk, nil when neither side is they
	untaken  map[string]bool   // files whose content was not read
}

// LookFile is one file of a look that differs.
type LookFile struct {
	worktree.FileDiff
	Untracked        bool
	OldSize, NewSize int64 // bytes; only of binary files and of those that were not read
}

// seenFiles is what a checkpoint keeps of the files on disk.
type seenFiles struct {
	saw      worktree.Saw
	manifest Checkpoint // Files
	contents map[string][]byte
}

// Look compares the sides of a scope.
func (s *Service) Look(ctx context.Context, scope Scope) (*Look, error) {
	return s.LookAgain(ctx, scope, nil)
}

// LookAgain is Look, but returns before when it shows what is there now. before may be nil.
func (s *Service) LookAgain(ctx context.Context, scope Scope, before *Look) (*Look, error) {
	l, err := s.newLook(ctx, scope)
	if err != nil {
		return nil, err
	}
	if err := l.sides(ctx, s); err != nil {
		return nil, err
	}
	if before != nil && before.Note == "" && l.sameSides(before) {
		return before, nil
	}
	if l.State == "" {
		if err := l.compare(ctx); err != nil {
			return nil, err
		}
		l.describeState()
	}
	l.ID = l.id()
	return l, nil
}

// sides takes what is compared.
func (l *Look) sides(ctx context.Context, s *Service) error {
	if l.State == LookNoGit {
		return nil
	}
	if l.Scope.Kind != ScopeRange && l.Scope.Kind != ScopeStaged {
		if err := l.lookAtFiles(ctx, s); err != nil {
			return err
		}
	}
	if l.Scope.Kind != ScopeStaged && l.Scope.Kind != ScopeUnstaged {
		return nil
	}
	staged, err := s.Tree.Staged(ctx, l.Head)
	if err != nil {
		return gitError(err)
	}
	if l.Scope.Kind == ScopeStaged {
		l.new = staged
	} else {
		l.old = staged
	}
	return nil
}

// sameSides reports whether two looks are at the same things.
func (l *Look) sameSides(before *Look) bool {
	return l.Scope == before.Scope && l.State == "" == (before.State != LookNoGit) && l.From == before.From && l.To == before.To &&
		l.Head == before.Head && l.Branch == before.Branch && sameSide(l.old, before.old) && sameSide(l.new, before.new) && l.sameFiles(before)
}

func sameSide(a, b worktree.Side) bool {
	return a.Commit == b.Commit && slices.EqualFunc(a.Entries, b.Entries, func(x, y worktree.SideEntry) bool {
		return x.Path == y.Path && x.Mode == y.Mode && x.Blob == y.Blob && bytes.Equal(x.Data, y.Data)
	})
}

func (l *Look) sameFiles(before *Look) bool {
	if l.seen == nil || before.seen == nil {
		return l.seen == before.seen
	}
	return slices.Equal(l.seen.manifest.Files, before.seen.manifest.Files)
}

// lookAtFiles reads the files that differ from HEAD, which are the new side.
func (l *Look) lookAtFiles(ctx context.Context, s *Service) error {
	saw, err := s.Tree.Saw(ctx)
	if err != nil {
		return gitError(err)
	}
	seen := &seenFiles{saw: saw}
	l.raw = map[string][]byte{}
	if seen.contents, err = s.keepWith(ctx, &seen.manifest, saw, func(path string, data []byte) { l.raw[path] = data }); err != nil {
		return err
	}
	seen.manifest.Head, seen.manifest.Branch = saw.Head.Commit, saw.Head.Branch
	l.seen, l.Head, l.Branch = seen, saw.Head.Commit, saw.Head.Branch
	if l.Scope.Kind == ScopeHead { // a commit may have come in between
		l.From, l.old.Commit = saw.Head.Commit, saw.Head.Commit
	}
	var skipped []string
	l.new, skipped = seen.manifest.side()
	l.leaveOut(skipped)
	for i := range l.new.Entries {
		e := &l.new.Entries[i]
		if data, ok := seen.contents[e.Blob]; ok && e.Mode != modeSubmodule {
			e.Blob, e.Data = "", data
		}
	}
	return nil
}

func (l *Look) leaveOut(paths []string) {
	if l.untaken == nil {
		l.untaken = map[string]bool{}
	}
	for _, p := range paths {
		l.untaken[p] = true
	}
}

func (l *Look) compare(ctx context.Context) error {
	diffs, err := l.project.Tree.Diff(ctx, l.old, l.new, worktree.DiffOptions{
		Context: 3, Patch: true, ObjectDirs: l.dirs, Unified: linediff.Unified,
		NoGit: func(why string) { l.Note = withoutGit(why) },
	})
	if err != nil {
		return gitError(err)
	}
	untracked := map[string]bool{}
	if l.seen != nil {
		for _, f := range l.seen.manifest.Files {
			untracked[f.Path] = f.Untracked
		}
	}
	for _, d := range diffs {
		if !l.untaken[d.Path] && (d.From == "" || !l.untaken[d.From]) {
			l.Files = append(l.Files, LookFile{FileDiff: d, Untracked: untracked[d.Path] && d.Status != worktree.DiffDeleted})
		}
	}
	l.addUntaken(ctx)
	l.measure(ctx)
	slices.SortFunc(l.Files, func(a, b LookFile) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// addUntaken names the files that differ and were not read.
func (l *Look) addUntaken(ctx context.Context) {
	kept := map[string]CheckpointFile{}
	if l.seen != nil {
		for _, f := range l.seen.manifest.Files {
			kept[f.Path] = f
		}
	}
	for path := range l.untaken {
		f := kept[path]
		d := worktree.FileDiff{Path: path, Status: worktree.DiffModified, NewMode: f.Mode, Unread: f.Skipped}
		if d.Unread == "" {
			d.Unread = "too large"
		}
		_, mode, err := l.project.Tree.ContentAt(ctx, l.old, path, 0, l.dirs...)
		if d.OldMode = mode; errors.Is(err, worktree.ErrNotExist) {
			d.Status = worktree.DiffAdded
		}
		l.Files = append(l.Files, LookFile{FileDiff: d, Untracked: f.Untracked, NewSize: f.Size})
	}
}

// measure finds the sizes of binary files.
func (l *Look) measure(ctx context.Context) {
	var ids []string
	for _, f := range l.Files {
		if f.Binary {
			ids = append(ids, f.OldBlob, f.NewBlob)
		}
	}
	if len(ids) == 0 {
		return
	}
	sizes := l.project.Tree.BlobSizes(ctx, ids)
	for _, e := range l.new.Entries {
		if e.Blob == "" && e.Mode != "" {
			sizes = setSize(sizes, gitstore.HashBlob(e.Data).String(), int64(len(e.Data)))
		}
	}
	for i := range l.Files {
		if f := &l.Files[i]; f.Binary {
			f.OldSize, f.NewSize = sizes[f.OldBlob], sizes[f.NewBlob]
		}
	}
}

func setSize(sizes map[string]int64, id string, size int64) map[string]int64 {
	if sizes == nil {
		sizes = map[string]int64{}
	}
	sizes[id] = size
	return sizes
}

func (l *Look) describeState() {
	l.State = LookOK
	if len(l.Files) > 0 {
		return
	}
	l.State = LookClean
	switch {
	case l.Head == "" && l.project.Place.GitDir != "":
		l.State = LookNoHead
		l.Message = "This repository has no commit and no file yet."
		l.Hints = []string{"write a file: it will be shown as new, before it is committed as well as after"}
		return
	case l.Scope.Kind == ScopeHead:
		l.Message = "Nothing uncommitted: the files are as in HEAD, and no new one is there that git does not ignore."
		l.Hints = append(l.Hints, "the last commit: consider review --base HEAD~1")
	case l.Scope.Kind == ScopeStaged:
		l.Message = "Nothing is staged."
		l.Hints = append(l.Hints, "what is not staged: consider review --unstaged")
	case l.Scope.Kind == ScopeUnstaged:
		l.Message = "Nothing differs from what is staged."
		l.Hints = append(l.Hints, "what is staged: consider review --staged")
	default:
		l.Message = "Nothing differs: " + l.Label + "."
	}
	l.Hints = append(l.Hints, "a branch: consider review --base main", "the last round: consider review --since last")
}

// id is a digest of everything that is shown.
func (l *Look) id() string {
	var h bytes.Buffer
	fmt.Fprintf(&h, "%q %q %q %q %q %q %q\n", l.State, l.Scope.Kind, l.From, l.To, l.Head, l.Branch, l.Note)
	for i := range l.Files {
		f := &l.Files[i]
		fmt.Fprintf(&h, "%q %q %s %s %s %s %s %q %d\n", f.Path, f.From, f.Status, f.OldMode, f.NewMode, f.OldBlob, f.NewBlob, f.Unread, f.NewSize)
	}
	sum := sha256.Sum256(h.Bytes())
	return fmt.Sprintf("%x", sum[:8])
}
