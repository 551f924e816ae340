package verb

import (
	"bytes"
	"context"
	"encoding/json"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/review"
	"consider/internal/session"
)

// Envelope is the one JSON document of an answer.
type Envelope struct {
	OK     bool          `json:"ok"`
	Data   any           `json:"data,omitempty"`
	Cursor string        `json:"cursor,omitempty"` // the store commit that the answer was read from, or that it made; with an error, where to continue
	Error  *fail.Failure `json:"error,omitempty"`

	Unread        *session.Unread        `json:"unread,omitempty"`        // of an agent's write: messages that it has not been given
	EditorContext *session.EditorContext `json:"editorContext,omitempty"` // where the person was when the verb was called
}

// Respond runs a verb as [Verb.Call] does and wraps the result in the envelope that surfaces answer with: the data, the
// cursor, and where the person is in the editor, which is looked up before the verb runs. The error is the one in the
// envelope. The data is of type v.Out.
func Respond(ctx context.Context, v Verb, s *session.Session, raw json.RawMessage) (Envelope, error) {
	where := v.where(ctx, s)
	out, err := v.Call(ctx, s, raw)
	if err != nil {
		return Refusal(err), err
	}
	e := Answer(out, s.Cursor())
	e.Unread, e.EditorContext = s.Unread, where
	return e, nil
}

// Delivered must be called once the answer to a request has been written without an error: only then do its messages
// count as read.
func Delivered(ctx context.Context, s *session.Session) { review.Delivered(ctx, s) }

// where looks up the position in the editor, if the verb's answers include it. No answer fails because of that.
func (v Verb) where(ctx context.Context, s *session.Session) *session.EditorContext {
	defer func() { _ = recover() }()
	if v.Editor == ToNobody || v.Editor == ToOthers && s.Caller.IsEditor {
		return nil
	}
	return s.EditorNow(ctx)
}

// Answer wraps what a verb returned.
func Answer(data any, cursor string) Envelope { return Envelope{OK: true, Data: data, Cursor: cursor} }

// Refusal wraps an error, with the cursor that it carries: a wait that ended with nothing can go on from there.
func Refusal(err error) Envelope {
	f := fail.FailureOf(err)
	e := Envelope{Error: &f}
	if carries, ok := fail.As(err); ok {
		e.Cursor = carries.Cursor
	}
	return e
}

// Encode writes the document on one line. Characters that could act on a terminal or hide from a reader are
// escaped in it, so that it is safe to print and still means the same to a JSON parser.
func (e Envelope) Encode() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, err
	}
	return printable.JSON(buf.Bytes()), nil
}
