package review

import (
	"context"
	"path"
	"strings"
)

// AdoptInput names threads of worktrees that were removed.
type AdoptInput struct {
	IDs []string `json:"ids" arg:"id..." help:"ids of threads of removed worktrees, or unique prefixes; NAME:ID where two worktrees have the same"`
}

// AdoptOutput is the threads that were asked for.
type AdoptOutput struct {
	Threads []AdoptedThread `json:"threads"`
}

// AdoptedThread is a thread that is now here.
type AdoptedThread struct {
	ID       string `json:"id"`
	Worktree string `json:"worktree,omitempty"` // it came from; "" if it was here before
	Changed  bool   `json:"changed"`            // false: it was here before
}

// Adopt takes threads of removed worktrees over into the store here, as they are: ids, words, bases and all.
// Taking one over again changes nothing.
func (s *Service) Adopt(ctx context.Context, in AdoptInput) (AdoptOutput, error) {
	if len(in.IDs) == 0 {
		return AdoptOutput{}, Usage("which thread?").Hint("'consider list --all-worktrees' shows their ids")
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return AdoptOutput{}, err
	}
	p := s.peers(ctx)
	defer p.close()
	var picked []*found
	var out AdoptOutput
	for _, ref := range in.IDs {
		f, err := p.adoptable(ref)
		if err != nil {
			return AdoptOutput{}, err
		}
		if f.peer == p.here {
			out.Threads = append(out.Threads, AdoptedThread{ID: f.at.id})
		} else {
			picked = append(picked, f)
		}
	}
	if len(picked) == 0 {
		return out, nil
	}
	before := out.Threads
	err = s.update(ctx, true, func(c *change) error {
		out.Threads = before[:len(before):len(before)]
		var ids []string
		for _, f := range picked {
			did, err := c.adopt(f)
			if err != nil {
				return err
			}
			if did {
				ids = append(ids, f.at.id)
			}
			out.Threads = append(out.Threads, AdoptedThread{f.at.id, f.worktree, did})
		}
		c.record("adopt", who, count(ids), ids...)
		return nil
	})
	return out, err
}

// adoptable finds what ref names: in a copy, or here, where it came to before.
func (p *peers) adoptable(ref string) (*found, error) {
	f, err := one(ref, p.matches(ref))
	switch {
	case err != nil:
		return nil, err
	case f == nil && p.here != nil:
		_, id, named := strings.Cut(ref, ":")
		if !named {
			id = ref
		}
		if at, err := p.here.find(id, folders...); err == nil {
			return &found{p.here, at}, nil
		}
	case f != nil && f.folder != "":
		return nil, Conflict("thread %s is in %s, which is there", f.at.id, f.where()).Hint("work on it in %s", f.folder)
	case f != nil && f.at.dir == deletedDir:
		return nil, Conflict("thread %s was deleted before %s was removed", f.at.id, f.where())
	case f != nil:
		return f, nil
	}
	return nil, NotFound("no thread %q of a removed worktree", ref).
		Hint("'consider list --all-worktrees --workflow all' shows the threads there are")
}

// adopt copies a thread and its bases. It reports false when the thread is here.
func (c *change) adopt(f *found) (bool, error) {
	t, _, err := f.thread(f.at.dir, f.at.id)
	if err != nil {
		return false, err
	}
	for _, dir := range folders {
		if other, err := c.load(dir, t.ID); err == nil {
			if sameOrigin(t, other) {
				return false, nil
			}
			return false, Conflict("another thread here has the id %s", t.ID).
				Hint("it can still be read: consider get %s:%s", f.worktree, t.ID)
		} else if !isGone(err) {
			return false, err
		}
	}
	folder := path.Join(f.at.dir, t.ID[2:3])
	entries, err := f.snap.ReadDir(folder)
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		if e.Name != t.ID+".json" && !strings.HasPrefix(e.Name, t.ID+".base") {
			continue
		}
		data, err := f.snap.ReadBlob(e.ID)
		if err != nil {
			return false, err
		}
		c.tx.Put(path.Join(folder, e.Name), data)
	}
	return true, nil
}
