package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	// MaxBytes is how large a picture of a comment may be.
	MaxBytes = 1 << 20
	// maxPixels keeps out a small file that unpacks into gigabytes.
	maxPixels = 50_000_000
)

// Kind is a type of picture.
type Kind struct {
	Type string // "image/png"
	End  string // of a file's name, ".png"
	Word string // "PNG"
}

var (
	png  = Kind{"image/png", ".png", "PNG"}
	jpeg = Kind{"image/jpeg", ".jpg", "JPEG"}
	gif  = Kind{"image/gif", ".gif", "GIF"}
	webp = Kind{"image/webp", ".webp", "WebP"}
)

var errForeign = errors.New("it is not a PNG, JPEG, GIF or WebP file")

// Of returns the type of a picture, or why it is not kept.
func Of(data []byte) (Kind, error) {
	if len(data) > MaxBytes {
		return Kind{}, fmt.Errorf("it is %d bytes; the limit is %d", len(data), MaxBytes)
	}
	kind, width, height := headOf(data)
	switch {
	case kind.Type == "":
		return Kind{}, errForeign
	case width == 0 || height == 0:
		return Kind{}, fmt.Errorf("cannot determine the size of this %s", kind.Word)
	case width*height > maxPixels:
		return Kind{}, fmt.Errorf("it is %d × %d pixels; the limit is %d in total", width, height, maxPixels)
	}
	return kind, nil
}

// headOf finds the type, and the size that the head says; 0 where there is none.
func headOf(b []byte) (kind Kind, width, height uint64) {
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")):
		return png, be32(b, 16), be32(b, 20)
	case bytes.HasPrefix(b, []byte("GIF87a")), bytes.HasPrefix(b, []byte("GIF89a")):
		return gif, le(b, 6, 2), le(b, 8, 2)
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		width, height = frame(b)
		return jpeg, width, height
	case len(b) > 16 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP":
		width, height = canvas(b)
		return webp, width, height
	}
	return Kind{}, 0, 0
}

// frame finds the size of a JPEG, in the first frame that its segments lead to.
func frame(b []byte) (width, height uint64) {
	for at := 2; at+9 <= len(b) && b[at] == 0xff; {
		marker := b[at+1]
		switch {
		case marker == 0xff: // fill
			at++
			continue
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			return uint64(binary.BigEndian.Uint16(b[at+7:])), uint64(binary.BigEndian.Uint16(b[at+5:]))
		}
		at += 2 + int(binary.BigEndian.Uint16(b[at+2:]))
	}
	return 0, 0
}

// canvas finds the size of a WebP in the head of its first chunk.
func canvas(b []byte) (width, height uint64) {
	switch string(b[12:16]) {
	case "VP8X":
		return le(b, 24, 3) + 1, le(b, 27, 3) + 1
	case "VP8L":
		bits := le(b, 21, 4)
		return bits&0x3fff + 1, bits>>14&0x3fff + 1
	case "VP8 ":
		return le(b, 26, 2) & 0x3fff, le(b, 28, 2) & 0x3fff
	}
	return 0, 0
}

// be32 is the number in four bytes, the highest first; 0 behind the end.
func be32(b []byte, at int) uint64 {
	if at+4 > len(b) {
		return 0
	}
	return uint64(binary.BigEndian.Uint32(b[at:]))
}

// le is the number in n bytes, the lowest first; 0 behind the end.
func le(b []byte, at, n int) (out uint64) {
	if at+n > len(b) {
		return 0
	}
	for i := n - 1; i >= 0; i-- {
		out = out<<8 | uint64(b[at+i])
	}
	return out
}
