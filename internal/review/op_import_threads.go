package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/worktree"
)

// exportDoc is a document of this program: what export writes as JSON, and what a submitted review is written as.
// One that somebody else wrote has no threads, only the comments of a review.
type exportDoc struct {
	Version       int               `json:"version"`
	Threads       []json.RawMessage `json:"threads"`
	Damaged       []Damage          `json:"damaged"` // what is not among them
	GlobalComment string            `json:"globalComment"`
	Comments      []json.RawMessage `json:"comments"`
}

// ofView are the fields of an exported thread that are not the thread's own: where it was then, and what follows
// from the rest.
var ofView = []string{
	"anchorState", "unseen", "archived", "deleted", "elsewhere", "resolveProposedBy", "placement", "quote", "replies",
	"lastReply", "reanchored", "code", "checkedAt", "seenUpTo", "proposal",
}

// readExportDoc decodes a document of ours; false when it is none.
func readExportDoc(text string) (doc exportDoc, ok bool) {
	if json.Unmarshal([]byte(strings.TrimPrefix(text, "\ufeff")), &doc) != nil {
		return doc, false
	}
	if doc.Threads != nil {
		return doc, true
	}
	var of struct {
		Anchor json.RawMessage `json:"anchor"`
		Side   string          `json:"side"`
	}
	if len(doc.Comments) > 0 {
		return doc, json.Unmarshal(doc.Comments[0], &of) == nil && of.Anchor == nil
	}
	return doc, doc.GlobalComment != "" && doc.Version == 0
}

// importExported takes a document of ours in.
func (s *Service) importExported(ctx context.Context, doc exportDoc) (ImportOutput, error) {
	if doc.Version > threadVersion {
		return ImportOutput{}, Usage("this document has version %d, this consider knows %d", doc.Version, threadVersion)
	}
	if doc.Threads == nil {
		return s.importComments(ctx, doc)
	}
	var drafts []draft
	for i, raw := range doc.Threads {
		t, err := readThread(raw)
		if err != nil {
			return ImportOutput{}, Usage("thread %d: %w", i+1, err).Hint("nothing was taken in")
		}
		if t.holdsHuman() {
			if err := s.Caller.bringsHuman("thread", i+1); err != nil {
				return ImportOutput{}, err
			}
		}
		t.Worktree = s.Place.WorktreeName
		drafts = append(drafts, draft{t, s.baseOf(ctx, t)})
	}
	out, err := s.takeIn(ctx, drafts)
	out.Damaged = doc.Damaged
	return out, err
}

// readThread turns an exported thread into the one it was.
func readThread(raw json.RawMessage) (*Thread, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	for _, name := range ofView {
		delete(fields, name)
	}
	var id string
	if json.Unmarshal(fields["id"], &id) != nil || !isID(id, threadPrefix) {
		return nil, fmt.Errorf("%s is no thread's id", fields["id"])
	}
	data, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	t, err := decodeThread(data, id)
	if err == nil {
		err = t.checkWords()
	}
	if err != nil {
		return nil, err
	}
	if t.Body, err = message(t.Body); err != nil {
		return nil, err
	}
	for i := range t.Replies {
		r := &t.Replies[i]
		if r.Author != Human && r.Author != Agent || len(r.AuthorName) > maxName || hasControl(r.AuthorName) {
			return nil, fmt.Errorf("its reply %s is by nobody that can be", r.ID)
		}
		if r.Body, err = message(r.Body); err != nil {
			return nil, err
		}
	}
	if len(t.AuthorName) > maxName || hasControl(t.AuthorName) || len(t.Branch) > maxBranch || len(t.Replies) > maxReplies {
		return nil, fmt.Errorf("it is by %q on %q", t.AuthorName, t.Branch)
	}
	t.Labels, err = cleanLabels(t.Labels)
	t.seenV1()
	return t, t.checkAnchor(err)
}

// Bounds of what is believed of a document.
const (
	maxAnchorLine = 4096 // bytes of what a description keeps of a line, with much room
	maxBranch     = 1000 // bytes
)

// checkAnchor bounds a description that somebody else may have written.
func (t *Thread) checkAnchor(err error) error {
	if err != nil || t.Anchor == nil {
		return err
	}
	a := t.Anchor
	lines := slices.Concat(a.ContextBefore, a.ContextAfter, strings.Split(a.TargetContent, "\n"))
	if len(lines) > 1000 || slices.ContainsFunc(lines, func(l string) bool { return len(l) > maxAnchorLine }) {
		return fmt.Errorf("its description is longer than any of ours")
	}
	a.ContextBefore, a.ContextAfter = orEmpty(a.ContextBefore), orEmpty(a.ContextAfter)
	return nil
}

