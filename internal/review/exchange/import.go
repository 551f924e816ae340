package exchange

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gitrepo"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// ImportInput is the content of a document: of an export, a submitted review, a linter's report, or the original tool's
// store.json. The command line reads it from a file.
type ImportInput struct {
	Store *string `json:"store,omitempty" arg:"file?" content:"true" help:"output of 'export --format json', a submitted review (JSON), a report (SARIF, rdjson, rdjsonl, roborev's export), or store.json (version 1) of the original Consider (default: .consider/store.json)"`
}

// ImportOutput says what was imported.
type ImportOutput struct {
	Imported []ImportedThread `json:"imported"`
	Plans    int              `json:"plans,omitempty"`   // how many plans were imported
	Skipped  []string         `json:"skipped"`           // former ids of threads that were imported before
	Damaged  []thread.Damage  `json:"damaged,omitempty"` // data that is missing from the document, as it was damaged when the document was written

	Elsewhere []string `json:"elsewhere,omitempty"` // paths in a report that are not files of the project; findings on them were omitted
}

// ImportedThread pairs a thread's id with its former one.
type ImportedThread struct {
	ID  string `json:"id"`
	Was string `json:"was"`
}

// storeV1 is the original tool's store.json.
type storeV1 struct {
	Version  int         `json:"version"`
	Comments []commentV1 `json:"comments"`
}

type commentV1 struct {
	ID              string               `json:"id"`
	File            string               `json:"file"`
	Anchor          thread.Anchor        `json:"anchor"`
	WorkflowState   thread.WorkflowState `json:"workflowState"`
	Status          string               `json:"status"` // from before the two states were separated
	Labels          []string             `json:"labels"`
	AgentLastSeenAt *time.Time           `json:"agentLastSeenAt"`
	CreatedAt       time.Time            `json:"createdAt"`
	Author          thread.AuthorKind    `json:"author"`
	Body            string               `json:"body"`
	Thread          []struct {
		ID        string            `json:"id"`
		Author    thread.AuthorKind `json:"author"`
		Body      string            `json:"body"`
		CreatedAt time.Time         `json:"createdAt"`
	} `json:"thread"`
}

// readable is the hint for a document of another kind.
const readable = "supported: consider's JSON exports and reviews, SARIF, rdjson, rdjsonl, roborev's exports, and the original Consider's store.json"

// readV1 decodes and checks the whole file before anything is written.
func readV1(text string) (*storeV1, error) {
	var old storeV1
	err := json.Unmarshal([]byte(strings.TrimPrefix(text, "\ufeff")), &old)
	if _, syntax := errors.AsType[*json.SyntaxError](err); syntax {
		return nil, fail.Usage("the document is not JSON: %w", err).Hint(readable)
	}
	if err != nil || old.Version == 0 {
		return nil, fail.Usage("unknown document format").Hint(readable)
	}
	if old.Version != 1 {
		return nil, fail.Usage("store.json has version %d; only version 1 is supported", old.Version)
	}
	for i := range old.Comments {
		if err := old.Comments[i].check(); err != nil {
			return nil, fail.Usage("comment %d (%q): %w", i+1, old.Comments[i].ID, err)
		}
	}
	return &old, nil
}

func (c *commentV1) check() error {
	switch {
	case c.ID == "" || len(c.ID) > thread.MaxName || words.HasControl(c.ID):
		return errors.New("missing or invalid ID")
	case !thread.SafePath(c.File):
		return fmt.Errorf("invalid path %q", c.File)
	case c.Anchor.StartLine < 1 || c.Anchor.EndLine < c.Anchor.StartLine:
		return fmt.Errorf("invalid lines %d-%d", c.Anchor.StartLine, c.Anchor.EndLine)
	case c.Author != thread.Human && c.Author != thread.Agent:
		return fmt.Errorf("unknown author %q", c.Author)
	}
	for _, r := range c.Thread {
		if r.Author != thread.Human && r.Author != thread.Agent {
			return fmt.Errorf("unknown reply author %q", r.Author)
		}
		if _, err := session.Message(r.Body); err != nil {
			return err
		}
	}
	_, err := session.Message(c.Body)
	return err
}

