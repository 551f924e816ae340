package webserver

import (
	"encoding/base64"
	"errors"
	"net/http"
	"path"
	"strings"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/thread"
)

// PictureOutput is one side of a picture, to be shown only as an image.
type PictureOutput struct {
	Type string `json:"type"` // "" when the side has no such file
	Data string `json:"data"` // base64
}

// pictures maps the ends of names to the types that browsers draw. The content of a file does not decide its type.
var pictures = map[string]string{
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
	".avif": "image/avif", ".bmp": "image/bmp", ".ico": "image/x-icon", ".svg": "image/svg+xml",
}

// getPicture answers with a picture of one side. It is data in JSON that needs the token: no address of this server ever
// serves a document whose content comes from the project.
func (s *Server) getPicture(r *http.Request, snap *snapshot, f *compare.File) (any, error) {
	side, name, err := sideOf(f, r.URL.Query().Get("side"))
	if err != nil {
		return nil, err
	}
	kind := pictures[strings.ToLower(path.Ext(name))]
	if kind == "" {
		return nil, fail.Usage("%q is not an image", name)
	}
	data, err := snap.comparison.Text(r.Context(), side, name)
	if errors.Is(err, fail.ErrNotFound) {
		return PictureOutput{}, nil
	}
	if err != nil {
		return nil, err
	}
	return PictureOutput{Type: kind, Data: base64.StdEncoding.EncodeToString(data)}, nil
}

// sideOf returns a side by its name, and the path of the file on it.
func sideOf(f *compare.File, word string) (thread.Side, string, error) {
	switch word {
	case "old":
		return thread.Old, f.OldPath(), nil
	case "new", "":
		return thread.New, f.Path, nil
	}
	return "", "", fail.Usage("side must be old or new, not %q", word)
}
