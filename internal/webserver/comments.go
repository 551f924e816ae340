package webserver

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/words"
)

// CommentsInput is a whole review. The listed drafts are deleted after it was stored; without a list, the drafts whose
// text is in it.
type CommentsInput struct {
	submission.SubmitInput
	Drafts []string `json:"drafts,omitempty"`
}

// CommentsOutput is the result of a submit.
type CommentsOutput struct {
	Paths      Paths           `json:"paths"`
	Threads    []string        `json:"threads"`
	Checkpoint string          `json:"checkpoint"`
	Review     string          `json:"review"`
	Verdict    history.Verdict `json:"verdict"`
	Warning    string          `json:"warning,omitempty"`
	Cursor     string          `json:"cursor"`
}

// Paths are the files that were written, relative to the project when they are in it.
type Paths struct {
	JSON string `json:"json"`
	MD   string `json:"md"`
}

// SentDrafts reports to the pages which drafts were just submitted: another tab may still show them.
type SentDrafts struct {
	Keys []string `json:"keys"`
}

const documentVersion = 1

// postComments stores a whole review.
func (s *Server) postComments(w http.ResponseWriter, r *http.Request) {
	out, err := s.submit(r)
	if err != nil {
		writeFailure(w, r, err)
		return
	}
	send(w, r, http.StatusOK, out)
	if s.Once {
		s.end(out)
	}
}

func (s *Server) submit(r *http.Request) (*CommentsOutput, error) {
	if err := s.checkWritable(); err != nil {
		return nil, err
	}
	var in CommentsInput
	if err := decode(r, &in, maxBody); err != nil {
		return nil, err
	}
	snap, err := s.snapshot(r)
	if err != nil {
		return nil, err
	}
	defer snap.giveBack()
	if err := snap.restorePaths(in.Comments); err != nil {
		return nil, err
	}
	service, done, err := s.service()
	if err != nil {
		return nil, err
	}
	defer done()
	service.Shown = snap.comparison
	// Reviews are taken one after the other, because two tabs have the same drafts.
	s.desk.Lock()
	defer s.desk.Unlock()
	v, _ := verb.Find("review submit")
	posted, err := json.Marshal(in.SubmitInput)
	if err != nil {
		return nil, err
	}
	// A submit that has begun is completed even if the page goes away meanwhile.
	ctx := context.WithoutCancel(r.Context())
	answer, err := v.Call(ctx, service, posted)
	if err != nil {
		return nil, err
	}
	s.wrote(service, v)
	made := answer.(submission.SubmitOutput)
	out := &CommentsOutput{
		Threads: made.Threads, Checkpoint: made.Checkpoint, Review: made.Review, Verdict: made.Verdict,
		Warning: made.Warning, Cursor: service.Cursor(),
	}
	s.clearDrafts(ctx, service, &in, out)
	s.writeOut(ctx, service, snap, &in, &made, out)
	return out, nil
}

// restorePaths replaces the names of files that pages show by their real paths.
func (s *snapshot) restorePaths(comments []submission.SubmitComment) error {
	for i := range comments {
		c := &comments[i]
		if _, ok := s.comparison.File(c.File); ok {
			continue
		}
		for j := range s.files {
			if s.files[j].Path == c.File || s.files[j].ID == c.File {
				c.File = s.comparison.Files[s.byID[s.files[j].ID]].Path
				break
			}
		}
		if !utf8.ValidString(c.File) {
			return fail.Usage("comment %d: the file name is not valid UTF-8, so the file cannot have threads", i+1).
				Hint("rename the file, or comment on the whole review").Hint("nothing was submitted")
		}
	}
	return nil
}

// clearDrafts deletes the drafts that were just submitted.
func (s *Server) clearDrafts(ctx context.Context, service *session.Session, in *CommentsInput, out *CommentsOutput) {
	keys := in.Drafts
	if keys == nil {
		drafts, err := submission.Drafts(ctx, service)
		if err != nil {
			out.warn(err)
			return
		}
		for _, d := range drafts {
			if in.hasDraftText(&d) {
				keys = append(keys, d.Key)
			}
		}
	}
	out.warn(submission.DeleteDrafts(ctx, service, keys...))
	s.hub.broadcast(message("sent", SentDrafts{Keys: keys}))
}