// checkHumanContent returns an error unless the caller may import a document whose nth part says that the human wrote,
// chose or applied something. The author of a document cannot be verified, so the importer vouches for it.
func checkHumanContent(c session.Caller, part string, n int) error {
	return c.Person(fmt.Sprintf("import a human's messages or actions (in %s %d)", part, n))
}

// fromV1 turns a comment into a thread without an id. If the file still holds the comment's text on its lines, that file
// becomes the base; otherwise the description alone places the thread.
func fromV1(s *session.Session, was *commentV1, head gitrepo.Head) (*thread.Thread, []byte, error) {
	labels, err := review.CleanLabels(was.Labels)
	if err != nil {
		return nil, nil, err
	}
	t := &thread.Thread{
		Version: thread.Version, Target: thread.OnLines, File: was.File, Side: thread.New, Worktree: s.Place.WorktreeName,
		Branch: head.Branch, Labels: labels, WorkflowState: thread.Open, CreatedAt: was.CreatedAt.UTC(),
		Author: was.Author, Body: was.Body, AgentLastSeenAt: was.AgentLastSeenAt, ImportedFrom: was.ID,
	}
	if was.WorkflowState == thread.Resolved || was.Status == string(thread.Resolved) {
		t.WorkflowState = thread.Resolved
	}
	for i, r := range was.Thread {
		taken := func(id string) (bool, error) { return t.Entry(id) >= 0, nil }
		id, err := thread.NewID(thread.ReplyPrefix, taken, was.ID, r.ID, fmt.Sprint(i))
		if err != nil {
			return nil, nil, err
		}
		t.Replies = append(t.Replies, thread.Reply{ID: id, Author: r.Author, Body: r.Body, CreatedAt: r.CreatedAt.UTC()})
	}
	if err := settleMarks(t); err != nil {
		return nil, nil, err
	}
	a := was.Anchor
	a.ContextBefore, a.ContextAfter = thread.OrEmpty(a.ContextBefore), thread.OrEmpty(a.ContextAfter)
	// The original tool computes its hash differently.
	a.ContentHash = thread.NewAnchor([]byte(a.TargetContent), 1, strings.Count(a.TargetContent, "\n")+1, thread.Base{}).ContentHash
	a.Base, a.Unknown = thread.Base{Commit: head.Commit}, nil
	t.Anchor = &a
	text, _, err := s.Tree.ReadFile(was.File, thread.MaxBase)
	if err != nil || a.EndLine > anchor.Lines(text) {
		return t, nil, nil
	}
	if now := thread.NewAnchor(text, a.StartLine, a.EndLine, thread.Base{Commit: head.Commit, Blob: gitstore.HashBlob(text).String()}); now.TargetContent == a.TargetContent {
		t.Anchor = now
		return t, text, nil
	}
	return t, nil, nil
}

// settleMarks checks the marks of agents that have read an imported thread. A document that does not say how far each has
// read has only times: an agent has read all entries up to its own. The original tool has no names either.
func settleMarks(t *thread.Thread) error {
	maps.DeleteFunc(t.SeenUpTo, func(_, id string) bool { return t.Entry(id) < 0 })
	for _, name := range slices.AppendSeq(slices.Collect(maps.Keys(t.SeenBy)), maps.Keys(t.SeenUpTo)) {
		if !isName(name) {
			return fmt.Errorf("invalid reader name %q", name)
		}
	}
	if t.SeenUpTo != nil {
		return nil
	}
	if t.SeenBy == nil && t.AgentLastSeenAt != nil {
		t.SeenBy = map[string]time.Time{string(thread.Agent): *t.AgentLastSeenAt}
	}
	t.SeenUpTo = map[string]string{}
	for name, at := range t.SeenBy {
		for _, m := range t.Messages() {
			if m.At.After(at) {
				break
			}
			t.SeenUpTo[name] = cmp.Or(m.Reply, t.ID)
		}
	}
	return nil
}

func isName(name string) bool { return len(name) <= thread.MaxName && !words.HasControl(name) }

// importedBefore returns the former ids of the threads that were imported and of merged findings, including deleted ones,
// so that a deleted thread does not come back with the next import.
func importedBefore(c *session.Change) (map[string]bool, error) {
	all, err := thread.All(c.Tx)
	out := map[string]bool{}
	for _, is := range all {
		out[is.Row.Imported] = true
		for _, id := range is.Row.Merged {
			out[id] = true
		}
	}
	return out, err
}
