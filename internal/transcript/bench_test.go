package transcript

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The last five responses of a conversation of 200 MB: its end is read, not the rest.
func BenchmarkLatestOf200MB(b *testing.B) {
	sample, err := os.ReadFile(filepath.Join("testdata", "claude.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	home := b.TempDir()
	root := "/home/ann/garden"
	file := filepath.Join(home, ".claude", "projects", "-home-ann-garden", "long.jsonl")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.Repeat(sample, 200<<20/len(sample)), 0o600); err != nil {
		b.Fatal(err)
	}
	places := PlacesOf(home, func(string) string { return "" })
	b.ReportAllocs()
	for b.Loop() {
		found, err := (&Finder{Places: places}).Latest(b.Context(), Query{Roots: []string{root}, Agent: "claude-code", Max: 5})
		if err != nil || len(found.Responses) == 0 {
			b.Fatalf("%d responses, %v", len(found.Responses), err)
		}
	}
}
