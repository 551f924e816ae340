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
	"consider/internal/session"
	"consider/internal/words"
)

// Boot is all that a page has to know before it draws.
type Boot struct {
	compare.Changes
	Started     string       `json:"started"` // kind of what the server was started for
	Asked       string       `json:"asked"`   // name of what the page asked to compare; "" for what the server was started for
	Project     string       `json:"project"` // name of the folder
	Root        string       `json:"root"`    // its path
	First       []FileDiff   `json:"first"`   // the first files that are drawn
	Cursor      string       `json:"cursor"`
	Checkpoints []Checkpoint `json:"checkpoints"`
	Version     string       `json:"version"`
	ReadOnly    string       `json:"readOnly,omitempty"` // why nothing can be written from here; "" when it can
	NoFold      bool         `json:"noFold,omitempty"`   // mechanical changes are shown like others

	Backup *session.BackupAhead `json:"backup,omitempty"` // changes that only the backup has, once; 'fsck' restores them
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
func (s *Server) boot(ctx context.Context, scope compare.Scope) Boot {
	b := Boot{
		Changes: compare.Changes{
			State: "failed", Hints: []words.Text{}, Files: []compare.ChangedFile{}, Scope: compare.ScopeView{Kind: scope.Kind, From: scope.From, To: scope.To},
		},
		Started: s.Scope.Kind, Asked: s.nameOf(scope), First: []FileDiff{}, Checkpoints: []Checkpoint{}, Version: s.Version, ReadOnly: s.ReadOnly, NoFold: s.NoFold,
	}
	if err := s.bootStore(ctx, &b); err != nil {
		b.fail(err)
		return b
	}
	snap, err := s.fresh(ctx, scope)
	if err != nil {
		b.fail(err)
		if scope == s.Scope {
			s.snapshots.showNone()
		}
		if ctx.Err() == nil && !scope.Stored() {
			s.moved(scope, unreadable, b.Message) // the first comparison that succeeds is news to this page
		}
		return b
	}
	defer snap.giveBack()
	s.snapshots.show(snap)
	b.Changes, b.Files = snap.comparison.Changes(), snap.files
	b.First = append(b.First, snap.openingFiles(ctx)...)
	s.moved(scope, b.Snapshot, "")
	s.Watch.SetFiles(s.snapshots.watched())
	return b
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
	b.Backup = service.BackupAhead(ctx)
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
	q := r.URL.Query()
	s.snapshots.left(q.Get("left"))
	return s.boot(r.Context(), s.asked(q)), nil
}
