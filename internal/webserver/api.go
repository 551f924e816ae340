package webserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/verb"
)

// getFile answers with one file's blocks. ws=ignore omits changes of white space; with full=1 nothing is shortened.
func (s *Server) getFile(r *http.Request, snap *snapshot) (any, error) {
	q := r.URL.Query()
	d, err := snap.diff(r.Context(), r.PathValue("id"), q.Get("ws") == "ignore", q.Get("full") == "1")
	if err != nil {
		return nil, err
	}
	return verb.Answer(d, ""), nil
}

// NumberedLine is a line of a file with its number.
type NumberedLine struct {
	N     int    `json:"n"`
	Text  string `json:"text"`
	Cut   int    `json:"cut,omitempty"`   // as in Line
	Bytes bool   `json:"bytes,omitempty"` // as in Line
}

// LinesOutput is a section of a file, and the number of all its lines.
type LinesOutput struct {
	Lines []NumberedLine `json:"lines"`
	Total int            `json:"total"`
}

const maxExpanded = 10_000 // lines in one answer

// getLines answers with lines around a hunk.
func (s *Server) getLines(r *http.Request, snap *snapshot, f *compare.File) (any, error) {
	q := r.URL.Query()
	side, path, err := sideOf(f, q.Get("side"))
	if err != nil {
		return nil, err
	}
	from, errFrom := strconv.Atoi(q.Get("from"))
	to, errTo := strconv.Atoi(q.Get("to"))
	if errFrom != nil || errTo != nil || from < 1 || to < from {
		return nil, fail.Usage("\"from\" and \"to\" must be line numbers, starting at 1")
	}
	to = min(to, from+maxExpanded-1)
	lines, total, err := snap.comparison.Lines(r.Context(), side, path, from, to)
	if err != nil {
		return nil, err
	}
	out := LinesOutput{Lines: []NumberedLine{}, Total: total}
	for n, text := range lines {
		text = strings.TrimSuffix(text, "\r")
		sent := shortened(text)
		line := NumberedLine{N: from + n, Cut: len(text) - len(sent)}
		line.Text, line.Bytes = readable(sent)
		out.Lines = append(out.Lines, line)
	}
	return out, nil
}

// getDiff answers with the whole patch, as git would print it.
func (s *Server) getDiff(w http.ResponseWriter, r *http.Request) {
	snap, err := s.snapshot(r)
	if err != nil {
		writeFailure(w, r, err)
		return
	}
	defer snap.giveBack()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	out, done := compressed(w, r)
	defer done()
	for i := range snap.comparison.Files {
		if _, err := io.WriteString(out, snap.comparison.Files[i].Patch()); err != nil {
			return // the reader is gone
		}
	}
}

// strictly decodes one JSON object. It refuses unknown fields and anything after the object.
func strictly(raw json.RawMessage, v any) error {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] != '{' {
		return fail.Usage("the request body is not a JSON object")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fail.Usage("invalid request body: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return fail.Usage("unexpected data after the JSON object in the request body")
	}
	return nil
}

// body reads what was posted, up to limit bytes.
func body(r *http.Request, limit int64) (json.RawMessage, error) {
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, limit))
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fail.Denied("the request is larger than %d bytes", large.Limit)
	}
	if err != nil {
		return nil, fail.Usage("cannot read the request body: %w", err)
	}
	return data, nil
}

// decode reads what was posted into v, as strictly as the input of a verb.
func decode(r *http.Request, v any, limit int64) error {
	raw, err := body(r, limit)
	if err != nil {
		return err
	}
	return strictly(raw, v)
}
