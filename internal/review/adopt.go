package review

import (
	"context"

	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// AdoptInput names threads with words that are shown as from elsewhere.
type AdoptInput struct {
	IDs []string `json:"ids,omitempty" arg:"id...?" help:"thread IDs or unique prefixes (default: all)"`
}

// AdoptOutput is the threads with words that are now the person's.
type AdoptOutput struct {
	Threads []AdoptedThread `json:"threads"`
}

// AdoptedThread is one of them.
type AdoptedThread struct {
	ID       string `json:"id"`
	Worktree string `json:"worktree,omitempty"` // where it was made
	Messages int    `json:"messages"`           // that are now the person's; 0: there were none
}

// Adopt makes words the person's that were taken over from a worktree's own store, and are shown as from elsewhere: only
// that store said that the person wrote them.
func Adopt(ctx context.Context, s *session.Session, in AdoptInput) (AdoptOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return AdoptOutput{}, err
	}
	find := s.Threads
	if len(in.IDs) > 0 {
		find = func(ctx context.Context) ([]thread.Ref, error) { return s.LocateAll(ctx, in.IDs, thread.Folders...) }
	}
	refs, err := find(ctx)
	if err != nil {
		return AdoptOutput{}, err
	}
	var out AdoptOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		out.Threads = []AdoptedThread{}
		var ids []string
		for _, at := range refs {
			t, err := c.Load(at.Dir, at.ID)
			if err != nil {
				if len(in.IDs) == 0 {
					continue // fsck reports it
				}
				return session.NotThere(at.ID, err)
			}
			n := adopt(t)
			if n > 0 || len(in.IDs) > 0 {
				out.Threads = append(out.Threads, AdoptedThread{t.ID, t.Worktree, n})
			}
			if n == 0 {
				continue
			}
			ids = append(ids, t.ID)
			if err := c.Save(at.Dir, t); err != nil {
				return err
			}
		}
		c.Record("adopt", who, words.Count(ids), ids...)
		return nil
	})
	return out, err
}

// adopt makes the words of a thread that are from elsewhere the person's, and returns how many messages they are.
func adopt(t *thread.Thread) (n int) {
	by := []*thread.AuthorKind{&t.Author}
	for i := range t.Replies {
		by = append(by, &t.Replies[i].Author)
	}
	for _, kind := range by {
		if *kind == thread.Elsewhere {
			*kind = thread.Human
			n++
		}
	}
	return n
}
