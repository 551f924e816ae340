package verb

import (
	"bytes"
	"encoding/json"
	"errors"

	"consider/internal/printable"
	"consider/internal/review"
)

// Envelope is the one JSON document of an answer.
type Envelope struct {
	OK     bool     `json:"ok"`
	Data   any      `json:"data,omitempty"`
	Cursor string   `json:"cursor,omitempty"` // the store commit that the answer was read from or made; with an error, where to go on from
	Error  *Failure `json:"error,omitempty"`
}

// Answer wraps what a verb returned.
func Answer(data any, cursor string) Envelope { return Envelope{OK: true, Data: data, Cursor: cursor} }

// Refusal wraps what went wrong.
func Refusal(err error) Envelope {
	f := FailureOf(err)
	return Envelope{Error: &f, Cursor: CursorOf(err)}
}

// CursorOf returns the cursor that err carries, "" if it has none: where who waited in vain can go on from.
func CursorOf(err error) string {
	var e *review.Error
	if errors.As(err, &e) {
		return e.Cursor
	}
	return ""
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
