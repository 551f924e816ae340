package compare

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/digest"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/words"
	"consider/internal/worktree"
)

// New compares the sides of a scope.
func New(ctx context.Context, s *session.Session, scope Scope) (*Comparison, error) {
	return Again(ctx, s, scope, nil)
}

// Again is [New], but returns before if it still shows the current state. before may be nil.
func Again(ctx context.Context, s *session.Session, scope Scope, before *Comparison) (*Comparison, error) {
	l, err := begin(ctx, s, scope)
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
		l.describeState(ctx, s)
	}
	l.ID = l.id()
	return l, nil
}

// sides reads both sides.
func (l *Comparison) sides(ctx context.Context, s *session.Session) error {
	if l.State == NoGit {
		return nil
	}
	if !l.Scope.Stored() && l.Scope.Kind != ScopeStaged {
		if err := l.readWorktree(ctx, s); err != nil {
			return err
		}
	}
	if l.Scope.Kind != ScopeStaged && l.Scope.Kind != ScopeUnstaged {
		return nil
	}
	staged, err := treediff.Staged(ctx, s.Tree, l.Head)
	if err != nil {
		return session.GitError(err)
	}
	if l.Scope.Kind == ScopeStaged {
		l.new = staged
	} else {
		l.old = staged
	}
	return nil
}

// sameSides reports whether two comparisons have the same sides.
func (l *Comparison) sameSides(before *Comparison) bool {
	return l.Scope == before.Scope && l.State == "" == (before.State != NoGit) && l.From == before.From && l.To == before.To &&
		slices.Equal(l.Nested, before.Nested) && l.Head == before.Head && l.Branch == before.Branch && sameSide(l.old, before.old) && sameSide(l.new, before.new) && l.sameFiles(before)
}

func sameSide(a, b treediff.Side) bool {
	return a.Commit == b.Commit && slices.EqualFunc(a.Entries, b.Entries, func(x, y treediff.SideEntry) bool {
		return x.Path == y.Path && x.Mode == y.Mode && x.Blob == y.Blob && bytes.Equal(x.Data, y.Data)
	})
}

func (l *Comparison) sameFiles(before *Comparison) bool {
	if l.Worktree == nil || before.Worktree == nil {
		return l.Worktree == before.Worktree
	}
	return slices.Equal(l.Worktree.Manifest.Files, before.Worktree.Manifest.Files)
}

// readWorktree reads the files that differ from HEAD; they are the new side.
func (l *Comparison) readWorktree(ctx context.Context, s *session.Session) error {
	saw, err := treediff.StatusOf(ctx, s.Tree)
	if err != nil {
		return session.GitError(err)
	}
	seen := &worktreeFiles{}
	l.Nested = saw.Nested
	l.raw = map[string][]byte{}
	if seen.Contents, err = round.Keep(ctx, s, &seen.Manifest, saw, func(path string, data []byte) { l.raw[path] = data }); err != nil {
		return err
	}
	l.Worktree, l.Head, l.Branch = seen, saw.Head.Commit, saw.Head.Branch
	if l.Scope.Kind == ScopeHead { // a commit may have been made in between
		l.From, l.old.Commit = saw.Head.Commit, saw.Head.Commit
	}
	var skipped []string
	l.new, skipped = seen.Manifest.Side()
	l.omit(skipped)
	round.Fill(l.new, seen.Contents)
	return nil
}

