package webserver

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"consider/internal/lazy"
)

// assetFiles holds the files of the pages. They are built from ui/ and committed, so that building the program needs
// nothing else.
//
//go:embed assets
var assetFiles embed.FS

// assets holds the files by the names that pages use: <name>.<digest>.<ext>. The content behind such a name never
// changes.
type assets struct {
	pages map[string]string // by file name, with the assets' names filled in
	files map[string]*asset // by the name with the digest
}

// asset is a file as it is, and compressed.
type asset struct {
	kind   string // media type
	data   []byte
	packed func() []byte // compressed once, before the first request if there is time; nil when compression saves nothing
}

var loadAssets = sync.OnceValue(func() *assets { return newAssets(assetFiles) })

// placeholder matches {{asset review.js}} in a page.
var placeholder = lazy.Regexp(`\{\{asset ([\w.-]+)\}\}`)

func newAssets(from fs.FS) *assets {
	a := &assets{pages: map[string]string{}, files: map[string]*asset{}}
	named, pages := map[string]string{}, map[string]string{}
	files, _ := fs.Glob(from, "assets/*") // the pattern is valid
	for _, name := range files {
		data, _ := fs.ReadFile(from, name) // embedded files can always be read
		if base := path.Base(name); path.Ext(base) == ".html" {
			pages[base] = string(data)
		} else {
			named[base] = a.add(base, data)
		}
	}
	for name, text := range pages {
		a.pages[name] = placeholder().ReplaceAllStringFunc(text, func(found string) string {
			return "/assets/" + named[placeholder().FindStringSubmatch(found)[1]]
		})
	}
	return a
}

// kinds are the media types of the files by their ends: the system's table of types may be wrong.
var kinds = map[string]string{
	".js":  "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
}

// add adds a file and returns the name that it is served under.
func (a *assets) add(name string, data []byte) string {
	ext := path.Ext(name)
	file := &asset{kind: kinds[ext], data: data, packed: sync.OnceValue(func() []byte { return packed(data) })}
	digest := sha256.Sum256(data)
	hashed := fmt.Sprintf("%s.%x%s", strings.TrimSuffix(name, ext), digest[:8], ext)
	a.files[hashed] = file
	return hashed
}

func packed(data []byte) []byte {
	var b bytes.Buffer
	pack, done := packer(&b)
	if _, err := pack.Write(data); err != nil {
		return nil
	}
	if done(); b.Len() >= len(data) {
		return nil
	}
	return b.Bytes()
}

// packReview compresses what the review page loads first, while the browser starts.
func (a *assets) packReview() {
	for name, file := range a.files {
		if strings.HasPrefix(name, "door.") || strings.HasPrefix(name, "review.") {
			file.packed()
		}
	}
}

// asset serves one file, which clients may cache for ever: other content gets another name.
func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	file, ok := loadAssets().files[r.PathValue("name")]
	if !ok {
		writePlainPage(w, http.StatusNotFound, "file not found", nil)
		return
	}
	h := w.Header()
	h.Set("Content-Type", file.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Add("Vary", "Accept-Encoding")
	data := file.data
	if accepts(r) {
		if small := file.packed(); small != nil {
			data = small
			h.Set("Content-Encoding", "gzip")
		}
	}
	_, _ = w.Write(data) // the reader is gone
}
