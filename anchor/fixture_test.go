package anchor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fixture is one file of testdata: a sentence, "method:" or "reason:", and an old and a new text. A line that begins with
// ">" belongs to the place; the mark and the blank after it are not part of the text.
type fixture struct {
	method, reason     string
	old, new           string
	start, end         int
	wantStart, wantEnd int
}

func readFixture(t *testing.T, file string) fixture {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok1 := strings.Cut(string(data), "-- old --\n")
	old, changed, ok2 := strings.Cut(rest, "-- new --\n")
	if !ok1 || !ok2 {
		t.Fatalf("%s: no old and new text", file)
	}
	var f fixture
	for line := range strings.Lines(head) {
		if v, ok := strings.CutPrefix(line, "method: "); ok {
			f.method = strings.TrimSpace(v)
		}
		if v, ok := strings.CutPrefix(line, "reason: "); ok {
			f.reason = strings.TrimSpace(v)
		}
	}
	f.old, f.start, f.end = unmark(old)
	f.new, f.wantStart, f.wantEnd = unmark(changed)
	return f
}

func unmark(marked string) (text string, start, end int) {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(marked) {
		n++
		if line[0] == '>' {
			if start == 0 {
				start = n
			}
			end = n
		}
		b.WriteString(line[2:])
	}
	return b.String(), start, end
}

func fixtures(t *testing.T, do func(t *testing.T, f fixture)) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			do(t, readFixture(t, file))
		})
	}
}

func checkFixture(t *testing.T, f fixture, p Placement) {
	t.Helper()
	if f.reason != "" {
		if p.State != Stale || p.Reason != f.reason {
			t.Errorf("got %+v, want stale because %q", p, f.reason)
		}
		return
	}
	if p.State != Anchored || p.Start != f.wantStart || p.End != f.wantEnd {
		t.Errorf("got %+v, want lines %d to %d", p, f.wantStart, f.wantEnd)
	}
	if string(p.Method) != f.method {
		t.Errorf("method %q, want %q", p.Method, f.method)
	}
}

func TestPlacesFollowTheirLines(t *testing.T) {
	fixtures(t, func(t *testing.T, f fixture) {
		checkFixture(t, f, Map([]byte(f.old), []byte(f.new)).Place(f.start, f.end))
	})
}

func TestLineEndsDoNotMatter(t *testing.T) {
	crlf := func(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) }
	fixtures(t, func(t *testing.T, f fixture) {
		want := Map([]byte(f.old), []byte(f.new)).Place(f.start, f.end)
		for name, got := range map[string]Placement{
			"crlf to lf":   Map(crlf(f.old), []byte(f.new)).Place(f.start, f.end),
			"lf to crlf":   Map([]byte(f.old), crlf(f.new)).Place(f.start, f.end),
			"crlf to crlf": Map(crlf(f.old), crlf(f.new)).Place(f.start, f.end),
		} {
			if got != want {
				t.Errorf("%s: got %+v, want %+v", name, got, want)
			}
		}
	})
}

func TestUnrelatedTailChangesNothing(t *testing.T) {
	tail := "\n# unrelated closing words\nzyxwv utsrq ponml\n"
	fixtures(t, func(t *testing.T, f fixture) {
		got := Map([]byte(f.old), []byte(f.new+tail)).Place(f.start, f.end)
		checkFixture(t, f, got)
	})
}

func TestNoFinalNewlineChangesNothing(t *testing.T) {
	fixtures(t, func(t *testing.T, f fixture) {
		got := Map([]byte(strings.TrimSuffix(f.old, "\n")), []byte(strings.TrimSuffix(f.new, "\n"))).Place(f.start, f.end)
		checkFixture(t, f, got)
	})
}
