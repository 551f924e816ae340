package memory

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// A file of 100 KiB once gave an answer of 28,000 tokens, which clients refuse as a whole.
func TestALongViewIsCutAndSaysSo(t *testing.T) {
	var b strings.Builder
	b.WriteString("Here's the content of /memories/a with line numbers:\n")
	for i := range 4000 {
		fmt.Fprintf(&b, "%6d\t%s\n", i+1, "some words of a memory")
	}
	got := boundView(b.String())
	lines := strings.Split(got, "\n")
	last := lineNumber(lines[len(lines)-2])
	if len(got) > maxView+200 || !strings.HasPrefix(b.String(), strings.Join(lines[:len(lines)-1], "\n")) {
		t.Errorf("%d bytes", len(got))
	}
	if want := fmt.Sprintf("[truncated; %d lines omitted: view from line %d to see them]", 4000-last, last+1); lines[len(lines)-1] != want {
		t.Errorf("%q, want %q", lines[len(lines)-1], want)
	}
	if short := "     1\tshort"; boundView(short) != short {
		t.Error("a short one was cut")
	}
	long := boundView("Here's the content:\n  4711\t" + strings.Repeat("é", maxView))
	if !utf8.ValidString(long) || !strings.HasSuffix(long, " omitted]") || len(long) > maxView+100 {
		t.Errorf("one long line: …%q", long[len(long)-60:])
	}
	folder := boundView(strings.Repeat("4.0K\t/memories/a\n", maxView/10))
	if !strings.HasSuffix(folder, "view a subfolder]") {
		t.Errorf("a folder: …%q", folder[len(folder)-60:])
	}
}
