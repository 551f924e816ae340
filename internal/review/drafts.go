package review

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/worktree"
)

// The kinds of draft.
const (
	DraftLine   = "line"
	DraftFile   = "file"
	DraftReview = "review" // on the review as a whole
	DraftReply  = "reply"
	DraftEdit   = "edit" // of words that were said
)

// Draft is what somebody began to write. It lies beside the store's history: nobody has said it yet.
type Draft struct {
	Key       string    `json:"key"`
	Kind      string    `json:"kind"`
	File      string    `json:"file,omitempty"`
	Side      string    `json:"side,omitempty"` // left or right, as in a review
	StartLine int       `json:"startLine,omitempty"`
	EndLine   int       `json:"endLine,omitempty"`
	Thread    string    `json:"thread,omitempty"` // of a reply; of an edit, the thread or the reply
	Body      string    `json:"body"`
	UpdatedAt time.Time `json:"updatedAt"`

	Placed *Placement `json:"placed,omitempty"` // where its lines are now; not stored
	Anchor *Anchor    `json:"anchor,omitempty"` // what stood there; stored, and not shown
}

const (
	draftDir  = "drafts" // of the private files
	baseDir   = "bases"  // texts that drafts were begun on, by blob id
	viewedDir = "viewed"

	maxDrafts = 2000
	maxViewed = 20_000
)

// isDraftKey reports whether key can be a draft's: 1 to 128 letters, digits, - and _.
func isDraftKey(key string) bool {
	return key != "" && len(key) <= 128 && strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

// draftName is the name of a draft's file: keys that differ in case only are different drafts on every disk.
func draftName(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

// Drafts returns all drafts, oldest first, with where their lines are now in what the caller sees.
func (s *Service) Drafts(ctx context.Context) ([]Draft, error) {
	store, err := s.open(ctx, false)
	if errors.Is(err, ErrNoStore) {
		return []Draft{}, nil
	}
	if err != nil {
		return nil, err
	}
	names, err := store.PrivateNames(draftDir)
	if err != nil {
		return nil, err
	}
	out := []Draft{}
	for _, name := range names {
		data, err := store.ReadPrivate(draftDir + "/" + name)
		if errors.Is(err, gitstore.ErrNotExist) {
			continue // deleted meanwhile
		}
		var d Draft
		if err != nil || json.Unmarshal(data, &d) != nil || draftName(d.Key) != name {
			continue // half a draft is none: the others count
		}
		if s.Shown != nil {
			d.Placed = s.placeDraft(ctx, store, &d)
		}
		d.Anchor = nil
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b Draft) int { return a.UpdatedAt.Compare(b.UpdatedAt) })
	return out, ctx.Err()
}

// PutDraft keeps a draft, which replaces the one of the same key. The place of one that was begun before stays
// described as it was then, unless it names other lines.
func (s *Service) PutDraft(ctx context.Context, d Draft) (Draft, error) {
	if err := d.check(); err != nil {
		return d, err
	}
	store, err := s.open(ctx, true)
	if err != nil {
		return d, err
	}
	was, unknown, known := readDraft(store, d.Key)
	if !known {
		names, err := store.PrivateNames(draftDir)
		if err != nil {
			return d, err
		}
		if len(names) >= maxDrafts {
			return d, Denied("there are %d drafts, the limit", len(names)).Hint("submit or delete some")
		}
	}
	d.UpdatedAt, d.Placed, d.Anchor = s.Now().UTC().Truncate(time.Second), nil, nil
	if known && was.Anchor != nil && was.File == d.File && was.Side == d.Side && was.StartLine == d.StartLine && was.EndLine == d.EndLine {
		d.Anchor = was.Anchor
	} else if d.Kind == DraftLine && s.Shown != nil {
		if err := s.describeDraft(ctx, store, &d); err != nil {
			return d, err
		}
	}
	data, err := encodeExtra(d, unknown)
	if err != nil {
		return d, fmt.Errorf("encode draft: %w", err)
	}
	d.Anchor = nil
	return d, storeError(store.WritePrivate(draftDir+"/"+draftName(d.Key), data))
}

// readDraft returns a draft, and the fields of it that this version does not know.
func readDraft(store *gitstore.Store, key string) (d Draft, unknown extra, ok bool) {
	data, err := store.ReadPrivate(draftDir + "/" + draftName(key))
	if err == nil {
		unknown, err = decodeExtra(data, &d)
	}
	return d, unknown, err == nil
}

func (d *Draft) check() error {
	switch {
	case !isDraftKey(d.Key):
		return Usage("%q is no key for a draft", d.Key).Hint("letters, digits, - and _, at most 128")
	case !slices.Contains([]string{DraftLine, DraftFile, DraftReview, DraftReply, DraftEdit}, d.Kind):
		return Usage("kind is line, file, review, reply or edit, not %q", d.Kind)
	case len(d.Body) > maxBody:
		return Denied("the draft has %d bytes, the limit is %d", len(d.Body), maxBody)
	case strings.ToValidUTF8(d.Body+d.File+d.Thread, "") != d.Body+d.File+d.Thread:
		return Usage("the draft is not valid UTF-8")
	case len(d.Thread) > maxName || hasControl(d.Thread):
		return Usage("%q is no thread", d.Thread)
	case d.Side != "" && d.Side != "left" && d.Side != "right":
		return Usage("side is left or right, not %q", d.Side)
	}
	if d.Kind != DraftLine && d.Kind != DraftFile {
		return nil
	}
	if err := worktree.CheckPath(d.File); err != nil {
		return pathError(d.File, err)
	}
	if d.Kind == DraftLine && (d.StartLine < 1 || d.EndLine < d.StartLine || d.Side == "") {
		return Usage("a draft on lines has a side, and lines from 1 on: %d-%d", d.StartLine, d.EndLine)
	}
	return nil
}

// describeDraft keeps what stands where the draft is, to find the place again in another state of the file.
func (s *Service) describeDraft(ctx context.Context, store *gitstore.Store, d *Draft) error {
	look := s.shown()
	side, path := d.place(look)
	text, err := look.Text(ctx, side, path)
	if err != nil {
		return err
	}
	at := spot{file: path, text: text, start: d.StartLine, end: d.EndLine}
	if err := at.check(true); err != nil {
		return err
	}
	base := look.baseOf(side, text)
	d.Anchor = newAnchor(text, d.StartLine, d.EndLine, base)
	if len(text) > maxBase {
		return nil // its description will do
	}
	if _, err := store.ReadPrivate(baseDir + "/" + base.Blob); err == nil {
		return nil
	}
	return storeError(store.WritePrivate(baseDir+"/"+base.Blob, text))
}

// place is the side and the path on it.
func (d *Draft) place(look *Look) (Side, string) {
	if d.Side != "left" {
		return New, d.File
	}
	if f, ok := look.File(d.File); ok {
		return Old, f.OldPath()
	}
	return Old, d.File
}

// placeDraft returns where the draft's lines are in what the caller sees.
func (s *Service) placeDraft(ctx context.Context, store *gitstore.Store, d *Draft) *Placement {
	if d.Kind != DraftLine || d.Anchor == nil {
		return nil
	}
	look := s.shown()
	side, path := d.place(look)
	text, err := look.Text(ctx, side, path)
	var p Placement
	switch {
	case err != nil:
		p = orphaned(d.File, "its file is gone or cannot be read")
	case gitstore.HashBlob(text).String() == d.Anchor.Base.Blob:
		p = Placement{File: d.File, StartLine: d.StartLine, EndLine: d.EndLine, AnchorState: Anchored, Method: string(anchor.Unchanged), Score: 1}
	default:
		base, err := store.ReadPrivate(baseDir + "/" + d.Anchor.Base.Blob)
		if err == nil && gitstore.HashBlob(base).String() == d.Anchor.Base.Blob {
			p = placementOf(d.File, anchor.Map(base, text).Place(d.Anchor.StartLine, d.Anchor.EndLine))
		} else {
			p = placementOf(d.File, anchor.Find(d.Anchor.description(), text))
		}
	}
	return &p
}

// DeleteDrafts deletes drafts; those that are not there are deleted already.
func (s *Service) DeleteDrafts(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if !isDraftKey(key) {
			return Usage("%q is no key for a draft", key)
		}
	}
	store, err := s.open(ctx, false)
	if errors.Is(err, ErrNoStore) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := store.RemovePrivate(draftDir + "/" + draftName(key)); err != nil {
			return storeError(err)
		}
	}
	s.dropBases(store)
	return nil
}

