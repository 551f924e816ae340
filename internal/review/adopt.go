package review

import (
	"context"
	"path"
	"strings"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// AdoptInput names threads whose worktrees were removed.
type AdoptInput struct {
	IDs []string `json:"ids,omitempty" arg:"id...?" help:"thread IDs from removed worktrees, or unique prefixes; WORKTREE:ID if two worktrees have the same ID (default: all)"`
}

// AdoptOutput is the threads that were requested.
type AdoptOutput struct {
	Threads []AdoptedThread `json:"threads"`
}

// AdoptedThread is a thread that is now in this store.
type AdoptedThread struct {
	ID       string `json:"id"`
	Worktree string `json:"worktree,omitempty"` // where it came from; "" if it was here before
	Changed  bool   `json:"changed"`            // false: it was here before
}

// Adopt copies threads of removed worktrees into this store unchanged: ids, words and bases. Adopting a thread again
// changes nothing.
func Adopt(ctx context.Context, s *session.Session, in AdoptInput) (AdoptOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return AdoptOutput{}, err
	}
	p := s.OtherWorktrees(ctx)
	defer p.Close()
	var picked []*session.Match
	out := AdoptOutput{Threads: []AdoptedThread{}}
	if len(in.IDs) == 0 {
		for _, f := range p.Matches(thread.ThreadPrefix) {
			if f.Folder == "" && f.Ref.Dir != thread.Deleted {
				picked = append(picked, &f)
			}
		}
	}
	for _, ref := range in.IDs {
		f, err := adoptable(p, ref)
		if err != nil {
			return AdoptOutput{}, err
		}
		if f.WorktreeStore == p.Here {
			out.Threads = append(out.Threads, AdoptedThread{ID: f.Ref.ID})
		} else {
			picked = append(picked, f)
		}
	}
	if len(picked) == 0 {
		return out, nil
	}
	before := out.Threads
	err = s.Update(ctx, true, func(c *session.Change) error {
		out.Threads = before[:len(before):len(before)]
		var ids []string
		for _, f := range picked {
			did, err := adopt(c, f)
			if err != nil {
				return err
			}
			if did {
				ids = append(ids, f.Ref.ID)
			}
			out.Threads = append(out.Threads, AdoptedThread{f.Ref.ID, f.Worktree, did})
		}
		c.Record("adopt", who, words.Count(ids), ids...)
		return nil
	})
	return out, err
}

// adoptable finds what ref names: in a copy of another store, or here when it was adopted before.
func adoptable(p *session.Worktrees, ref string) (*session.Match, error) {
	if err := session.TooShort(ref[strings.LastIndex(ref, ":")+1:]); err != nil {
		return nil, err
	}
	f, err := session.OnlyMatch(ref, p.Matches(ref))
	switch {
	case err != nil:
		return nil, err
	case f == nil && p.Here != nil:
		_, id, named := strings.Cut(ref, ":")
		if !named {
			id = ref
		}
		if at, err := p.Here.Find(id, thread.Folders...); err == nil {
			return &session.Match{WorktreeStore: p.Here, Ref: at}, nil
		}
	case f != nil && f.Folder != "":
		return nil, fail.Conflict("thread %s is in %s, which still exists", f.Ref.ID, f.Where()).Hint("work on the thread in %s", f.Folder)
	case f != nil && f.Ref.Dir == thread.Deleted:
		return nil, fail.Conflict("thread %s was deleted before %s was removed", f.Ref.ID, f.Where())
	case f != nil:
		return f, nil
	}
	return nil, fail.NotFound("no removed worktree has a thread %q", ref).
		Hint("run '{list --all-worktrees --workflow all}' to see all threads")
}

// adopt copies a thread and its bases. It returns false when the thread is already here; replies that were deleted since
// stay deleted.
func adopt(c *session.Change, f *session.Match) (bool, error) {
	t, _, err := f.Thread(f.Ref.Dir, f.Ref.ID)
	if err != nil {
		return false, err
	}
	for _, dir := range thread.Folders {
		if other, err := c.Load(dir, t.ID); err == nil {
			if session.SameOrigin(t, other) {
				return false, nil
			}
			return false, fail.Conflict("another thread in this worktree has the ID %s", t.ID).
				Hint("to read the other thread: {show %s:%s}", f.Worktree, t.ID)
		} else if !session.IsGone(err) {
			return false, err
		}
	}
	folder := path.Join(f.Ref.Dir, t.ID[2:3])
	entries, err := f.Commit.ReadDir(folder)
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		if e.Name != t.ID+".json" && !strings.HasPrefix(e.Name, t.ID+".base") {
			continue
		}
		data, err := f.Commit.ReadBlob(e.ID)
		if err != nil {
			return false, err
		}
		c.Tx.Put(path.Join(folder, e.Name), data)
	}
	return true, c.TakeImages(f.Commit, t)
}
