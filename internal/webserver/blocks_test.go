package webserver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gitdiff"
)

func hunksOf(a, b string) []gitdiff.Hunk {
	return gitdiff.Hunks([]byte(a), []byte(b), gitdiff.Options{Context: 3})
}

func TestBlocksHaveTheLinesOfBothSides(t *testing.T) {
	var between string
	for range 8 {
		between += "between\n"
	}
	a := "diff() {\n 1\n 2\n 3\n 4\n-- a/y\n@@ -1 +1 @@\n" + between + "-"
	b := "diff() {\n 1\n 2\n 3\n 4\n++ b/y\nlone \r return\n" + between
	want := []Block{
		{Header: "@@ -3,8 +3,8 @@ diff() {", Lines: []Line{
			{Type: " ", Old: 3, New: 3, Text: " 2"},
			{Type: " ", Old: 4, New: 4, Text: " 3"},
			{Type: " ", Old: 5, New: 5, Text: " 4"},
			{Type: "-", Old: 6, Text: "-- a/y"},
			{Type: "-", Old: 7, Text: "@@ -1 +1 @@"},
			{Type: "+", New: 6, Text: "++ b/y"},
			{Type: "+", New: 7, Text: "lone \r return"},
			{Type: " ", Old: 8, New: 8, Text: "between"},
			{Type: " ", Old: 9, New: 9, Text: "between"},
			{Type: " ", Old: 10, New: 10, Text: "between"},
		}},
		{Header: "@@ -13,4 +13,3 @@ between", Lines: []Line{
			{Type: " ", Old: 13, New: 13, Text: "between"},
			{Type: " ", Old: 14, New: 14, Text: "between"},
			{Type: " ", Old: 15, New: 15, Text: "between"},
			{Type: "-", Old: 16, Text: "-", NoEOL: true},
		}},
	}
	if diff := cmp.Diff(want, blocksOf(hunksOf(a, b), false).Blocks); diff != "" {
		t.Error(diff)
	}
}

func TestLongLinesAreShortenedUnlessAsked(t *testing.T) {
	hunks := hunksOf("", strings.Repeat("ä", maxLineSent)+"\nend\n")
	d := blocksOf(hunks, false)
	line := d.Blocks[0].Lines[0]
	if !d.Truncated || line.Cut+len(line.Text) != 2*maxLineSent || !strings.HasSuffix(line.Text, "ä") || d.Blocks[0].Lines[1].Text != "end" {
		t.Errorf("cut %d, %d bytes, %v", line.Cut, len(line.Text), d.Truncated)
	}
	if d := blocksOf(hunks, true); d.Truncated || d.Blocks[0].Lines[0].Cut != 0 {
		t.Error("cut although all was asked for")
	}
}

func FuzzBlocks(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("x", "")
	f.Add("\xff\r\n\x00", "\xff\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		d := blocksOf(hunksOf(a, b), false)
		if _, err := json.Marshal(d); err != nil {
			t.Fatal(err)
		}
		for _, b := range d.Blocks {
			for _, l := range b.Lines {
				if strings.Contains(l.Text, "\n") || (l.Type == " ") != (l.Old > 0 && l.New > 0) {
					t.Fatalf("the line %+v", l)
				}
			}
		}
	})
}
