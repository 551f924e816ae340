package review

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// readDir is the private folder that holds the person's marks: one empty file for each thread, named after the thread
// and the newest entry that the person had on screen. All persons who use this store share the marks.
const readDir = "read"

// mark is the name of the file that records that a person has read a thread up to an entry.
func mark(id, entry string) string {
	sum := sha256.Sum256([]byte(id + "\x00" + entry))
	return hex.EncodeToString(sum[:12])
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

// unread reports whether an agent spoke last in a thread and the person has not read that.
func (in inbox) unread(h *thread.Head) bool {
	return in != nil && h.By == thread.Agent && !in[mark(h.ID, h.Entry)]
}

// unseen reports whether a thread holds words that are new to the caller.
func unseen(in inbox, h *thread.Head, agent string) bool {
	if in != nil {
		return in.unread(h)
	}
	return h.Unseen(agent)
}

// awaitsPerson reports whether an open thread waits for a person: an agent spoke last in it, or proposes to resolve it.
// All other threads wait for an agent.
func awaitsPerson(h *thread.Head) bool {
	return h.Proposed || h.By == thread.Agent // an unanswered question is the newest entry, or only agents' entries follow it
}

// read records that the person has a thread on screen, and removes the thread's earlier marks.
func (in inbox) read(store *gitstore.Store, t *thread.Thread) error {
	entries := []string{t.ID}
	for _, r := range t.Replies {
		entries = append(entries, r.ID)
	}
	name := mark(t.ID, entries[len(entries)-1])
	if in[name] {
		return nil
	}
	if err := store.WritePrivate(readDir+"/"+name, nil); err != nil {
		return err
	}
	in[name] = true
	for _, entry := range entries[:len(entries)-1] {
		if old := mark(t.ID, entry); in[old] {
			_ = store.RemovePrivate(readDir + "/" + old) // the older mark is no longer needed
		}
	}
	return nil
}

// SeenInput names threads that are on the person's screen.
type SeenInput struct {
	IDs []string `json:"ids" help:"whole ids of threads that are shown open; those that are not there are left out"`
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
		if err := box.read(st.Store, t); err != nil {
			return out, session.StoreError(err)
		}
		out.IDs = append(out.IDs, id)
	}
	return out, nil
}

// wholeIDs refuses what is not the whole id of a thread, in a list that leaves out unknown threads.
func wholeIDs(ids []string) error {
	for _, id := range ids {
		if !thread.IsID(id, thread.ThreadPrefix) {
			return fail.Usage("%q is not the whole ID of a thread", id).Hint("'consider list' shows the IDs")
		}
	}
	return nil
}
