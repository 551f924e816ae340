package exchange

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/review/plan"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
)

// exportDoc is a document of this program: a JSON export or a submitted review. A document from another tool has no
// threads, only the comments of a review.
type exportDoc struct {
	Version       int               `json:"version"`
	Threads       []json.RawMessage `json:"threads"`
	Damaged       []thread.Damage   `json:"damaged"` // threads that are missing from it
	Images        json.RawMessage   `json:"images"`  // images that the threads show, by id; another tool may put anything here
	Plans         json.RawMessage   `json:"plans"`   // plans that the threads are on; another tool may put anything here
	GlobalComment string            `json:"globalComment"`
	Comments      []json.RawMessage `json:"comments"`
}

// ofView lists the fields of an exported thread that are not stored: its place at that time, and what is computed from
// the other fields.
var ofView = []string{
	"anchorState", "unseen", "unread", "archived", "deleted", "elsewhere", "otherBranch", "resolveProposedBy", "placement",
	"quote", "quoteMore", "suggestions", "images", "replies", "suggestionCount", "appliedCount", "lastReply", "unreadReplies", "response", "planNow", "question", "finding", "receipt", "reanchored", "code", "checkedAt", "proposal",
}

// readExportDoc decodes a document of this program; ok is false for any other text.
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

// importExported imports a document of this program.
func importExported(ctx context.Context, s *session.Session, doc exportDoc) (ImportOutput, error) {
	if doc.Version > thread.Version {
		return ImportOutput{}, fail.Usage("the document has format version %d; this version of consider supports %d", doc.Version, thread.Version)
	}
	if doc.Threads == nil {
		return importComments(ctx, s, doc)
	}
	var drafts []submission.Prepared
	checked, archived := map[string]bool{}, map[string]bool{} // names that were checked, threads by id
	for i, raw := range doc.Threads {
		t, err := readThread(raw)
		if err != nil {
			return ImportOutput{}, fail.Usage("thread %d: %w", i+1, err).Hint("nothing was imported")
		}
		if hasHumanContent(t) {
			if err := checkHumanContent(s.Caller, "thread", i+1); err != nil {
				return ImportOutput{}, err
			}
		}
		for _, m := range t.Messages() {
			name := m.By.Name
			if !s.Caller.IsPerson() && !checked[name] && s.IsPersons(ctx, name) {
				return ImportOutput{}, fail.Denied("thread %d has an agent's message under the name %q, which belongs to a human", i+1, name).
					Hint("ask the human to import the document")
			}
			checked[name] = true
		}
		var was struct {
			Archived bool `json:"archived"`
		}
		if s.Caller.IsPerson() {
			archived[t.ID] = json.Unmarshal(raw, &was) == nil && was.Archived && t.WorkflowState == thread.Resolved
		} else {
			// There is no message of a person, so these could only make false claims.
			t.AgentLastSeenAt, t.SeenBy, t.SeenUpTo, t.Concern = nil, nil, nil, nil
			for i := range t.Replies {
				r := &t.Replies[i]
				r.Unchanged, r.Proof, r.Concern, r.Stance = false, "", nil, ""
			}
		}
		t.Worktree = s.Place.WorktreeName
		drafts = append(drafts, submission.Prepared{Thread: t, Base: baseOf(ctx, s, t)})
	}
	var images map[string][]byte
	if json.Unmarshal(doc.Images, &images) != nil {
		images = nil
	}
	var plans []plan.Document // which say what a human decided, and so only a human can vouch for them
	if !s.Caller.IsPerson() || json.Unmarshal(doc.Plans, &plans) != nil {
		plans = nil
	}
	for i := range plans {
		if err := plans[i].Check(); err != nil {
			return ImportOutput{}, err
		}
	}
	out, err := storeImported(ctx, s, nil, drafts, images, archived, plans...)
	out.Damaged = doc.Damaged
	return out, err
}

// readThread turns an exported thread back into a stored one.
func readThread(raw json.RawMessage) (*thread.Thread, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	for _, name := range ofView {
		delete(fields, name)
	}
	var id string
	if json.Unmarshal(fields["id"], &id) != nil || !thread.IsID(id, thread.ThreadPrefix) {
		return nil, fmt.Errorf("%s is not a thread ID", fields["id"])
	}
	data, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	t, err := thread.Decode(data, id)
	if err == nil {
		err = t.CheckWords()
	}
	if err != nil {
		return nil, err
	}
	t.Version = thread.Version
	if t.Body, err = session.Message(t.Body); err != nil {
		return nil, err
	}
	for i := range t.Replies {
		r := &t.Replies[i]
		r.Worktree = nil // it was another repository's
		if r.Author != thread.Human && r.Author != thread.Agent && r.Author != thread.Elsewhere || !isName(r.AuthorName) {
			return nil, fmt.Errorf("the author of reply %s must be human or agent", r.ID)
		}
		if r.Body, err = session.Message(r.Body); err != nil {
			return nil, err
		}
	}
	if !isName(t.AuthorName) || len(t.Branch) > maxBranch || len(t.Replies) > thread.MaxReplies {
		return nil, fmt.Errorf("invalid author name %q, branch %q or number of replies", t.AuthorName, t.Branch)
	}
	for _, a := range t.Applied {
		if !isName(a.ByName) || !thread.SafePath(a.File) {
			return nil, fmt.Errorf("an applied suggestion has an invalid path or name: %q, %q", a.File, a.ByName)
		}
	}
	if err := settleMarks(t); err != nil {
		return nil, err
	}
	t.Labels, err = review.CleanLabels(t.Labels)
	return t, checkAnchor(t, err)
}

