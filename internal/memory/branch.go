package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"consider/gitstore"
	"consider/internal/digest"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
)

const (
	BranchesFile = memoryDir + "/branches.json"
	// noBranch names the memory used when no branch is checked out; git does not allow such a branch name.
	noBranch = "(no branch)"
)

func branchDir(id string) string { return memoryDir + "/branch/" + id }

// followBranches applies the renamings of branches since the last time. It reads all reflogs only when they may matter:
// when the branch has no memory yet, or is younger than the memory under its name.
func followBranches(ctx context.Context, s *session.Session, known keep.Branches, branch string) (keep.Branches, bool) {
	if b, ok := known.Branches[branch]; ok && s.Tree.BranchBegan(ctx, branch) < b.Since {
		return known, false
	}
	var renames []keep.Renamed
	if len(known.Branches) > 0 {
		for _, r := range s.Tree.BranchRenames(ctx) {
			renames = append(renames, keep.Renamed{At: r.At, From: r.From, To: r.To})
		}
	}
	return known.Follow(renames)
}

func readBranches(r gitstore.Files) (keep.Branches, error) {
	out := keep.Branches{Branches: map[string]keep.Branch{}}
	if r == nil {
		return out, nil
	}
	data, err := r.ReadFile(BranchesFile)
	switch {
	case errors.Is(err, gitstore.ErrNotExist):
		return out, nil
	case err != nil:
		return out, err
	}
	if v := thread.VersionIn(data); v > keep.BranchesVersion {
		return out, thread.NewerError(BranchesFile, v, keep.BranchesVersion)
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return out, fmt.Errorf("%s: %w: %w", BranchesFile, fail.ErrCorrupt, err)
	}
	if out.Branches == nil {
		out.Branches = map[string]keep.Branch{}
	}
	return out, nil
}

func putBranches(c *session.Change, b keep.Branches) error {
	var stored struct {
		keep.Branches
		Unknown extra.Fields `json:",embed"`
	}
	was, err := c.Tx.ReadFile(BranchesFile)
	if err == nil {
		err = extra.Unmarshal(was, &stored)
	}
	if err != nil && !session.IsGone(err) {
		return err
	}
	stored.Branches = b
	data, err := extra.Marshal(stored)
	if err != nil {
		return err
	}
	c.Tx.Put(BranchesFile, append(data, '\n'))
	return nil
}

// TakeBranches adds the branches that have a memory in another state of the store, and none here.
func TakeBranches(c *session.Change, from gitstore.Files) error {
	theirs, err := readBranches(from)
	if err != nil {
		return err
	}
	ours, err := readBranches(c.Tx)
	if err != nil {
		return err
	}
	for name, b := range theirs.Branches {
		if _, ok := ours.Branches[name]; !ok {
			ours.Branches[name] = b
		}
	}
	return putBranches(c, ours)
}

// newBranchID makes an id for a branch's memory that is unique in this store and, as far as possible, in others.
func newBranchID(r gitstore.Files, branch string) string {
	for n := 0; ; n++ {
		id := digest.Of(fmt.Sprintf("%d %s", n, branch))[:10]
		if r == nil {
			return id
		}
		if entries, err := r.ReadDir(branchDir(id)); err != nil || len(entries) == 0 {
			return id
		}
	}
}

// branchPlace returns a function that finds where the store has the memory of a branch, or will have it.
func branchPlace(s *session.Session, branch, start string) func(context.Context, gitstore.Files) (scope, error) {
	return func(ctx context.Context, r gitstore.Files) (p scope, err error) {
		known, err := readBranches(r)
		if err != nil {
			return p, err
		}
		now, moved := followBranches(ctx, s, known, branch)
		if b, ok := now.Branches[branch]; ok {
			p.dir = branchDir(b.ID)
			if moved {
				p.settle = func(c *session.Change) error { return putBranches(c, now) }
			}
			return p, nil
		}
		id := newBranchID(r, branch)
		p.dir = branchDir(id)
		p.settle = func(c *session.Change) error {
			now.Branches[branch] = keep.Branch{ID: id, Since: c.Tx.Now().Unix()}
			return putBranches(c, now)
		}
		if start == settings.StartParent {
			if parent, ok := now.Branches[s.Tree.BranchParent(ctx, branch)]; ok {
				p.origin = blobs{r: r, dir: branchDir(parent.ID)}
			}
		}
		return p, nil
	}
}
