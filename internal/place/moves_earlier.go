package place

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"consider/anchor"
	"consider/internal/checkpoint"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// These bound the search for a state of the project in which the lines of a lost thread were in their file.
const (
	maxVersions  = 30       // commits that changed the file
	maxRounds    = 10       // checkpoints, newest first
	maxGoneBytes = 64 << 20 // in the files of one state that are gone now
)

// errUnknown means that no state of the project is known in which the lines were in their file.
var errUnknown = errors.New("unknown")

// findEarlierState returns a state in which the lines were in their file; errUnknown if there is none, or too much changed.
func (p *Placer) findEarlierState(ctx context.Context, l *lostThread) (*projectState, error) {
	base := treediff.Side{Commit: l.base}
	if base.Commit != "" && p.hasLines(ctx, base, l) {
		return p.stateAt(ctx, base, nil, "")
	}
	for _, commit := range p.tree.VersionsOf(ctx, base.Commit, l.row.File, maxVersions) {
		if side := (treediff.Side{Commit: commit}); p.hasLines(ctx, side, l) {
			return p.stateAt(ctx, side, nil, "")
		}
	}
	rounds, err := checkpoint.All(p.snap)
	if err != nil {
		rounds = nil // a damaged checkpoint must not keep threads from being listed; 'checkpoint list' reports it
	}
	for _, c := range slices.Backward(rounds[max(0, len(rounds)-maxRounds):]) {
		side, skipped := c.Side()
		if !slices.Contains(skipped, l.row.File) && p.hasLines(ctx, side, l) {
			return p.stateAt(ctx, side, skipped, c.Name)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, errUnknown
}

// baseNow returns the commit that a thread was put on. If it is gone, as after a rebase, this is the newest commit in the
// history of HEAD that has the thread's lines in their file.
func (p *Placer) baseNow(ctx context.Context, l *lostThread) string {
	base := l.row.Base.Commit
	if base == "" || p.tree.HasCommit(ctx, base) {
		return base
	}
	for _, commit := range p.tree.VersionsOf(ctx, "", l.row.File, maxVersions) {
		if p.hasLines(ctx, treediff.Side{Commit: commit}, l) {
			return commit
		}
	}
	return base
}

// hasLines reports whether the file has the thread's lines unedited on a side.
func (p *Placer) hasLines(ctx context.Context, side treediff.Side, l *lostThread) bool {
	if len(side.Entries) == 0 {
		if _, blob, err := p.tree.EntryAt(ctx, side.Commit, l.row.File); err == nil && blob == l.row.Base.Blob {
			return true
		}
	}
	data, _, err := treediff.ContentAt(ctx, p.tree, side, l.row.File, thread.MaxText, p.objectDirs(side)...)
	if err != nil {
		return false
	}
	base, err := p.Base(l.row.Base.Blob)
	if err != nil {
		return false
	}
	at := anchor.Map(base, data).Place(l.row.Start, l.row.End)
	return at.State == anchor.Anchored && !at.Edited
}

// objectDirs returns the folders that have contents of a side besides the project's own: those of a checkpoint are in the
// store.
func (p *Placer) objectDirs(side treediff.Side) []string {
	if len(side.Entries) == 0 {
		return nil
	}
	return []string{filepath.Join(p.dir, "objects")}
}

// stateAt returns the state of a side. round is the name of its checkpoint, "" for a commit.
func (p *Placer) stateAt(ctx context.Context, side treediff.Side, skipped []string, round string) (*projectState, error) {
	key := side.Commit + " " + round
	if known, ok := p.earlierStates[key]; ok {
		return known, nil
	}
	since, err := p.changedFiles(ctx, side.Commit)
	if err != nil {
		return nil, err
	}
	files := &changes{names: slices.Clone(since.names), now: since.now, tooMany: since.tooMany}
	for _, e := range side.Entries {
		files.names = append(files.names, e.Path)
	}
	files.names = append(files.names, skipped...)
	slices.Sort(files.names)
	files.names = slices.Compact(files.names)
	if files.tooMany || len(files.names) > MaxMoveFiles {
		return nil, errUnknown
	}
	for _, name := range files.names {
		if files.now[name] == nil {
			p.searchable(ctx, files, name)
		}
	}
	out := &projectState{side: side, skipped: skipped, files: files, texts: map[string][]byte{}, read: map[string]bool{}, unread: map[string]bool{}}
	p.earlierStates[key] = out
	return out, nil
}

// readGone reads the texts of the files that are gone, once: a new file may have been made from any of them.
func (t *projectState) readGone(ctx context.Context, p *Placer) {
	if t.goneRead {
		return
	}
	t.goneRead = true
	size := 0
	take := func(path string, text []byte, err error) {
		if err == nil {
			if size += len(text); size > maxGoneBytes {
				err = worktree.ErrUnreadable
			}
		}
		t.noteRead(path, text, err)
	}
	laid := map[string]bool{}
	for _, e := range t.side.Entries {
		laid[e.Path] = true
	}
	var committed []string
	for _, name := range t.files.names {
		switch {
		case t.files.now[name] != nil:
		case laid[name] || slices.Contains(t.skipped, name):
			t.text(ctx, p, name)
		case t.side.Commit != "":
			committed = append(committed, name)
		}
	}
	_ = p.tree.TextsAt(ctx, t.side.Commit, committed, maxMoveFile, take) // it fails only when the context ends, which ends the search too
}

// text returns the earlier text of a file. It is nil when there was no file or the file is never searched; known is true
// in both cases.
func (t *projectState) text(ctx context.Context, p *Placer, name string) (text []byte, known bool) {
	if !t.read[name] {
		var err error
		switch {
		case slices.Contains(t.skipped, name):
			err = worktree.ErrUnreadable
		default:
			text, _, err = treediff.ContentAt(ctx, p.tree, t.side, name, maxMoveFile, p.objectDirs(t.side)...)
		}
		t.noteRead(name, text, err)
	}
	return t.texts[name], !t.unread[name]
}

// noteRead records a file that was read. Files that are missing, too large or not regular count as known.
func (t *projectState) noteRead(name string, text []byte, err error) {
	t.read[name] = true
	switch {
	case err == nil:
		t.texts[name] = text
	case errors.Is(err, worktree.ErrNotExist), errors.Is(err, worktree.ErrNotRegular), errors.Is(err, worktree.ErrTooLarge):
	default:
		t.unread[name] = true
	}
}

// These bound the search for code that moved to another file. Beyond them threads stay lost, and their reason says so.
const (
	MaxMoveFiles = 1000    // files that changed
	maxMoveFile  = 2 << 20 // size in bytes of a file that is searched
)

// lostThread is a thread whose code is no longer in its file.
type lostThread struct {
	at         int // index in the rows that are placed
	row        *thread.Row
	own        [2]string // its file, and the present name of that file
	base       string    // the commit that it was put on, or one that has its lines
	weak       bool      // it is anchored in its own file by weak evidence
	key        string
	removed    *anchor.Removed // the lines that left its file; nil when they are not known
	candidates []candidateFile // files that have some of those lines; the files with the most come first
}

// candidateFile is a file that may have a thread's lines now, and a bound on the evidence for it.
type candidateFile struct {
	name    string
	bound   anchor.Outlook
	isTight bool // bound counts only lines that are new in the file
	done    bool // it was compared, or need not be
}

// changedFiles returns the files that changed since base: moved code may be in them now, or may have left them.
func (p *Placer) changedFiles(ctx context.Context, base string) (*changes, error) {
	if known, ok := p.changed[base]; ok {
		return known, nil
	}
	names, err := p.now.ChangedSince(ctx, base)
	if err != nil {
		return nil, fmt.Errorf("look for moved code: %w", err)
	}
	c := &changes{names: names, now: map[string]*Text{}}
	p.changed[base] = c
	if len(names) > MaxMoveFiles {
		c.names, c.tooMany = nil, true
	}
	for _, name := range c.names {
		p.searchable(ctx, c, name)
	}
	return c, nil
}

func (p *Placer) searchable(ctx context.Context, c *changes, name string) {
	if info, err := p.now.Stat(name); err != nil || !info.Mode.IsRegular() || info.Size > maxMoveFile {
		return
	}
	if t := p.Text(ctx, thread.New, name); t.Blob != "" {
		c.now[name] = t
	}
}
