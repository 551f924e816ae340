package session

import (
	"context"

	"consider/internal/fail"
	"consider/internal/thread"
)

// Owns reports whether a thread that was made in a worktree belongs to the one here: it was made here or, as seen from the
// main worktree, in one that was removed or has a store of its own.
func (s *Session) Owns(name string) bool {
	return s.MadeHere(name) || !s.Place.Linked && !s.shares(name)
}

// shares is [worktree.Project.Shares], once in a request for each name.
func (s *Session) shares(name string) bool {
	is, ok := s.shared[name]
	if !ok {
		is = s.Place.Shares(name)
		if s.shared == nil {
			s.shared = map[string]bool{}
		}
		s.shared[name] = is
	}
	return is
}

// MadeHere reports whether a thread was made in this worktree, or is in a store that holds the threads of no other one.
func (s *Session) MadeHere(name string) bool {
	return name == s.Place.WorktreeName || s.Place.CommonDir == "" || s.Place.Linked && s.OwnsStore()
}

// NameHere returns a name under which a store that worktrees share keeps what belongs to this one.
func (s *Session) NameHere(name string) string {
	if s.OwnsStore() || s.Place.WorktreeName == "" {
		return name
	}
	return s.Place.WorktreeName + "\x00" + name
}

// MayShow reports whether a list of this worktree shows a thread if its code is here: it is one of this worktree, or it is
// on code and belongs to the main one.
func (s *Session) MayShow(r *thread.Row) bool {
	return s.Owns(r.Worktree) || s.Place.Linked && !s.shares(r.Worktree) && (r.Shape == thread.OnLines || r.Shape == thread.OnFile)
}

// SameOrigin reports whether two threads are the same one, taken over, and do not just share an id: ids are short, and
// each store assigns its own.
func SameOrigin(a, b *thread.Thread) bool {
	return a.ID == b.ID && a.Worktree == b.Worktree && a.File == b.File && a.CreatedAt.Equal(b.CreatedAt)
}

// Locate finds a thread that is to be changed.
func (s *Session) Locate(ctx context.Context, ref string, dirs ...string) (thread.Ref, error) {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return thread.Ref{}, err
	}
	return st.FindToChange(ref, dirs...)
}

// LocateAll finds every thread named, each once, before any is changed.
func (s *Session) LocateAll(ctx context.Context, refs []string, dirs ...string) ([]thread.Ref, error) {
	return s.all(ctx, refs, dirs, (*Snapshot).FindToChange)
}

// FindAll is LocateAll for a verb that only reads.
func (s *Session) FindAll(ctx context.Context, refs []string, dirs ...string) ([]thread.Ref, error) {
	return s.all(ctx, refs, dirs, (*Snapshot).Find)
}

func (s *Session) all(ctx context.Context, refs, dirs []string, find func(*Snapshot, string, ...string) (thread.Ref, error)) ([]thread.Ref, error) {
	if len(refs) == 0 {
		return nil, fail.Usage("missing thread ID").Hint("run '{list}' to see IDs")
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	var out []thread.Ref
	seen := map[string]bool{}
	for _, ref := range refs {
		at, err := find(st, ref, dirs...)
		if err != nil {
			return nil, err
		}
		if !seen[at.ID] {
			out = append(out, at)
		}
		seen[at.ID] = true
	}
	return out, nil
}

// Threads returns all threads, in every folder.
func (s *Session) Threads(ctx context.Context) ([]thread.Ref, error) {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return st.ids()
}