// hasDraftText reports whether the review has the text of a draft.
func (in *CommentsInput) hasDraftText(d *submission.Draft) bool {
	if d.Kind == submission.DraftReview {
		return strings.TrimSpace(d.Body) != "" && strings.TrimSpace(d.Body) == strings.TrimSpace(in.GlobalComment)
	}
	if d.Kind != submission.DraftLine && d.Kind != submission.DraftFile {
		return false
	}
	for i := range in.Comments {
		c := &in.Comments[i]
		if c.File == d.File && strings.TrimSpace(c.Body) == strings.TrimSpace(d.Body) && (c.StartLine == nil) == (d.Kind == submission.DraftFile) {
			return true
		}
	}
	return false
}

// warn adds an error that occurred after the review was stored: it must not look as if the submit had failed.
func (out *CommentsOutput) warn(err error) {
	if err == nil {
		return
	}
	if out.Warning != "" {
		out.Warning += "; "
	}
	out.Warning += err.Error()
}

// writeOut writes the files for an agent and says on the terminal where they are.
func (s *Server) writeOut(ctx context.Context, service *session.Session, snap *snapshot, in *CommentsInput, made *submission.SubmitOutput, out *CommentsOutput) {
	s.Log(fmt.Sprintf("[POST] received %s on http://127.0.0.1:%s/api/comments: %s", words.Plural(len(in.Comments), "comment"), s.port, made.Verdict))
	doc := s.document(ctx, service, snap, in, made, out)
	data, err := json.MarshalIndent(doc, "", "  ")
	if err == nil {
		out.Paths, err = s.write(service.Place.Root, service.Place.StoreDir, made.Review, append(data, '\n'), snap.markdown(ctx, doc))
	}
	if err != nil {
		out.warn(fmt.Errorf("the threads are stored, but the files for the agent were not written: %w", err))
		s.Log("consider: " + out.Warning)
		return
	}
	s.Log(fmt.Sprintf("Wrote comments to %s and %s. Provide the MD file to your AI agent to have it address the comments.",
		out.Paths.JSON, out.Paths.MD))
}

func (s *Server) document(ctx context.Context, service *session.Session, snap *snapshot, in *CommentsInput, made *submission.SubmitOutput, out *CommentsOutput) *Document {
	l := snap.comparison
	doc := &Document{
		Version: documentVersion, Comments: []DocumentComment{}, Verdict: made.Verdict, Review: made.Review,
		Scope: l.ScopeView(), Head: l.Head, Branch: l.Branch,
		Checkpoint: made.Checkpoint, Threads: []place.ThreadDetail{}, NotCompared: l.NotCompared(),
	}
	if made.Global != "" {
		doc.GlobalComment = &in.GlobalComment
	}
	for i := range in.Comments {
		comment := in.Comments[i]
		comment.Form = "" // it means something only to the page
		doc.Comments = append(doc.Comments, DocumentComment{comment, made.Threads[i]})
	}
	details, err := review.Details(ctx, service, made.Threads)
	out.warn(err)
	doc.Threads = append(doc.Threads, details...)
	return doc
}

// write writes both files and returns their paths.
func (s *Server) write(root, store, id string, doc []byte, text string) (Paths, error) {
	dir, inStore := s.Out, s.Out == ""
	if inStore {
		dir = filepath.Join(store, "reviews")
	}
	o, err := openOutbox(dir, inStore)
	if err != nil {
		return Paths{}, err
	}
	defer o.close()
	name := "comments_" + id
	if err := o.write(name+".json", doc); err != nil {
		return Paths{}, err
	}
	if err := o.write(name+".md", []byte(text)); err != nil {
		return Paths{}, err
	}
	at := dir
	if rel, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(rel) {
		at = filepath.ToSlash(rel) + "/"
	} else {
		at += string(filepath.Separator)
	}
	return Paths{JSON: at + name + ".json", MD: at + name + ".md"}, nil
}
