package gitfmt

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

func zlibbed(t testing.TB, level int, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, level)
	if err == nil {
		_, err = z.Write(text)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// texts are short and long, alike and not, so that streams have blocks of every kind and codes of every length.
func texts() [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	noise, skewed := make([]byte, 70_000), make([]byte, 200_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for i := range skewed {
		skewed[i] = byte(r.ExpFloat64() * 9)
	}
	var code strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&code, "\tresult%d := computeSomething%d(argument%d)\n", i, i*31, i%7)
	}
	return [][]byte{nil, {0}, []byte("a"), []byte(`{"id":"c_1","body":"Is this what we want?"}`), bytes.Repeat([]byte("a"), 100_000), noise, noise[:300], skewed, []byte(code.String())}
}

func TestAWholeStreamIsInflatedAsTheLibraryDoes(t *testing.T) {
	for i, text := range texts() {
		for _, level := range []int{zlib.NoCompression, zlib.BestSpeed, zlib.DefaultCompression, zlib.BestCompression, zlib.HuffmanOnly} {
			data := zlibbed(t, level, text)
			for _, behind := range []string{"", "x", strings.Repeat("behind", 9)} {
				got, ok := InflateWhole(append(bytes.Clone(data), behind...), len(text))
				if !ok || !bytes.Equal(got, text) {
					t.Errorf("text %d, level %d, %d bytes behind: %v, %d bytes of %d", i, level, len(behind), ok, len(got), len(text))
				}
			}
			for _, size := range []int{len(text) - 1, len(text) + 1, len(text) * 3} {
				if _, ok := InflateWhole(data, max(size, 0)); ok && max(size, 0) != len(text) {
					t.Errorf("text %d, level %d: %d bytes for %d", i, level, size, len(text))
				}
			}
			for cut := 0; cut < len(data); cut += 1 + len(data)/50 {
				if _, ok := InflateWhole(data[:cut], len(text)); ok {
					t.Errorf("text %d, level %d: whole after %d of %d bytes", i, level, cut, len(data))
				}
			}
		}
	}
}

// Whatever it says is whole, the library says too, to the byte.
func FuzzInflateWhole(f *testing.F) {
	for _, text := range texts() {
		text = text[:min(len(text), 400)]
		for _, level := range []int{zlib.NoCompression, zlib.BestSpeed, zlib.BestCompression, zlib.HuffmanOnly} {
			f.Add(zlibbed(f, level, text), len(text))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		if size < 0 || size > 1<<20 {
			return
		}
		got, ok := InflateWhole(data, size)
		var want []byte
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err == nil {
			want, err = io.ReadAll(io.LimitReader(z, 1<<21))
		}
		if ok && (err != nil || !bytes.Equal(got, want)) {
			t.Fatalf("%d bytes, and of the library %d, %v", len(got), len(want), err)
		}
		if !ok && err == nil && len(want) == size {
			t.Fatalf("refused what the library reads: %d bytes", size)
		}
	})
}
