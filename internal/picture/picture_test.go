package picture_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"consider/internal/picture"
)

// WebP of one pixel, in each of its three forms; Go's library writes none.
var webps = []string{
	"UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=",
	"UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
	"UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==",
}

func encoded(t *testing.T, kind string) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	of := image.NewRGBA(image.Rect(0, 0, 30, 20))
	switch kind {
	case "png":
		err = png.Encode(&b, of)
	case "jpeg":
		err = jpeg.Encode(&b, of, nil)
	case "gif":
		err = gif.Encode(&b, of, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAPictureIsKnownByItsBytes(t *testing.T) {
	for _, kind := range []string{"png", "jpeg", "gif"} {
		if got, err := picture.Of(encoded(t, kind)); err != nil || got.Type != "image/"+kind {
			t.Errorf("%s is taken for %q, %v", kind, got.Type, err)
		}
	}
	for i, text := range webps {
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := picture.Of(data); err != nil || got.Type != "image/webp" {
			t.Errorf("WebP %d is taken for %q, %v", i, got.Type, err)
		}
	}
}

func TestWhatIsNoPictureIsNotKept(t *testing.T) {
	wide := encoded(t, "png")
	binary.BigEndian.PutUint32(wide[16:], 1<<31-1)
	for name, data := range map[string][]byte{
		"nothing":          nil,
		"a text":           []byte("hello"),
		"an SVG":           []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"HTML":             []byte("<!doctype html><script>alert(1)</script>"),
		"a PDF":            []byte("%PDF-1.7\n"),
		"a program":        []byte("\x7fELF\x02\x01\x01"),
		"only a head":      []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
		"a JPEG's head":    []byte("\xff\xd8\xff\xe0\x00\x10JFIF"),
		"a JPEG that ends": append([]byte("\xff\xd8"), bytes.Repeat([]byte{0xff}, 100)...),
		"another RIFF":     []byte("RIFF\x00\x00\x00\x00WAVEfmt \x00\x00"),
		"a gigapixel":      wide,
		"too many bytes":   append(encoded(t, "png"), make([]byte, picture.MaxBytes)...),
	} {
		if got, err := picture.Of(data); err == nil {
			t.Errorf("%s is taken for %q", name, got.Type)
		}
	}
}

// The bytes after the picture are never read, and the type of the picture is the one reported.
func TestAPictureThatIsAlsoAScriptIsAPicture(t *testing.T) {
	data := append(encoded(t, "gif"), "/*<script>alert(1)</script>*/"...)
	if got, err := picture.Of(data); err != nil || got.Type != "image/gif" {
		t.Errorf("it is taken for %q, %v", got.Type, err)
	}
}

func FuzzAnyBytesHaveAnAnswer(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe0\x00\x00"))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8X"))
	f.Add([]byte("GIF89a" + strings.Repeat("\x01", 10)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if kind, err := picture.Of(data); (err == nil) != (kind.Type != "") {
			t.Errorf("%q and %v", kind.Type, err)
		}
	})
}