func (l *Comparison) compare(ctx context.Context) error {
	diffs, err := treediff.Compare(ctx, l.project.Tree, l.old, l.new, treediff.Options{
		ObjectDirs: l.dirs, NoGit: func(why string) { l.Note = session.WithoutGit(why) }, Texts: l.texts.Keep,
	})
	if err != nil {
		return session.GitError(err)
	}
	kept := map[string]checkpoint.CheckpointFile{}
	if l.Worktree != nil {
		for _, f := range l.Worktree.Manifest.Files {
			kept[f.Path] = f
		}
	}
	for _, d := range diffs {
		if !l.untaken[d.Path] && (d.From == "" || !l.untaken[d.From]) {
			l.Files = append(l.Files, File{FileDiff: d, Untracked: kept[d.Path].Untracked && d.Status != treediff.Deleted})
		}
	}
	l.addUnread(ctx, kept)
	l.measure(ctx)
	slices.SortFunc(l.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// addUnread adds the files that differ but were not read. kept are those of the worktree.
func (l *Comparison) addUnread(ctx context.Context, kept map[string]checkpoint.CheckpointFile) {
	for path := range l.untaken {
		f := kept[path]
		d := treediff.FileDiff{Path: path, Status: treediff.Modified, NewMode: f.Mode, Unread: cmp.Or(f.Skipped, "too large")}
		_, mode, err := treediff.ContentAt(ctx, l.project.Tree, l.old, path, 0, l.dirs...)
		if d.OldMode = mode; errors.Is(err, worktree.ErrNotExist) {
			d.Status = treediff.Added
		}
		l.Files = append(l.Files, File{FileDiff: d, Untracked: f.Untracked, NewSize: f.Size})
	}
}

// measure finds the sizes of files without lines: those that are binary, and those that were not compared.
func (l *Comparison) measure(ctx context.Context) {
	var ids []string
	for _, f := range l.Files {
		if f.Binary || f.Unread != "" {
			ids = append(ids, f.OldBlob, f.NewBlob)
		}
	}
	if len(ids) == 0 {
		return
	}
	sizes := map[string]int64{}
	maps.Copy(sizes, l.project.Tree.BlobSizes(ctx, ids))
	for _, e := range l.new.Entries {
		if e.Blob == "" && e.Mode != "" {
			sizes[gitstore.HashBlob(e.Data).String()] = int64(len(e.Data))
		}
	}
	for i := range l.Files {
		if f := &l.Files[i]; f.Binary || f.Unread != "" {
			f.OldSize = l.sizeOf(ctx, sizes, l.old, f.OldPath(), f.OldBlob)
			f.NewSize = max(f.NewSize, l.sizeOf(ctx, sizes, l.new, f.Path, f.NewBlob))
		}
	}
}

// sizeOf reads a content whose size git does not know: it may be only in a checkpoint, or git is not installed.
func (l *Comparison) sizeOf(ctx context.Context, sizes map[string]int64, side treediff.Side, path, blob string) int64 {
	if size, known := sizes[blob]; known || blob == "" {
		return size
	}
	data, _, _ := treediff.ContentAt(ctx, l.project.Tree, side, path, thread.MaxText, l.dirs...)
	return int64(len(data))
}

// describeState says why nothing is shown, and what can be compared instead.
func (l *Comparison) describeState(ctx context.Context, s *session.Session) {
	l.State = OK
	if len(l.Files) > 0 {
		return
	}
	l.State = Clean
	switch {
	case l.Head == "" && l.project.Place.GitDir != "":
		l.State = NoHead
		l.Message = "This repository has no commits or files yet."
		l.Hints = []words.Text{words.Textf("create a file to see it here")}
		return
	case l.Scope.Kind == ScopeHead:
		l.Message = "No uncommitted changes and no untracked files."
		if _, err := CommitOf(ctx, s, "HEAD~1"); err == nil {
			l.Hints = append(l.Hints, words.Textf("to review the last commit: {review --base HEAD~1}"))
		}
	case l.Scope.Kind == ScopeStaged:
		l.Message = "No staged changes."
		l.Hints = append(l.Hints, words.Textf("to review unstaged changes: {review --unstaged}"))
	case l.Scope.Kind == ScopeUnstaged:
		l.Message = "No unstaged changes."
		l.Hints = append(l.Hints, words.Textf("to review staged changes: {review --staged}"))
	default:
		l.Message = "Nothing to review (" + l.Label + ")."
	}
	l.Hints = append(l.Hints, words.Textf("to compare with a branch: {review --base BRANCH}"))
	if l.Scope.Kind == ScopeSince {
		return
	}
	if _, err := new(Comparison).checkpoint(ctx, s, checkpoint.Last); err == nil {
		l.Hints = append(l.Hints, words.Textf("to compare with the last round: {review --since last}"))
	}
}

// id returns a digest of everything that is shown.
func (l *Comparison) id() string {
	var h bytes.Buffer
	fmt.Fprintf(&h, "%q %q %q %q %q %q %q\n", l.State, l.Scope.Kind, l.From, l.To, l.Head, l.Branch, l.Note)
	if len(l.Nested) > 0 {
		fmt.Fprintf(&h, "%q\n", l.Nested)
	}
	for i := range l.Files {
		f := &l.Files[i]
		fmt.Fprintf(&h, "%q %q %s %s %s %s %s %q %d\n", f.Path, f.From, f.Status, f.OldMode, f.NewMode, f.OldBlob, f.NewBlob, f.Unread, f.NewSize)
	}
	return digest.Of(h.String())[:16]
}
