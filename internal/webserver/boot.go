package webserver

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"time"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/review/round"
	"consider/internal/words"
)

// Boot is all that a page has to know before it draws.
type Boot struct {
	compare.Changes
	Project     string       `json:"project"` // name of the folder
	Root        string       `json:"root"`    // its path
	First       []FileDiff   `json:"first"`   // the first files that are drawn
	Cursor      string       `json:"cursor"`
	Checkpoints []Checkpoint `json:"checkpoints"`
	Version     string       `json:"version"`
	ReadOnly    string       `json:"readOnly,omitempty"` // why nothing can be written from here; "" when it can
}

// Checkpoint is the end of a round.
type Checkpoint struct {
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"createdAt"`
}

// These bound the part of the diff that a boot includes.
const (
	firstRows  = 150
	firstFiles = 6
)

// boot compares anew. A failure becomes the state of the boot, because the page has to show something.
func (s *Server) boot(ctx context.Context, from, to string) Boot {
	b := Boot{
		Changes: compare.Changes{
			State: "failed", Hints: []words.Text{}, Files: []compare.ChangedFile{}, Scope: compare.ScopeView{Kind: s.Scope.Kind, From: s.Scope.From},
		},
		First: []FileDiff{}, Checkpoints: []Checkpoint{}, Version: s.Version, ReadOnly: s.ReadOnly,
	}
	if err := s.bootStore(ctx, &b); err != nil {
		b.fail(err)
		return b
	}
	if from != "" || to != "" {
		s.bootRounds(ctx, &b, from, to)
		return b
	}
	snap, giveBack, err := s.fresh(ctx)
	if err != nil {
		b.fail(err)
		s.snapshots.showNone()
		if ctx.Err() == nil {
			s.moved(unreadable, FilesMoved{Failed: b.Message}) // the first comparison that succeeds is news to this page
		}
		return b
	}
	defer giveBack()
	s.snapshots.show(snap)
	b.Changes = snap.comparison.Changes()
	b.First = append(b.First, snap.openingFiles(ctx)...)
	s.moved(b.Snapshot, FilesMoved{Snapshot: b.Snapshot})
	s.Watch.SetFiles(snap.watched())
	return b
}

// bootRounds shows two rounds. That is not the comparison that the server was started for, so the watched files and the
// newest snapshot stay as they are.
func (s *Server) bootRounds(ctx context.Context, b *Boot, from, to string) {
	scope := s.roundsScope(from, to)
	b.Scope = compare.ScopeView{Kind: scope.Kind, From: from, To: to}
	snap, giveBack, err := s.compareOnce(ctx, scope)
	if err != nil {
		b.fail(err)
		return
	}
	defer giveBack()
	s.snapshots.show(snap)
	b.Changes = snap.comparison.Changes()
	b.First = append(b.First, snap.openingFiles(ctx)...)
}

// bootStore fills in what comes from the store and the folder.
func (s *Server) bootStore(ctx context.Context, b *Boot) error {
	service, done, err := s.service()
	if err != nil {
		return err
	}
	defer done()
	b.Root = service.Place.Root
	b.Project = filepath.Base(b.Root)
	if b.Cursor, err = service.Tip(ctx); err != nil {
		return err
	}
	list, err := round.ListCheckpoints(ctx, service, round.CheckpointListInput{})
	if err != nil && !errors.Is(err, fail.ErrNoStore) {
		return err
	}
	for _, c := range list.Checkpoints {
		if !c.Auto {
			b.Checkpoints = append(b.Checkpoints, Checkpoint{c.Name, c.CreatedAt})
		}
	}
	return nil
}

func (b *Boot) fail(err error) {
	f := fail.FailureOf(err)
	b.Message = f.Message
	for _, hint := range f.Hints {
		b.Hints = append(b.Hints, words.Plain(hint))
	}
}

// openingFiles returns the blocks of the files that are on the screen when the page opens.
func (s *snapshot) openingFiles(ctx context.Context) []FileDiff {
	var out []FileDiff
	rows := 0
	for i := range s.files {
		f := &s.files[i]
		if rows >= firstRows || len(out) == firstFiles {
			break
		}
		changed := f.Additions + f.Deletions
		if f.Collapsed != "" || changed == 0 || changed > compare.LargeRows/10 && i > 0 {
			continue
		}
		d, err := s.diff(ctx, f.ID, false, false)
		if err != nil {
			break
		}
		out = append(out, d)
		for _, b := range d.Blocks {
			rows += len(b.Lines)
		}
	}
	return out
}

func (s *Server) getBoot(r *http.Request) (any, error) {
	return s.boot(r.Context(), r.URL.Query().Get("from"), r.URL.Query().Get("to")), nil
}