// Bounds of what is accepted from a document.
const (
	maxAnchorLine = 4096 // bytes of a line in a description; generous
	maxBranch     = 1000 // bytes
)

// checkAnchor bounds a description that another program may have written.
func checkAnchor(t *thread.Thread, err error) error {
	if err != nil || t.Anchor == nil {
		return err
	}
	a := t.Anchor
	lines := slices.Concat(a.ContextBefore, a.ContextAfter, strings.Split(a.TargetContent, "\n"))
	if len(lines) > 1000 || slices.ContainsFunc(lines, func(l string) bool { return len(l) > maxAnchorLine }) {
		return fmt.Errorf("the code quoted by the thread is too long")
	}
	a.ContextBefore, a.ContextAfter = thread.OrEmpty(a.ContextBefore), thread.OrEmpty(a.ContextAfter)
	return nil
}

func hasHumanContent(t *thread.Thread) bool {
	return t.Author == thread.Human || len(t.Applied) > 0 ||
		slices.ContainsFunc(t.Replies, func(r thread.Reply) bool { return r.Author == thread.Human || r.Choice != "" })
}

// baseOf finds the text that an imported thread's anchor describes, on disk or in the project's git. If there is none
// it returns nil, and the description places the thread.
func baseOf(ctx context.Context, s *session.Session, t *thread.Thread) []byte {
	if t.Anchor == nil {
		return nil
	}
	blob := t.Anchor.Base.Blob
	t.Anchor.Base.Blob = ""
	if blob == "" {
		return nil
	}
	text, _, err := s.Tree.ReadFile(t.File, thread.MaxBase)
	if err != nil || gitstore.HashBlob(text).String() != blob {
		stored := treediff.Side{Entries: []treediff.SideEntry{{Path: t.File, Mode: "100644", Blob: blob}}}
		text, _, err = treediff.ContentAt(ctx, s.Tree, stored, t.File, thread.MaxBase)
	}
	if err != nil || gitstore.HashBlob(text).String() != blob {
		return nil
	}
	t.Anchor.Base.Blob = blob
	return text
}

// importComments starts threads from a review's comments, on the files as they are now.
func importComments(ctx context.Context, s *session.Session, doc exportDoc) (ImportOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return ImportOutput{}, err
	}
	var drafts []submission.Prepared
	for i, raw := range doc.Comments {
		var c submission.SubmitComment
		if err := json.Unmarshal(raw, &c); err != nil {
			return ImportOutput{}, fail.Usage("comment %d: %w", i+1, err)
		}
		in := review.AddInput{Place: c.File, Message: c.Body, Side: thread.New}
		if thread.Side(c.Side) == thread.Old {
			in.Side = thread.Old
		}
		if c.StartLine != nil {
			in.StartLine, in.EndLine = *c.StartLine, *c.StartLine
		}
		if c.EndLine != nil {
			in.EndLine = *c.EndLine
		}
		t, base, err := review.NewThread(ctx, s, in)
		if err != nil {
			return ImportOutput{}, submission.InComment(i, &c, err)
		}
		drafts = append(drafts, submission.Prepared{Thread: t, Base: base})
	}
	if doc.GlobalComment != "" {
		t, _, err := review.NewThread(ctx, s, review.AddInput{Review: true, Message: doc.GlobalComment})
		if err != nil {
			return ImportOutput{}, err
		}
		drafts = append(drafts, submission.Prepared{Thread: t})
	}
	for i, d := range drafts {
		t := d.Thread
		t.CreatedAt, t.Author, t.AuthorName = s.Now().UTC(), who.Kind, who.Name
		// From its words alone, so that the same document is not imported twice.
		t.ID = thread.DerivedID(thread.ThreadPrefix, 0, "comment", t.File, string(t.Side), fmt.Sprint(i), t.Body)
	}
	return storeImported(ctx, s, nil, drafts, nil, nil)
}
