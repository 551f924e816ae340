package submission

import (
	"bytes"
	"context"

	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/thread"
)

// ChangesTextInput names a file of one side of a list of changes.
type ChangesTextInput struct {
	File  string      `json:"file" arg:"file" help:"the file's path on the given side"`
	Side  thread.Side `json:"side,omitempty" help:"side (default: old)"`
	Scope string      `json:"scope,omitempty" enum:"head,since,staged,unstaged,base,range,turn,content" help:"changes to compare (default: head)"`
	From  string      `json:"from,omitempty" help:"checkpoint, revision or range to compare with, depending on the scope; with content, its name in the output of proof or turn show"`
}

// ChangesTextOutput is the file's text, without a byte order mark.
type ChangesTextOutput struct {
	Text string `json:"text"`
	None bool   `json:"none,omitempty"` // that side has no such file
}

// ChangesText reads a file of one side, for a client that shows both sides.
func ChangesText(ctx context.Context, s *session.Session, in ChangesTextInput) (ChangesTextOutput, error) {
	if in.Side == "" {
		in.Side = thread.Old
	}
	text, there, err := compare.TextOf(ctx, s, compare.Scope{Kind: in.Scope, From: in.From}, in.Side, in.File)
	return ChangesTextOutput{Text: string(bytes.TrimPrefix(text, []byte("\ufeff"))), None: !there}, err
}

// ChangesViewedInput marks a file of a list of changes, or removes the mark.
type ChangesViewedInput struct {
	Hash   string `json:"hash" arg:"hash" help:"the file's digest, as returned by 'changes'"`
	Viewed bool   `json:"viewed,omitempty" help:"mark the file as viewed"`
}

// ChangesViewedOutput is the mark's state now.
type ChangesViewedOutput struct {
	Viewed bool `json:"viewed"`
}

// MarkViewed records that the reviewer is done with a file. The mark is of the file's hash, so it no longer applies
// when the file changes.
func MarkViewed(ctx context.Context, s *session.Session, in ChangesViewedInput) (ChangesViewedOutput, error) {
	return ChangesViewedOutput{in.Viewed}, SetViewed(ctx, s, in.Hash, in.Viewed)
}
