package gitstore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"consider/internal/gitfmt"
)

// Texts of a recovery's commit.
const (
	recoverSubject = "recover"
	NothingOf      = "nothing of "   // precedes the lost commit, in place of how much came back
	LostTrailer    = "Consider-Lost" // the id of the lost commit
)

// continueFrom makes the ref name a recovered tip. If a commit is lost, it gets a ref of its own first, and a recovery
// commit brings back what is left of it on the disk.
func (s *Store) continueFrom(ctx context.Context, l *heldLock, ref refState, tip ID) error {
	lost, to := s.lostCommit(ref, tip), tip
	mark := ""
	if !lost.IsZero() && errors.Is(s.judge(lost, true), ErrForeign) {
		mark = replacedMark
	}
	if err := s.keepLost(lost, mark); err != nil {
		return fmt.Errorf("keep the lost commit: %w", err)
	}
	subject := recoverSubject
	// Files that a checkout brought are not put into the user's own line.
	if !lost.IsZero() && mark == "" {
		var err error
		if to, subject, err = s.salvage(ctx, tip, lost); err != nil {
			return fmt.Errorf("recover: %w", err)
		}
	}
	return s.moveRef(l, ref, to, lost, subject)
}

// salvage makes the commit of a recovery: the recovered state, plus what can be read of what only the lost commit held.
// Older content never replaces anything of the recovered state.
func (s *Store) salvage(ctx context.Context, tip, lost ID) (id ID, subject string, err error) {
	base, err := s.snapshot(tip)
	if err != nil {
		return id, "", err
	}
	var since time.Time
	if st, err := s.objects.Lstat(loosePath(tip)); err == nil {
		since = st.ModTime()
	}
	p, err := s.findUnreachable(ctx, base, since)
	if err != nil {
		return id, "", err
	}
	for _, top := range p.rootTrees() {
		if err := p.placeTree(top); err != nil {
			return id, "", err
		}
	}
	p.placeBlobs()
	tx := newTx(base, s.now())
	n := p.addTo(tx)
	objs, tree, err := p.sealed(tx)
	if err != nil {
		return id, "", err
	}
	what := fmt.Sprintf("%d files of ", n)
	switch n {
	case 0:
		what = NothingOf
	case 1:
		what = "1 file of "
	}
	subject = recoverSubject + " " + what + lost.String()[:12]
	meta := Meta{Subject: subject, Trailers: []Trailer{{"Consider-Op", recoverSubject}, {LostTrailer, lost.String()}}}
	commit := gitfmt.Object{Kind: gitfmt.Commit, Data: encodeCommit(tree, tip, meta, s.o.Program, tx.now)}
	return commit.ID(), subject, s.writeObjects(append(objs, newObject{commit.ID(), commit}))
}

// addTo puts the found files into a transaction and returns how many. A file whose path is blocked by a damaged
// directory or another file is not added.
func (p *unreachable) addTo(tx *Tx) (n int) {
	for _, name := range p.movedFiles() {
		_ = tx.take(name) // if that fails the file exists twice, and fsck and list report it
	}
	for _, name := range slices.Sorted(maps.Keys(p.found)) {
		e := p.found[name]
		if !p.s.fromGit(e.ID) && tx.set(name, &item{mode: e.Mode, id: e.ID}) == nil {
			n++
		}
	}
	return n
}

// sealed returns the objects that a transaction adds, including the found blobs: their writer may have been stopped
// before they were durable.
func (p *unreachable) sealed(tx *Tx) ([]newObject, ID, error) {
	for _, e := range p.found {
		data, err := p.s.readBlob(e.ID)
		if err != nil {
			return nil, ID{}, err
		}
		tx.blobs[e.ID] = data
	}
	return tx.pending()
}
