package session

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/nearest"
	"consider/internal/thread"
	"consider/internal/words"
)

// Find returns the thread in one of dirs that ref names. ref is an id or a unique prefix of one, with or without c_, the
// id of a reply in an active thread, or the id that an imported thread had before.
func (st *Snapshot) Find(ref string, dirs ...string) (thread.Ref, error) {
	at, err := st.find(ref, dirs...)
	if err == nil && st.Hides(at.ID) {
		return thread.Ref{}, fail.NotFound("no thread %q", ref).Hint("run '{list --workflow all}' to see all threads")
	}
	return at, err
}

func (st *Snapshot) find(ref string, dirs ...string) (thread.Ref, error) {
	if ref == "" {
		return thread.Ref{}, fail.Usage("missing thread ID").Hint("run '{list}' to see IDs")
	}
	if strings.HasPrefix(ref, thread.ReplyPrefix) {
		if id, _, err := st.FindReply(ref); err == nil {
			ref = id
		}
	}
	if at, ok, err := st.exact(ref, dirs); ok || err != nil {
		return at, err
	}
	all, err := st.ids()
	if err != nil {
		return thread.Ref{}, err
	}
	matches := matching(all, ref)
	allowed := slices.DeleteFunc(slices.Clone(matches), func(l thread.Ref) bool { return !slices.Contains(dirs, l.Dir) })
	switch {
	case len(allowed) == 1:
		return allowed[0], nil
	case len(allowed) > 1:
		return thread.Ref{}, st.withCandidates(fail.Usage("%q is ambiguous: it matches %d threads", ref, len(allowed)), allowed).
			OfKind(fail.ErrNotFound).Hint("type more of the ID")
	case len(matches) > 0:
		return thread.Ref{}, elsewhere(matches[0])
	}
	switch r, err := st.imported(ref); {
	case err != nil:
		return thread.Ref{}, err
	case r != nil:
		return thread.Ref{Dir: thread.Active, ID: r.ID}, nil
	}
	return thread.Ref{}, st.withCandidates(fail.NotFound("no thread %q", ref), similar(all, ref)).
		Hint("run '{list --workflow all}' to see all threads")
}

// FindToChange is Find for a verb that changes what it names: a slip or a placeholder must not hit a real thread. Only an
// id of the tool that a thread was imported from may be shorter, as a whole.
func (st *Snapshot) FindToChange(ref string, dirs ...string) (thread.Ref, error) {
	short := TooShort(ref)
	if short == nil {
		return st.Find(ref, dirs...)
	}
	r, err := st.imported(ref)
	if err != nil {
		return thread.Ref{}, err
	}
	if r == nil {
		return thread.Ref{}, short
	}
	return st.Find(r.ID, dirs...)
}

// FindReply returns the reply of an active thread that ref names, an id or a unique prefix of one, and its thread.
func (st *Snapshot) FindReply(ref string) (threadID, reply string, err error) {
	if err := cmp.Or(TooShort(ref), st.LoadView()); err != nil {
		return "", "", err
	}
	rows := st.View.Rows
	for i := range rows {
		if rows[i].Replies == 0 {
			continue
		}
		t, _, err := st.Thread(thread.Active, rows[i].ID)
		if err != nil {
			continue
		}
		j := slices.IndexFunc(t.Replies, func(r thread.Reply) bool { return strings.HasPrefix(r.ID, ref) })
		if j < 0 {
			continue
		}
		if threadID != "" {
			return "", "", fail.NotFound("%q is ambiguous: it matches several replies", ref).Hint("type more of the ID")
		}
		threadID, reply = t.ID, t.Replies[j].ID
	}
	if threadID == "" {
		e := fail.NotFound("no reply %q", ref).Hint("run '{show THREAD}' to see its replies")
		if _, newer := thread.SplitNewer(st.View.Damaged); len(newer) > 0 {
			e.Hint("the reply may be in %s from a newer version of consider", words.Plural(len(newer), "thread")).Hint("%s", fail.UpdateHint)
		}
		return "", "", e
	}
	return threadID, reply, nil
}

// enoughDigits is how many digits of an id name something that is to be changed.
const enoughDigits = 4

// TooShort returns an error for an id, with or without the letter before it, that is too short to change the thing it
// names.
func TooShort(ref string) error {
	digits := ref
	if _, after, ok := strings.Cut(ref, "_"); ok && len(ref)-len(after) == len(thread.ThreadPrefix) {
		digits = after
	}
	if len(digits) >= enoughDigits || digits != "" && !words.IsHex(digits) {
		return nil
	}
	return fail.Usage("%q is too short: type at least %d digits of the ID", ref, enoughDigits).Hint("run '{list}' to see IDs")
}

