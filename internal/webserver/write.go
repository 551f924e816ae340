package webserver

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"slices"
	"strings"

	"consider/internal/printable"
)

const worthPacking = 1 << 10 // bytes; a shorter answer is not compressed

// send answers with JSON. Characters that are invisible or control the terminal are escaped, and so are those that could
// end a script.
func send(w http.ResponseWriter, r *http.Request, status int, v any) {
	data, err := encode(v)
	if err != nil {
		status, data = http.StatusInternalServerError, []byte(`{"ok":false,"error":{"kind":"internal","message":"the response could not be encoded","hints":[]}}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	out, done := io.Writer(w), func() {}
	if len(data) >= worthPacking {
		out, done = compressed(w, r)
	}
	defer done()
	w.WriteHeader(status)
	_, _ = out.Write(data) // the reader is gone
}

// encode returns JSON that is safe in a terminal and in a page.
func encode(v any) ([]byte, error) {
	data, err := json.Marshal(v) // escapes <, > and &
	if err != nil {
		return nil, err
	}
	return printable.JSON(data), nil
}

// packer returns a gzip writer that is fast rather than thorough, because the data stays on this machine.
func packer(w io.Writer) (*gzip.Writer, func()) {
	pack, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is valid
	return pack, func() { _ = pack.Close() }          // the reader is gone
}

// compressed returns w, with gzip when the client accepts it. The caller calls done at the end.
func compressed(w http.ResponseWriter, r *http.Request) (out io.Writer, done func()) {
	if !accepts(r) {
		return w, func() {}
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Add("Vary", "Accept-Encoding")
	return packer(w)
}

// writePlainPage answers with a plain page when no other page can be shown.
func writePlainPage(w http.ResponseWriter, status int, message string, hints []string) {
	var b bytes.Buffer
	b.WriteString("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>consider</title>\n")
	fmt.Fprintf(&b, "<h1>%s</h1>\n", html.EscapeString(printable.Line(sentence(message))))
	for _, hint := range hints {
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(printable.Line(sentence(hint))))
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the reader is gone
}

// sentence adds a capital at the beginning and a full stop at the end.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

// accepts reports whether the client accepts gzip.
func accepts(r *http.Request) bool {
	return slices.ContainsFunc(strings.Split(r.Header.Get("Accept-Encoding"), ","), func(c string) bool {
		name, q, _ := strings.Cut(strings.TrimSpace(c), ";")
		return name == "gzip" && strings.TrimSpace(q) != "q=0"
	})
}
