package review

import (
	"cmp"
	"context"

	"consider/internal/review/compare"
	"consider/internal/session"
)

// Bounds of a change in the answer for a reviewing agent, which pays for each word.
const (
	maxChange        = 24 << 10 // bytes of patches
	maxFilesOfChange = 200
)

// Change is a change to review.
type Change struct {
	From  string        `json:"from"` // the commit with which the current files are compared
	Files []PatchedFile `json:"files"`
	More  int           `json:"more,omitempty"` // number of further files
}

// PatchedFile is one file of a change.
type PatchedFile struct {
	Path      string `json:"path"`
	OldPath   string `json:"oldPath,omitempty"`
	Status    string `json:"status"` // A, M, D, R, C or T, as git prints them
	Additions int    `json:"additions"`
	Deletions int    `json:"deletions"`
	Patch     string `json:"patch,omitempty"`
	Why       string `json:"why,omitempty"` // why it has no patch here
}

// changeSince returns the changes since a revision. Files that a program wrote have no patch, and others only as far as
// they fit.
func changeSince(ctx context.Context, s *session.Session, rev string) (*Change, error) {
	l, err := compare.New(ctx, s, compare.Scope{Kind: compare.ScopeBase, From: rev})
	if err != nil {
		return nil, err
	}
	files, at := l.Listed()
	shown, room := files[:min(len(files), maxFilesOfChange)], maxChange
	out := &Change{From: l.From, Files: []PatchedFile{}, More: len(files) - len(shown)}
	for i := range shown {
		f := &shown[i]
		one := PatchedFile{
			Path: f.Path, OldPath: f.OldPath, Status: f.Status, Additions: f.Additions, Deletions: f.Deletions, Why: cmp.Or(f.Why, f.Unread),
		}
		if one.Why == "" {
			if one.Patch = l.Files[at[f.ID]].Patch(); len(one.Patch) > room {
				one.Patch, one.Why = "", "the patch is too long for this answer"
			}
		}
		room -= len(one.Patch)
		out.Files = append(out.Files, one)
	}
	return out, nil
}