// exact finds a thread by its whole id without listing the others.
func (st *Snapshot) exact(ref string, dirs []string) (thread.Ref, bool, error) {
	if words.IsHex(ref) && len(ref) == thread.IDDigits {
		ref = thread.ThreadPrefix + ref
	}
	if !thread.IsID(ref, thread.ThreadPrefix) {
		return thread.Ref{}, false, nil
	}
	for _, dir := range thread.Folders {
		if _, err := st.Commit.FileID(thread.File(dir, ref)); err != nil {
			continue
		}
		at := thread.Ref{Dir: dir, ID: ref}
		if !slices.Contains(dirs, dir) {
			return at, false, elsewhere(at)
		}
		return at, true, nil
	}
	return thread.Ref{}, false, nil
}

// elsewhere returns the error for a thread that exists, but in a folder that the operation does not work on.
func elsewhere(at thread.Ref) error {
	switch at.Dir {
	case thread.Archived:
		return fail.Conflict("thread %s is archived", at.ID).Hint("to restore it: {unarchive %s}", at.ID)
	case thread.Deleted:
		return fail.Conflict("thread %s was deleted", at.ID).Hint("to restore it (human only): {undelete %s}", at.ID)
	}
	return fail.Conflict("thread %s is active", at.ID)
}

// ids returns all threads, sorted by id within each folder.
func (st *Snapshot) ids() ([]thread.Ref, error) {
	var out []thread.Ref
	for _, dir := range thread.Folders {
		err := thread.EachEntry(st.Commit, dir, func(_ string, e gitstore.Entry) {
			if id, ok := strings.CutSuffix(e.Name, ".json"); ok && thread.IsID(id, thread.ThreadPrefix) {
				out = append(out, thread.Ref{Dir: dir, ID: id})
			}
		})
		if err != nil {
			return nil, StoreError(err)
		}
	}
	return out, nil
}

// imported returns the active thread whose id was ref in the tool it was imported from, nil if there is none.
func (st *Snapshot) imported(ref string) (*thread.Row, error) {
	if err := st.LoadView(); err != nil {
		return nil, err
	}
	rows := st.View.Rows
	for i := range rows {
		if r := &rows[i]; r.Imported != "" && r.Imported == ref {
			return r, nil
		}
	}
	return nil, nil
}

func matching(all []thread.Ref, ref string) []thread.Ref {
	digits := strings.TrimPrefix(ref, thread.ThreadPrefix)
	if !words.IsHex(digits) && ref != thread.ThreadPrefix {
		return nil
	}
	var out []thread.Ref
	for _, l := range all {
		if strings.HasPrefix(l.ID[len(thread.ThreadPrefix):], digits) {
			out = append(out, l)
		}
	}
	return out
}

// similar returns the threads whose ids are within two mistyped digits of ref.
func similar(all []thread.Ref, ref string) []thread.Ref {
	digits := strings.ToLower(strings.TrimPrefix(ref, thread.ThreadPrefix))
	var out []thread.Ref
	for _, l := range all {
		if l.Dir != thread.Deleted && nearest.Distance(l.ID[len(thread.ThreadPrefix):], digits) <= 2 {
			out = append(out, l)
		}
	}
	return out
}

// withCandidates adds the threads that the caller may have meant to an error.
func (st *Snapshot) withCandidates(e *fail.Error, list []thread.Ref) *fail.Error {
	for _, l := range list[:min(len(list), fail.MaxCandidates)] {
		_, r, err := st.Thread(l.Dir, l.ID)
		if err != nil || st.Session.Hides(r.Finding) {
			continue
		}
		e.Candidates = append(e.Candidates, fail.Candidate{ID: l.ID, Place: r.Where().String(), File: r.File, Body: words.FirstLine(r.Body)})
	}
	return e
}

// NotThere turns the store's error for a thread that was just found into one for the caller: another writer has moved
// or deleted it.
func NotThere(id string, err error) error {
	if IsGone(err) {
		return fail.Conflict("thread %s was moved or deleted in the meantime", id).Hint("see it with '{show %s}'", id)
	}
	return err
}

// IsGone reports whether an error says that a file is not in the store's tree.
func IsGone(err error) bool { return errors.Is(err, gitstore.ErrNotExist) }