// dropBases deletes the texts that no draft was begun on. What cannot be deleted does no harm.
func (s *Service) dropBases(store *gitstore.Store) {
	bases, err := store.PrivateNames(baseDir)
	if err != nil || len(bases) == 0 {
		return
	}
	drafts, err := store.PrivateNames(draftDir)
	if err != nil {
		return
	}
	used := map[string]bool{}
	for _, name := range drafts {
		var d Draft
		data, err := store.ReadPrivate(draftDir + "/" + name)
		if err != nil || json.Unmarshal(data, &d) != nil {
			return // it may be of any text
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

// Viewed returns the digests of the files that the reviewer is done with.
func (s *Service) Viewed(ctx context.Context) ([]string, error) {
	store, err := s.open(ctx, false)
	if errors.Is(err, ErrNoStore) {
		return []string{}, nil
	}
	if err != nil {
		return nil, err
	}
	names, err := store.PrivateNames(viewedDir)
	return append([]string{}, names...), storeError(err)
}

// SetViewed marks a file by its digest, or takes the mark away.
func (s *Service) SetViewed(ctx context.Context, digest string, viewed bool) error {
	if len(digest) < 16 || len(digest) > 64 || !isHex(digest) {
		return Usage("%q is no digest of a file", digest)
	}
	store, err := s.open(ctx, viewed)
	if errors.Is(err, ErrNoStore) {
		return nil
	}
	if err != nil {
		return err
	}
	name := viewedDir + "/" + digest
	if !viewed {
		return storeError(store.RemovePrivate(name))
	}
	names, err := store.PrivateNames(viewedDir)
	if err != nil {
		return storeError(err)
	}
	if len(names) >= maxViewed {
		return Denied("%d files are marked as viewed, the limit", len(names))
	}
	if slices.Contains(names, digest) {
		return nil
	}
	return storeError(store.WritePrivate(name, []byte("viewed\n")))
}
