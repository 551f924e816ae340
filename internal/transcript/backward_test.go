package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func linesOf(t *testing.T, b *backward) (lines []string) {
	t.Helper()
	for {
		line, long, ok, err := b.next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return lines
		}
		if long {
			lines = append(lines, "(long)")
			continue
		}
		lines = append(lines, string(line))
	}
}

func TestLinesComeBackwardsWhateverTheChunksCut(t *testing.T) {
	var want []string
	var b strings.Builder
	for i := range 400 {
		line := fmt.Sprintf("%d-%s.", i, strings.Repeat("日本語🎉", i*3)) // up to 20 KB of characters of 3 and 4 bytes
		want = append([]string{line}, want...)
		b.WriteString(line + "\n")
	}
	if diff := cmp.Diff(want, linesOf(t, newBackward(strings.NewReader(b.String()), int64(b.Len())))); diff != "" {
		t.Error(diff)
	}
}

func TestEmptyLinesNULsAndLineEndsOfWindowsAreNoLines(t *testing.T) {
	text := "\n\na\r\n\n\x00\x00b\n\x00\x00\x00\nhalf"
	got := linesOf(t, newBackward(strings.NewReader(text), int64(len(text))))
	if diff := cmp.Diff([]string{"half", "b", "a"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestALineThatIsTooLongIsPassedOver(t *testing.T) {
	for _, size := range []int{maxLine + 1, 2*maxLine + 5, 3*maxLine + 17} {
		text := "first\n" + strings.Repeat("x", size) + "\nlast\n"
		got := linesOf(t, newBackward(strings.NewReader(text), int64(len(text))))
		if diff := cmp.Diff([]string{"last", "(long)", "first"}, got); diff != "" {
			t.Errorf("%d: %s", size, diff)
		}
		text = strings.Repeat("x", size)
		if got := linesOf(t, newBackward(strings.NewReader(text), int64(len(text)))); !cmp.Equal(got, []string{"(long)"}) {
			t.Errorf("%d bytes alone: %q", size, got)
		}
	}
}

func TestReadingStopsAtItsBound(t *testing.T) {
	text := strings.Repeat(strings.Repeat("x", 1023)+"\n", 1024)
	b := newBackward(strings.NewReader(text), int64(len(text)))
	b.limit = 256 << 10
	if got := linesOf(t, b); len(got) < 250 || len(got) > 330 || !b.cut {
		t.Errorf("%d lines, cut %v", len(got), b.cut)
	}
}

func TestAFileThatShrankIsNoEnd(t *testing.T) {
	b := newBackward(bytes.NewReader([]byte("a\nb\n")), 100)
	if _, _, _, err := b.next(); !errors.Is(err, errMoved) {
		t.Errorf("got %v", err)
	}
}
