package anchor

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/linemap"
)

func TestDescribe(t *testing.T) {
	text := []byte("one\r\ntwo\nthree\nfour\nfive\nsix\nseven\neight")
	want := Description{
		StartLine: 4, EndLine: 5,
		ContextBefore: []string{"one", "two", "three"},
		TargetContent: "four\nfive",
		ContextAfter:  []string{"six", "seven", "eight"},
		ContentHash:   contentHash("four\nfive"),
	}
	if d := cmp.Diff(want, Describe(text, 4, 5)); d != "" {
		t.Error(d)
	}
}

func TestDescribeMovesPositionsIntoTheText(t *testing.T) {
	text := []byte("one\ntwo\n")
	for _, c := range [][4]int{{-4, 9, 1, 2}, {9, 9, 2, 2}, {2, 1, 2, 2}, {0, 0, 1, 1}} {
		if d := Describe(text, c[0], c[1]); d.StartLine != c[2] || d.EndLine != c[3] {
			t.Errorf("lines %d to %d: got %d to %d", c[0], c[1], d.StartLine, d.EndLine)
		}
	}
	if d := Describe(nil, 1, 1); d.TargetContent != "" || d.StartLine != 1 {
		t.Errorf("an empty text: %+v", d)
	}
}

// A description has the lines that the whole text has when it is split, whatever their ends.
func TestADescriptionHasTheLinesOfTheText(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for range 500 {
		var lines []string
		text := ""
		for range rng.Intn(12) {
			line := []string{"", "a", "bb\tc", "é"}[rng.Intn(4)]
			lines = append(lines, line)
			text += line + []string{"\n", "\r\n"}[rng.Intn(2)]
		}
		start, end := rng.Intn(16)-2, rng.Intn(16)-2
		d := Describe([]byte(text), start, end)
		count := max(len(lines), 1)
		first := min(max(start, 1), count)
		last := min(max(end, first), count)
		lines = append(lines, make([]string, count-len(lines))...) // an empty text is described as one empty line
		want := Description{
			StartLine: first, EndLine: last, ContentHash: contentHash(strings.Join(lines[first-1:last], "\n")),
			ContextBefore: append([]string{}, lines[max(0, first-1-contextLines):first-1]...),
			TargetContent: strings.Join(lines[first-1:last], "\n"),
			ContextAfter:  append([]string{}, lines[last:min(count, last+contextLines)]...),
		}
		if diff := cmp.Diff(want, d); diff != "" {
			t.Fatalf("%q, lines %d to %d: %s", text, start, end, diff)
		}
	}
}

// UTF-16 is decoded to count the lines and to read those that are kept, and no more often.
func TestDescribeDecodesATextTwice(t *testing.T) {
	plain := []byte(strings.Repeat("a line of the text\n", 200))
	wide := []byte{0xFF, 0xFE}
	for _, c := range plain {
		wide = append(wide, c, 0)
	}
	allocations := func(text []byte) float64 {
		return testing.AllocsPerRun(20, func() { Describe(text, 100, 110) })
	}
	once := testing.AllocsPerRun(20, func() { linemap.Plain(wide) })
	if more := allocations(wide) - allocations(plain); once == 0 || more > 2*once {
		t.Errorf("%v allocations to decode a text, %v more to describe it", once, more)
	}
}

func TestDescribeIsBounded(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	text := []byte(long + "\n" + strings.Repeat("line\n", 100_000))
	d := Describe(text, 1, 100_001)
	if n := len(d.TargetContent); n > maxTarget*(maxLine+4) {
		t.Errorf("%d bytes are kept", n)
	}
	if d.ContentHash == Describe(text, 1, 100_000).ContentHash {
		t.Error("the hash is not over the whole target")
	}
	p := Find(d, text)
	if p.State != Anchored || p.Start != 1 || p.End != 100_001 || p.Edited {
		t.Errorf("a cut description finds %+v", p)
	}
}

func TestWhatIsDescribedIsFound(t *testing.T) {
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("value%d := compute%d(%d)", i, i%7, i*31))
	}
	text := text(lines)
	rng := rand.New(rand.NewSource(1))
	for range 200 {
		start := 1 + rng.Intn(len(lines))
		end := min(start+rng.Intn(6), len(lines))
		p := Find(Describe(text, start, end), text)
		if p.State != Anchored || p.Start != start || p.End != end || p.Edited || p.Method != Context {
			t.Fatalf("lines %d to %d: %+v", start, end, p)
		}
	}
}

