package transcript

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unicode/utf8"
)

// fuzzReader reads whatever it is given, and reads it again as a part of itself: no panic, no words without an
// id, nothing that is not text, never more than was asked for, and the same at every look.
func fuzzReader(f *testing.F, agent string) {
	small := bytes.ReplaceAll(bytes.ReplaceAll(sample(f, agent), bytes.Repeat([]byte("P"), 1000), nil), bytes.Repeat([]byte("B"), 1000), nil)
	f.Add(small, 5)
	for line := range bytes.Lines(small) {
		f.Add(bytes.Clone(line), 1)
	}
	f.Add([]byte("{}\nnull\n[]\n\"\"\n{\"type\":[]}\n\x00\xff"), 3)
	var h harness
	for _, h = range harnesses {
		if h.name == agent {
			break
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		n = max(1, min(n, 50))
		first := readBytes(t, h, data, n)
		if len(first) > n {
			t.Fatalf("%d responses of %d", len(first), n)
		}
		for _, r := range first {
			if r.Text == "" || !utf8.ValidString(r.Text) || len(r.ID) != len(IDPrefix)+idDigits || r.At.Year() > 9999 {
				t.Fatalf("%+v", r)
			}
		}
		again := readBytes(t, h, data, n)
		if len(again) != len(first) {
			t.Fatalf("%d responses, then %d", len(first), len(again))
		}
		readBytes(t, h, data[:len(data)/2], n)
		newest(first, n)
		// As one document, and as the beginning of a file.
		r := h.reader(file{path: "x.json"}, n)
		r.take(data)
		r.responses(true)
		if len(data)%16 != 0 { // files are slow
			return
		}
		path := filepath.Join(t.TempDir(), "x.jsonl")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		h.started(file{path: path, mod: time.Unix(0, 0)})
	})
}

func FuzzClaude(f *testing.F)  { fuzzReader(f, claudeCode) }
func FuzzCodex(f *testing.F)   { fuzzReader(f, codex) }
func FuzzGemini(f *testing.F)  { fuzzReader(f, gemini) }
func FuzzCopilot(f *testing.F) { fuzzReader(f, copilot) }

func FuzzOpenCode(f *testing.F) {
	answer, err := os.ReadFile(filepath.Join("testdata", "opencode.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(answer)
	f.Add([]byte(`[{"dir":1,"message":"m","text":"t","at":-1},null,[],7]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, ok := openCodeRows(data)
		if !ok {
			return
		}
		for _, r := range (&Finder{}).openCodeResponses(rows, Query{Roots: []string{"/home/ann/garden", "/"}, Max: 5}) {
			if r.Text == "" || !utf8.ValidString(r.Text) {
				t.Fatalf("%+v", r)
			}
		}
	})
}
