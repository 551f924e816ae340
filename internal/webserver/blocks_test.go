package webserver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBlocksAreCutByCountedLines(t *testing.T) {
	patch := "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@ func diff() {\n" +
		" diff --git a/y b/y\n--- a/y\n-@@ -1 +1 @@\n+++ b/y\n+lone \r return\n @@ -9 +9 @@\n\\ No newline at end of file\n" +
		"@@ -20 +20,0 @@\n--\n\\ No newline at end of file\n"
	want := []Block{
		{Header: "@@ -1,4 +1,4 @@ func diff() {", Lines: []Line{
			{Type: " ", Old: 1, New: 1, Text: "diff --git a/y b/y"},
			{Type: "-", Old: 2, Text: "-- a/y"},
			{Type: "-", Old: 3, Text: "@@ -1 +1 @@"},
			{Type: "+", New: 2, Text: "++ b/y"},
			{Type: "+", New: 3, Text: "lone \r return"},
			{Type: " ", Old: 4, New: 4, Text: "@@ -9 +9 @@", NoEOL: true},
		}},
		{Header: "@@ -20 +20,0 @@", Lines: []Line{{Type: "-", Old: 20, Text: "-", NoEOL: true}}},
	}
	if diff := cmp.Diff(want, blocksOf(patch, false).Blocks); diff != "" {
		t.Error(diff)
	}
}

func TestLongLinesAreShortenedUnlessAsked(t *testing.T) {
	patch := "@@ -0,0 +1,2 @@\n+" + strings.Repeat("ä", maxLineSent) + "\n+end\n"
	d := blocksOf(patch, false)
	line := d.Blocks[0].Lines[0]
	if !d.Truncated || line.Cut+len(line.Text) != 2*maxLineSent || !strings.HasSuffix(line.Text, "ä") || d.Blocks[0].Lines[1].Text != "end" {
		t.Errorf("cut %d, %d bytes, %v", line.Cut, len(line.Text), d.Truncated)
	}
	if d := blocksOf(patch, true); d.Truncated || d.Blocks[0].Lines[0].Cut != 0 {
		t.Error("cut although all was asked for")
	}
}

func FuzzBlocks(f *testing.F) {
	f.Add("@@ -1,2 +1,2 @@\n a\n-b\n+c\n")
	f.Add("diff --git a/x b/x\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n@@ -1,99 +1 @@\n+")
	f.Add("@@ -1,3 +1,3 @@\n\\\n\\\n x\r\n")
	f.Add("@@ -9999999999999999999 +1 @@\n@@ -1,-1 +1 @@\n+\xff\n")
	f.Fuzz(func(t *testing.T, patch string) {
		d := blocksOf(patch, false)
		if _, err := json.Marshal(d); err != nil {
			t.Fatal(err)
		}
		for _, b := range d.Blocks {
			h, ok := parseHunk(b.Header)
			if !ok && d.Encoding == "" {
				t.Fatalf("the head %q is none", b.Header)
			}
			old, now := 0, 0
			for _, l := range b.Lines {
				if strings.Contains(l.Text, "\n") || (l.Type == " ") != (l.Old > 0 && l.New > 0) && h.oldStart > 0 && h.newStart > 0 {
					t.Fatalf("the line %+v", l)
				}
				if l.Type != "+" {
					old++
				}
				if l.Type != "-" {
					now++
				}
			}
			if ok && (old > h.oldLines || now > h.newLines) {
				t.Fatalf("more lines than %q promises", b.Header)
			}
		}
	})
}
