package submission

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/digest"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// The kinds of draft.
const (
	DraftLine   = "line"
	DraftFile   = "file"
	DraftReview = "review" // on the review as a whole
	DraftReply  = "reply"
	DraftEdit   = "edit" // of words already said
	DraftPlan   = "plan" // on lines of a version of a plan, whose id is in Thread
)

// Draft is an unfinished comment. It is stored outside the store's history, as it has not been sent yet.
type Draft struct {
	Key       string    `json:"key"`
	Kind      string    `json:"kind"`
	File      string    `json:"file,omitempty"`
	Side      Side      `json:"side,omitempty"`
	StartLine int       `json:"startLine,omitempty"`
	EndLine   int       `json:"endLine,omitempty"`
	Thread    string    `json:"thread,omitempty"` // of a reply; of an edit, the thread or the reply
	Form      string    `json:"form,omitempty"`   // ID of its form; sent twice from it, it is stored once
	Scope     string    `json:"scope,omitempty"`  // the comparison where it was written, as a page names it
	Body      string    `json:"body"`
	UpdatedAt time.Time `json:"updatedAt"`

	Sent   bool              `json:"sent,omitempty"`   // it was sent with this text, and is only to be deleted; not stored
	Placed *thread.Placement `json:"placed,omitempty"` // where its lines are now; not stored
	Anchor *thread.Anchor    `json:"anchor,omitempty"` // description of its lines; stored, and not shown
}

const (
	baseDir   = "bases" // texts on which drafts were begun, by blob id
	viewedDir = "viewed"

	maxDrafts = 2000
	maxViewed = 20_000
	maxScope  = 4096 // bytes; a revision can be 1000 characters, escaped
)

