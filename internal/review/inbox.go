package review

import (
	"context"
	"slices"

	"consider/gitstore"
	"consider/internal/digest"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// readDir is the private folder that holds the person's marks: one empty file for each thread, named after the thread
// and the newest entry of an agent that the person had on screen. All persons who use this store share the marks.
const readDir = "read"

// mark is the name of the file that records that a person has read a thread up to an entry, an agent's.
func mark(id, entry string) string {
	return digest.Of(id, entry)[:24]
}

// inbox is what a person has read of the threads of one store. It is nil for other callers, whose marks are stored in
// the threads.
type inbox map[string]bool

// inboxOf returns what the asking person has read. If marks cannot be read, more threads are shown as new.
func inboxOf(s *session.Session, store *gitstore.Store) inbox {
	if !s.Caller.IsPerson() {
		return nil
	}
	out := inbox{}
	names, err := store.PrivateNames(readDir)
	if err != nil {
		return out
	}
	for _, name := range names {
		out[name] = true
	}
	return out
}

// unread reports whether a thread has a message of an agent that the person has not read. The mark is under the newest
// such message; earlier versions put it under the newest entry.
func (in inbox) unread(r *thread.Row) bool {
	_, newest, _ := r.Latest()
	return in != nil && r.LastAgent != "" && !in[mark(r.ID, r.LastAgent)] && !in[mark(r.ID, newest)]
}

// readOf is how many of a thread's first entries the person has read.
func (in inbox) readOf(t *thread.Thread) int {
	read := t.ReadBefore()
	for i := range len(t.Replies) + 1 {
		if in[mark(t.ID, t.EntryID(i))] {
			read = max(read, i+1)
		}
	}
	return t.ReadOn(read, thread.Author{Kind: thread.Human}, nil)
}

// unseen reports whether a thread has messages that are new to the caller.
func unseen(in inbox, r *thread.Row, agent string) bool {
	if in != nil {
		return in.unread(r)
	}
	return r.Unseen(agent)
}

// read records that the person has had a thread's first n entries on screen, and removes the marks that this replaces.
func (in inbox) read(store *gitstore.Store, t *thread.Thread, n int) error {
	last := 0
	for i, m := range t.Messages()[:n] {
		if m.By.Kind != thread.Human {
			last = i + 1
		}
	}
	if n = last; n == 0 {
		return nil
	}
	name := mark(t.ID, t.EntryID(n-1))
	if in[name] {
		return nil
	}
	if err := store.WritePrivate(readDir+"/"+name, nil); err != nil {
		return err
	}
	in[name] = true
	for i := range n - 1 {
		if old := mark(t.ID, t.EntryID(i)); in[old] {
			_ = store.RemovePrivate(readDir + "/" + old) // the older mark is no longer needed
		}
	}
	return nil
}

// SeenInput names threads that are on the person's screen.
type SeenInput struct {
	IDs  []string          `json:"ids" help:"full IDs of threads expanded on screen; unknown IDs are ignored"`
	UpTo map[string]string `json:"upTo,omitempty" help:"for each thread, the ID of the last message shown, or the thread's ID if that is its first message (default: the latest message)"`
}

// SeenOutput is the threads that are marked.
type SeenOutput struct {
	IDs []string `json:"ids"`
}

// Seen records that the person has threads on screen. Surfaces that show threads call it.
func Seen(ctx context.Context, s *session.Session, in SeenInput) (SeenOutput, error) {
	st, err := s.Read(ctx)
	if err != nil {
		return SeenOutput{}, err
	}
	if err := wholeIDs(in.IDs); err != nil {
		return SeenOutput{}, err
	}
	box := inboxOf(s, st.Store)
	out := SeenOutput{IDs: []string{}}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(in.IDs))) {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		t, _, err := st.Thread(thread.Active, id)
		if err != nil {
			continue
		}
		n := len(t.Replies) + 1
		if last := in.UpTo[id]; last != "" {
			n = t.Entry(last) + 1
		}
		if err := box.read(st.Store, t, n); err != nil {
			return out, session.StoreError(err)
		}
		out.IDs = append(out.IDs, id)
	}
	return out, nil
}

// wholeIDs rejects an id that is not the full id of a thread, for lists that omit unknown threads.
func wholeIDs(ids []string) error {
	for _, id := range ids {
		if !thread.IsID(id, thread.ThreadPrefix) {
			return fail.Usage("%q is not a full thread ID", id).Hint("run '{list}' to see IDs")
		}
	}
	return nil
}
