package webserver

import (
	"encoding/base64"
	"strings"
	"testing"

	"consider/internal/picture"
)

// dot is a picture of one pixel.
const dot = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

func TestAnImageOfACommentIsKeptAndGivenBackAsData(t *testing.T) {
	v := newSite(t)
	got := must[ImageOutput](v, "POST", "/api/image", `{"data":"`+dot+`"}`)
	if len(got.ID) != 40 || got.Type != "image/gif" {
		t.Fatalf("kept as %+v", got)
	}
	if back := must[PictureOutput](v, "GET", "/api/image/"+got.ID, ""); back.Data != dot || back.Type != "image/gif" {
		t.Errorf("given back: %+v", back)
	}
	v.refused("not_found", "GET", "/api/image/"+strings.Repeat("0a", 20), "", nil)
	v.refused("usage", "GET", "/api/image/nothing", "", nil)
	v.refused("usage", "GET", "/api/image/..%2f..%2fconfig", "", nil)
}

func TestWhatIsNoImageIsNotTaken(t *testing.T) {
	v := newSite(t)
	gif, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"SVG":   []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"HTML":  []byte("<script>alert(1)</script>"),
		"empty": {},
		"large": append(gif, make([]byte, picture.MaxBytes)...),
	} {
		v.refused("usage", "POST", "/api/image", `{"data":"`+base64.StdEncoding.EncodeToString(data)+`"}`, nil)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	v.refused("usage", "POST", "/api/image", `{"data":"%%%"}`, nil)
	v.refused("denied", "POST", "/api/image", `{"data":"`+strings.Repeat("A", 3<<20)+`"}`, nil)
}
