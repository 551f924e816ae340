package review

import (
	"cmp"
	"context"
	"slices"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/words"
)

// Bounds of a change in the answer for a reviewing agent, which pays for each word.
const (
	maxChange        = 24 << 10 // bytes of patches
	maxFilesOfChange = 200
)

// ChangeToReview is a change that an agent is to review.
type ChangeToReview struct {
	From  string        `json:"from"` // the commit with which the current files are compared
	Files []PatchedFile `json:"files"`
	More  int           `json:"more,omitempty"` // number of further files
}

// PatchedFile is one file of a change. Why says why it has no patch here.
type PatchedFile struct {
	compare.ChangedFile
	Patch string `json:"patch,omitempty"`
}

// changeSince returns the changes since a revision, of all files or of those below a path. Patches omit mechanical
// changes; files that a program wrote have no patch, and others only as far as they fit.
func changeSince(ctx context.Context, s *session.Session, rev, path string) (*ChangeToReview, error) {
	if s.Place.GitDir == "" {
		return nil, fail.Conflict("%s is not in a git repository", s.Place.Root).Hint("omit {--change}, and review the files as they are")
	}
	within, err := below(s, nil, cmp.Or(path, s.Place.Root), true)
	if err != nil {
		return nil, err
	}
	l, err := compare.New(ctx, s, compare.Scope{Kind: compare.ScopeBase, From: rev})
	if err != nil {
		return nil, err
	}
	files, at := l.Listed()
	files = slices.DeleteFunc(files, func(f compare.ChangedFile) bool {
		of := &l.Files[at[f.ID]]
		return !words.Within(of.Path, within) && !words.Within(of.From, within)
	})
	shown, room := files[:min(len(files), maxFilesOfChange)], maxChange
	out := &ChangeToReview{From: l.From, Files: []PatchedFile{}, More: len(files) - len(shown)}
	for i := range shown {
		one := PatchedFile{ChangedFile: shown[i]}
		if one.Why = cmp.Or(one.Why, one.Unread); one.Why == "" {
			if one.Patch, one.Mechanical = l.RealPatch(at[one.ID]); one.Patch == "" {
				one.Why = "only mechanical changes"
			}
		}
		if len(one.Patch) > room {
			one.Patch, one.Why = "", "the patch is too long"
		}
		room -= len(one.Patch)
		out.Files = append(out.Files, one)
	}
	return out, nil
}