const program = `package main

import "fmt"

func greet(name string) {
	message := fmt.Sprintf("hello, %s", name)
	fmt.Println(message)
}

func leave(name string) {
	fmt.Fprintln(os.Stderr, "goodbye", strings.ToUpper(name))
	fmt.Println(message)
}
`

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name       string
		start, end int // described in program
		text       string
		wantStart  int
		reason     string
		edited     bool
	}{
		{name: "lines added above", start: 6, end: 6, text: "// a comment\n\n" + program, wantStart: 8},
		{name: "line ends changed", start: 6, end: 7, text: strings.ReplaceAll(program, "\n", "\r\n"), wantStart: 6},
		{name: "line changed", start: 6, end: 6, text: strings.Replace(program, "hello, %s", "hello, dear %s", 1), wantStart: 6, edited: true},
		// Content of 642 in an equal context is accepted; content of 571 is not, and is not a guess either.
		{name: "line changed a lot", start: 6, end: 6, text: strings.Replace(program, "message := fmt.Sprintf(\"hello, %s\", name)", "message := fmt.Errorf(\"goodbye, %s\", other)", 1), wantStart: 6, edited: true},
		{name: "line replaced", start: 6, end: 6, text: strings.Replace(program, "message := fmt.Sprintf(\"hello, %s\", name)", "message = fmt.Sprint(name)", 1), reason: reasonGone},
		{name: "twins are told apart by context", start: 7, end: 7, text: program, wantStart: 7},
		{name: "other twin", start: 12, end: 12, text: program, wantStart: 12},
		{name: "deleted", start: 6, end: 6, text: strings.Replace(program, "\tmessage := fmt.Sprintf(\"hello, %s\", name)\n", "", 1), reason: reasonGone},
		{name: "context without content", start: 6, end: 6, text: strings.Replace(program, "message := fmt.Sprintf(\"hello, %s\", name)", "if x > 3 && y < 4 {", 1), reason: reasonGone},
		{name: "tie", start: 6, end: 6, text: program + program, reason: reasonTie},
		{name: "empty", start: 6, end: 6, text: "", reason: reasonEmpty},
		{name: "binary", start: 6, end: 6, text: "\x00", reason: reasonBinary},
		{name: "blank target", start: 2, end: 2, text: program, reason: reasonNoContent},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Find(Describe([]byte(program), c.start, c.end), []byte(c.text))
			if c.reason != "" {
				if p.State != Stale || p.Reason != c.reason {
					t.Errorf("got %+v, want stale because %q", p, c.reason)
				}
				return
			}
			if p.State != Anchored || p.Start != c.wantStart || p.Edited != c.edited {
				t.Errorf("got %+v, want line %d", p, c.wantStart)
			}
		})
	}
}

func TestAWorseContextNeverScoresHigher(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	var lines []string
	for i := range 40 {
		lines = append(lines, fmt.Sprintf("step %d calls handler%d with %d", i, i*i, i%5))
	}
	for range 100 {
		at := 5 + rng.Intn(30)
		d := Describe(text(lines), at, at)
		last := 2.0
		// The lines of context are replaced by strangers, one after another.
		for _, i := range []int{at - 2, at - 3, at - 4, at, at + 1, at + 2} {
			p := Find(d, text(lines))
			if p.State == Anchored && p.Score > last {
				t.Fatalf("score rose from %v to %v when the context got worse", last, p.Score)
			}
			last = p.Score
			lines[i] = "~~~~"
		}
		for i := range lines {
			lines[i] = fmt.Sprintf("step %d calls handler%d with %d", i, i*i, i%5)
		}
	}
}

func TestSimilarity(t *testing.T) {
	a := []byte(program)
	renamed := []byte(strings.Replace(program, "leave", "depart", 1))
	for _, c := range []struct {
		name     string
		a, b     []byte
		min, max float64
	}{
		{"equal", a, a, 1, 1},
		{"both empty", nil, nil, 1, 1},
		{"one empty", a, nil, 0, 0},
		{"one line changed", a, renamed, 0.8, 0.999},
		{"unrelated", a, []byte("nothing\nin common\n"), 0, 0.05},
		{"half", a, a[:len(a)/2], 0.3, 0.7},
		{"binary", []byte("\x00\x01"), []byte("\x00\x02"), 0, 0},
	} {
		got := Similarity(c.a, c.b)
		if got < c.min || got > c.max || got != Similarity(c.b, c.a) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestLinesAndBinary(t *testing.T) {
	for text, n := range map[string]int{"": 0, "\n": 1, "a": 1, "a\n": 1, "a\nb": 2, "a\r\nb\r\n": 2, "\n\n": 2, "\xFF\xFEa\x00\n\x00b\x00": 2} {
		if got := Lines([]byte(text)); got != n {
			t.Errorf("%q has %d lines, got %d", text, n, got)
		}
	}
	for text, want := range map[string]bool{"": false, "text\n": false, "a\x00b": true, "\xFF\xFEa\x00\n\x00": false, "\xFF\xFE\x00\x00": true, "caf\xe9": false, strings.Repeat("x", 8000) + "\x00": false} {
		if got := IsBinary([]byte(text)); got != want {
			t.Errorf("%.20q binary: %v", text, got)
		}
	}
}