func (t *Thread) holdsHuman() bool {
	return t.Author == Human || slices.ContainsFunc(t.Replies, func(r Reply) bool { return r.Author == Human })
}

// baseOf finds the text that an imported thread was described against, among what is on disk and what the project's
// git knows; nil when it is nowhere, and then the description places the thread.
func (s *Service) baseOf(ctx context.Context, t *Thread) []byte {
	if t.Anchor == nil {
		return nil
	}
	blob := t.Anchor.Base.Blob
	t.Anchor.Base.Blob = ""
	if blob == "" {
		return nil
	}
	text, _, err := s.Tree.ReadFile(t.File, maxBase)
	if err != nil || gitstore.HashBlob(text).String() != blob {
		stored := worktree.Side{Entries: []worktree.SideEntry{{Path: t.File, Mode: "100644", Blob: blob}}}
		text, _, err = s.Tree.ContentAt(ctx, stored, t.File, maxBase)
	}
	if err != nil || gitstore.HashBlob(text).String() != blob {
		return nil
	}
	t.Anchor.Base.Blob = blob
	return text
}

// takeIn stores imported threads in one change. A thread keeps its id; one that is or was here is left alone.
func (s *Service) takeIn(ctx context.Context, drafts []draft) (ImportOutput, error) {
	who, err := s.writer(ctx, Human)
	if err != nil {
		return ImportOutput{}, err
	}
	var out ImportOutput
	err = s.update(ctx, true, func(c *change) error {
		out = ImportOutput{Imported: []ImportedThread{}, Skipped: []string{}}
		before, err := importedBefore(c)
		if err != nil {
			return err
		}
		var ids []string
		for _, d := range drafts {
			used, err := c.taken(d.thread.ID)
			if err != nil {
				return err
			}
			if before[d.thread.ID] || used {
				out.Skipped = append(out.Skipped, d.thread.ID)
				continue
			}
			if d.base != nil {
				c.tx.Put(baseFile(activeDir, d.thread.ID, 0), d.base)
			}
			if err := c.save(activeDir, d.thread); err != nil {
				return err
			}
			ids = append(ids, d.thread.ID)
			out.Imported = append(out.Imported, ImportedThread{ID: d.thread.ID, Was: d.thread.ID})
		}
		c.record(string(Imported), who, count(ids), ids...)
		return nil
	})
	return out, err
}

// importComments starts threads of a review's comments, on the files as they are now.
func (s *Service) importComments(ctx context.Context, doc exportDoc) (ImportOutput, error) {
	who, err := s.writer(ctx, Human)
	if err != nil {
		return ImportOutput{}, err
	}
	var drafts []draft
	for i, raw := range doc.Comments {
		var c SubmitComment
		if err := json.Unmarshal(raw, &c); err != nil {
			return ImportOutput{}, Usage("comment %d: %w", i+1, err)
		}
		in := AddInput{Place: c.File, Message: c.Body, Side: New}
		if c.Side == "left" {
			in.Side = Old
		}
		if c.StartLine != nil {
			in.StartLine, in.EndLine = *c.StartLine, *c.StartLine
		}
		if c.EndLine != nil {
			in.EndLine = *c.EndLine
		}
		t, base, err := s.newThread(ctx, in)
		if err != nil {
			return ImportOutput{}, inComment(i, &c, err)
		}
		drafts = append(drafts, draft{t, base})
	}
	if doc.GlobalComment != "" {
		t, _, err := s.newThread(ctx, AddInput{Review: true, Message: doc.GlobalComment})
		if err != nil {
			return ImportOutput{}, err
		}
		drafts = append(drafts, draft{thread: t})
	}
	for i, d := range drafts {
		t := d.thread
		t.CreatedAt, t.Author, t.AuthorName = s.Now().UTC(), who.Kind, who.Name
		// Of its words alone, so that the same document is not taken in twice.
		t.ID = derivedID(threadPrefix, 0, "comment", t.File, string(t.Side), fmt.Sprint(i), t.Body)
	}
	return s.takeIn(ctx, drafts)
}
