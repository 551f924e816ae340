package review

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"consider/gitstore"
	"consider/internal/memory"
)

const (
	branchesFile = memoryDir + "/branches.json"
	// noBranch is the name under which is remembered what belongs to no branch; git gives no branch such a name.
	noBranch = "(no branch)"
)

// branchPlace is the memory of the branch that is checked out.
func (s *Service) branchPlace(branch, start string) func(context.Context, gitstore.Files) (place, error) {
	return func(ctx context.Context, r gitstore.Files) (place, error) {
		known, err := readBranches(r)
		if err != nil {
			return place{}, err
		}
		now, moved := s.followBranches(ctx, known, branch)
		if b, ok := now.Branches[branch]; ok {
			p := place{dir: branchDir(b.ID)}
			if moved {
				p.settle = func(c *change) error { return putBranches(c, now) }
			}
			return p, nil
		}
		p := place{}
		id := newBranchID(r, branch)
		p.dir = branchDir(id)
		p.settle = func(c *change) error {
			now.Branches[branch] = memory.Branch{ID: id, Since: c.tx.Now().Unix()}
			return putBranches(c, now)
		}
		if p.origin = s.branchElsewhere(ctx, branch); p.origin == nil && start == startParent {
			if parent, ok := now.Branches[s.Tree.BranchParent(ctx, branch)]; ok {
				p.origin = blobs{r: r, dir: branchDir(parent.ID)}
			}
		}
		return p, nil
	}
}

func branchDir(id string) string { return memoryDir + "/branch/" + id }

// followBranches applies what was renamed since. Only where this may matter are all logs read: when the branch has
// no memory yet, or is younger than the memory under its name.
func (s *Service) followBranches(ctx context.Context, known memory.Branches, branch string) (memory.Branches, bool) {
	if b, ok := known.Branches[branch]; ok && s.Tree.BranchBegan(ctx, branch) < b.Since {
		return known, false
	}
	var renames []memory.Renamed
	if len(known.Branches) > 0 {
		for _, r := range s.Tree.BranchRenames(ctx) {
			renames = append(renames, memory.Renamed{At: r.At, From: r.From, To: r.To})
		}
	}
	return known.Follow(renames)
}

func readBranches(r gitstore.Files) (memory.Branches, error) {
	out := memory.Branches{Branches: map[string]memory.Branch{}}
	if r == nil {
		return out, nil
	}
	data, err := r.ReadFile(branchesFile)
	switch {
	case errors.Is(err, gitstore.ErrNotExist):
		return out, nil
	case err != nil:
		return out, err
	}
	if v := versionOf(data); v > memory.BranchesVersion {
		return out, newer(branchesFile, v, memory.BranchesVersion)
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return out, fmt.Errorf("%s: %w: %w", branchesFile, ErrCorrupt, err)
	}
	if out.Branches == nil {
		out.Branches = map[string]memory.Branch{}
	}
	return out, nil
}

func putBranches(c *change, b memory.Branches) error {
	var unknown extra
	was, err := c.tx.ReadFile(branchesFile)
	if err == nil {
		unknown, err = decodeExtra(was, &memory.Branches{})
	}
	if err != nil && !isGone(err) {
		return err
	}
	data, err := encodeExtra(b, unknown)
	if err != nil {
		return err
	}
	c.tx.Put(branchesFile, append(data, '\n'))
	return nil
}

// newBranchID gives a branch's memory an id that no other has, in this store or, as far as can be, in another.
func newBranchID(r gitstore.Files, branch string) string {
	for n := 0; ; n++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", n, branch))
		id := hex.EncodeToString(sum[:5])
		if r == nil {
			return id
		}
		if entries, err := r.ReadDir(branchDir(id)); err != nil || len(entries) == 0 {
			return id
		}
	}
}

// branchElsewhere is what another worktree, or one that was removed, remembers of a branch.
func (s *Service) branchElsewhere(ctx context.Context, branch string) memory.Blobs {
	if branch == noBranch {
		return nil
	}
	return s.elsewhereInMemory(ctx, func(r gitstore.Files) string {
		known, err := readBranches(r)
		if b, ok := known.Branches[branch]; err == nil && ok {
			return branchDir(b.ID)
		}
		return ""
	})
}

// elsewhereInMemory reads a folder of another worktree's store; dir says which, "" for none. The main worktree's
// comes first. What cannot be read is as if it were not there: an agent in a sandbox sees its own worktree alone.
func (s *Service) elsewhereInMemory(ctx context.Context, dir func(gitstore.Files) string) memory.Blobs {
	p := s.peers(ctx)
	defer p.close()
	for _, q := range p.list {
		from := dir(q.snap)
		if from == "" {
			continue
		}
		if held, err := hold(blobs{r: q.snap, dir: from}); err == nil && len(held) > 0 {
			return held
		}
	}
	return nil
}

// held are blobs that were read; they do not change.
type held map[string][]byte

func hold(b memory.Blobs) (held, error) {
	names, err := b.Names()
	if err != nil {
		return nil, err
	}
	out := held{}
	for _, n := range names {
		if out[n], err = b.Read(n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (h held) Names() ([]string, error) { return slices.Sorted(maps.Keys(h)), nil }

func (h held) Read(name string) ([]byte, error) {
	if data, ok := h[name]; ok {
		return data, nil
	}
	return nil, memory.ErrNotExist
}

var errHeld = errors.New("the memory of another worktree is only read")

func (h held) Put(string, []byte) error { return errHeld }
func (h held) Remove(string) error      { return errHeld }