// isDraftKey reports whether key is valid: 1 to 128 letters, digits, - and _.
func isDraftKey(key string) bool {
	return key != "" && len(key) <= 128 && strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

// DraftName returns the name of a draft's file. Keys that differ only in case get different files on every disk.
func DraftName(key string) string {
	return digest.Of(key)[:32]
}

// DraftIn returns the name that a stored draft has in a store that worktrees share, "" if it cannot be read.
func DraftIn(worktree string, data []byte) string {
	var d storedDraft
	if extra.Unmarshal(data, &d) != nil || !isDraftKey(d.Key) {
		return ""
	}
	return DraftName(worktree + "\x00" + d.Key)
}

// Drafts returns all drafts, oldest first, with the current place of their lines in what the caller sees.
func Drafts(ctx context.Context, s *session.Session) ([]Draft, error) {
	store, names, err := privateNames(ctx, s, thread.DraftDir)
	if err != nil {
		return nil, err
	}
	out := []Draft{}
	for _, name := range names {
		data, err := store.ReadPrivate(thread.DraftDir + "/" + name)
		if errors.Is(err, gitstore.ErrNotExist) {
			continue // deleted in the meantime
		}
		var d Draft
		if err != nil || json.Unmarshal(data, &d) != nil || DraftName(s.NameHere(d.Key)) != name {
			continue // an unreadable draft is skipped; the others count
		}
		if s.Shown != nil {
			d.Placed = placeDraft(ctx, s, store, &d)
		}
		d.Anchor = nil
		out = append(out, d)
	}
	markSent(ctx, s, out)
	slices.SortStableFunc(out, func(a, b Draft) int { return a.UpdatedAt.Compare(b.UpdatedAt) })
	return out, ctx.Err()
}

// markSent marks the drafts that were sent from their forms as they are: their page was closed before it could delete them.
func markSent(ctx context.Context, s *session.Session, drafts []Draft) {
	if !slices.ContainsFunc(drafts, func(d Draft) bool { return d.Form != "" }) {
		return
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return
	}
	for i := range drafts {
		d := &drafts[i]
		body, err := session.Message(d.Body)
		if err != nil || d.Form == "" {
			continue
		}
		if d.Kind == DraftReply {
			if t, _, err := st.Thread(thread.Active, d.Thread); err == nil {
				n := t.Entry(thread.FormReplyID(t.ID, d.Form))
				d.Sent = n > 0 && t.Replies[n-1].Body == body
			}
			continue
		}
		d.Sent = slices.ContainsFunc(thread.Folders, func(dir string) bool {
			t, _, err := st.Thread(dir, thread.FormThreadID(d.Form))
			return err == nil && t.Body == body
		})
	}
}

// PutDraft stores a draft, replacing the one with the same key. A draft that was begun before keeps the description of
// its place, unless it names other lines.
func PutDraft(ctx context.Context, s *session.Session, d Draft) (Draft, error) {
	if err := d.check(); err != nil {
		return d, err
	}
	store, err := s.OpenStore(ctx, true)
	if err != nil {
		return d, err
	}
	was, known := readDraft(store, s.NameHere(d.Key))
	if !known {
		names, err := store.PrivateNames(thread.DraftDir)
		if err != nil {
			return d, err
		}
		if len(names) >= maxDrafts {
			return d, fail.Denied("too many drafts; the limit is %d", len(names)).Hint("submit or delete some drafts")
		}
	}
	d.UpdatedAt, d.Sent, d.Placed, d.Anchor = s.Now().UTC().Truncate(time.Second), false, nil, nil
	if known && was.Anchor != nil && was.File == d.File && was.Side == d.Side && was.StartLine == d.StartLine && was.EndLine == d.EndLine {
		d.Anchor = was.Anchor
	} else if d.Kind == DraftLine && s.Shown != nil {
		if err := describeDraft(ctx, s, store, &d); err != nil {
			return d, err
		}
	}
	was.Draft = d
	data, err := extra.Marshal(was)
	if err != nil {
		return d, fmt.Errorf("encode draft: %w", err)
	}
	d.Anchor = nil
	return d, session.StoreError(store.WritePrivate(thread.DraftDir+"/"+DraftName(s.NameHere(d.Key)), data))
}

// storedDraft is a draft with the fields that this version does not know.
type storedDraft struct {
	Draft
	Unknown extra.Fields `json:",embed"`
}

func readDraft(store *gitstore.Store, key string) (d storedDraft, ok bool) {
	data, err := store.ReadPrivate(thread.DraftDir + "/" + DraftName(key))
	if err == nil {
		err = extra.Unmarshal(data, &d)
	}
	return d, err == nil
}

func (d *Draft) check() error {
	switch {
	case !isDraftKey(d.Key):
		return fail.Usage("invalid draft key %q", d.Key).Hint("use letters, digits, - and _, at most 128 characters")
	case !slices.Contains([]string{DraftLine, DraftFile, DraftReview, DraftReply, DraftEdit, DraftPlan}, d.Kind):
		return fail.Usage("kind must be line, file, review, reply, edit or plan, not %q", d.Kind)
	case len(d.Body) > thread.MaxBody:
		return fail.Denied("the draft is %d bytes; the limit is %d", len(d.Body), thread.MaxBody)
	case strings.ToValidUTF8(d.Body+d.File+d.Thread+d.Scope, "") != d.Body+d.File+d.Thread+d.Scope:
		return fail.Usage("the draft is not valid UTF-8")
	case len(d.Scope) > maxScope || words.HasControl(d.Scope):
		return fail.Usage("%q is not a comparison", d.Scope)
	case len(d.Thread) > thread.MaxName || words.HasControl(d.Thread):
		return fail.Usage("%q is not a thread ID", d.Thread)
	case !thread.Side(d.Side).Known():
		return fail.Usage("side must be new or old, not %q", d.Side)
	}
	if d.Kind != DraftLine && d.Kind != DraftFile {
		return nil
	}
	if err := worktree.CheckPath(d.File); err != nil {
		return session.PathError(d.File, err)
	}
	if d.Kind == DraftLine && (d.StartLine < 1 || d.EndLine < d.StartLine || d.Side == "") {
		return fail.Usage("a draft comment on lines needs a side and a valid line range, got %d-%d", d.StartLine, d.EndLine)
	}
	return nil
}

// describeDraft records the text at the draft's place, to find the place again in another state of the file.
func describeDraft(ctx context.Context, s *session.Session, store *gitstore.Store, d *Draft) error {
	comparison := compare.OnScreen(s)
	side, path := d.place(comparison)
	text, err := comparison.Text(ctx, side, path)
	if err != nil {
		return err
	}
	at := review.Position{File: path, Text: text, Start: d.StartLine, End: d.EndLine}
	if err := at.Check(true); err != nil {
		return err
	}
	base := comparison.BaseOf(side, text)
	d.Anchor = thread.NewAnchor(text, d.StartLine, d.EndLine, base)
	if len(text) > thread.MaxBase {
		return nil // its description is enough
	}
	if _, err := store.ReadPrivate(baseDir + "/" + base.Blob); err == nil {
		return nil
	}
	return session.StoreError(store.WritePrivate(baseDir+"/"+base.Blob, text))
}

// place returns the draft's side, and the path on that side.
func (d *Draft) place(comparison *compare.Comparison) (thread.Side, string) {
	if thread.Side(d.Side).Now() {
		return thread.New, d.File
	}
	if f, ok := comparison.File(d.File); ok {
		return thread.Old, f.OldPath()
	}
	return thread.Old, d.File
}

// placeDraft returns where the draft's lines are in what the caller sees.
func placeDraft(ctx context.Context, s *session.Session, store *gitstore.Store, d *Draft) *thread.Placement {
	if d.Kind != DraftLine || d.Anchor == nil {
		return nil
	}
	comparison := compare.OnScreen(s)
	side, path := d.place(comparison)
	text, err := comparison.Text(ctx, side, path)
	var p thread.Placement
	switch {
	case err != nil:
		p = place.OrphanedAt(d.File, "its file is gone or cannot be read")
	case gitstore.HashBlob(text).String() == d.Anchor.Base.Blob:
		p = thread.Placement{File: d.File, StartLine: d.StartLine, EndLine: d.EndLine, AnchorState: thread.Anchored, Method: string(anchor.Unchanged), Score: 1}
	default:
		base, err := store.ReadPrivate(baseDir + "/" + d.Anchor.Base.Blob)
		if err == nil && gitstore.HashBlob(base).String() == d.Anchor.Base.Blob {
			p = place.PlacementOf(d.File, anchor.Map(base, text).Place(d.Anchor.StartLine, d.Anchor.EndLine))
		} else {
			p = place.PlacementOf(d.File, anchor.Find(d.Anchor.Description(), text))
		}
	}
	return &p
}

// DeleteDrafts deletes drafts. Missing ones are not an error.
func DeleteDrafts(ctx context.Context, s *session.Session, keys ...string) error {
	for _, key := range keys {
		if !isDraftKey(key) {
			return fail.Usage("invalid draft key %q", key)
		}
	}
	store, err := s.StoreIfAny(ctx)
	if store == nil || err != nil {
		return err
	}
	for _, key := range keys {
		if err := store.RemovePrivate(thread.DraftDir + "/" + DraftName(s.NameHere(key))); err != nil {
			return session.StoreError(err)
		}
	}
	dropBases(store)
	return nil
}

// dropBases deletes the texts on which no draft was begun. Texts that cannot be deleted do no harm.
func dropBases(store *gitstore.Store) {
	bases, err := store.PrivateNames(baseDir)
	if err != nil || len(bases) == 0 {
		return
	}
	drafts, err := store.PrivateNames(thread.DraftDir)
	if err != nil {
		return
	}
	used := map[string]bool{}
	for _, name := range drafts {
		var d Draft
		data, err := store.ReadPrivate(thread.DraftDir + "/" + name)
		if err != nil || json.Unmarshal(data, &d) != nil {
			return // an unreadable draft may use any of the texts
		}
		if d.Anchor != nil {
			used[d.Anchor.Base.Blob] = true
		}
	}
	for _, blob := range bases {
		if !used[blob] {
			_ = store.RemovePrivate(baseDir + "/" + blob)
		}
	}
}

// privateNames returns the store and the names of its private files in a folder. Without a store the list is empty.
func privateNames(ctx context.Context, s *session.Session, dir string) (*gitstore.Store, []string, error) {
	store, err := s.StoreIfAny(ctx)
	if store == nil || err != nil {
		return nil, nil, err
	}
	names, err := store.PrivateNames(dir)
	return store, names, session.StoreError(err)
}

// Viewed returns the digests of the files that the reviewer has viewed.
func Viewed(ctx context.Context, s *session.Session) ([]string, error) {
	_, names, err := privateNames(ctx, s, viewedDir)
	return append([]string{}, names...), err
}

// SetViewed marks a file by its digest, or removes the mark.
func SetViewed(ctx context.Context, s *session.Session, digest string, viewed bool) error {
	if len(digest) < 16 || len(digest) > 64 || !words.IsHex(digest) {
		return fail.Usage("%q is not a file digest", digest)
	}
	store, err := s.OpenStore(ctx, viewed)
	if errors.Is(err, fail.ErrNoStore) {
		return nil
	}
	if err != nil {
		return err
	}
	name := viewedDir + "/" + digest
	if !viewed {
		return session.StoreError(store.RemovePrivate(name))
	}
	names, err := store.PrivateNames(viewedDir)
	if err != nil {
		return session.StoreError(err)
	}
	if len(names) >= maxViewed {
		return fail.Denied("too many files marked as viewed; the limit is %d", len(names))
	}
	if slices.Contains(names, digest) {
		return nil
	}
	return session.StoreError(store.WritePrivate(name, []byte("viewed\n")))
}
