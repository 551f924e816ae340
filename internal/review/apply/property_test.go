package apply_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
)

// tale is a file with a comment on it, and its later state.
type tale struct {
	name      string
	id        string
	seen      []string // the lines that the author of the suggestion saw
	suggested []string
	now       []string // the lines of the file, each with its end
	from      []int    // for each line of now, its index in the original lines
	start     int      // the thread's first original line, from 0
}

// written returns the lines with the line ends of one of several styles.
func written(rng *rand.Rand, lines []string) []string {
	ends := [][]string{{"\n"}, {"\r\n"}, {"\n", "\r\n"}}[rng.Intn(3)]
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line + ends[rng.Intn(len(ends))]
	}
	if n := len(out); n > 0 && rng.Intn(2) == 0 && lines[n-1] != "" {
		out[n-1] = lines[n-1]
	}
	if rng.Intn(5) == 0 {
		out[0] = "\ufeff" + out[0]
	}
	return out
}

// tell writes a file, makes a suggestion on some of its lines, and edits the file.
func tell(d *reviewtest.Desk, rng *rand.Rand, n int) tale {
	old, changed, from := gittest.Edited(rng, 5+rng.Intn(40))
	if rng.Intn(3) == 0 { // edits above and below alone
		changed, from = nil, nil
		for i, line := range old {
			if rng.Intn(8) == 0 {
				changed, from = append(changed, fmt.Sprintf("\tput in %d", i)), append(from, -1)
			}
			changed, from = append(changed, line), append(from, i)
		}
	}
	if len(changed) == 0 {
		changed, from = old, nil
		for i := range old {
			from = append(from, i)
		}
	}
	s := tale{name: fmt.Sprintf("f%d.txt", n), start: rng.Intn(len(old)), from: from, now: written(rng, changed)}
	end := min(s.start+rng.Intn(4), len(old)-1)
	s.seen = old[s.start : end+1]
	for i := range rng.Intn(4) {
		s.suggested = append(s.suggested, fmt.Sprintf("\tsuggested %d of %d", i, n))
	}
	d.Write(s.name, strings.Join(written(rng, old), ""))
	block := strings.Join(slices.Concat([]string{"```suggestion"}, s.suggested, []string{"```"}), "\n")
	s.id = d.Add(fmt.Sprintf("%s:%d-%d", s.name, s.start+1, end+1), block)
	d.Write(s.name, strings.Join(s.now, ""))
	return s
}

// byHand returns the file with the suggested lines in place of lines start to end (1-based).
func (s tale) byHand(start, end int) string {
	mark, text := "", strings.Join(s.now, "")
	if strings.HasPrefix(text, "\ufeff") {
		mark, text = "\ufeff", strings.TrimPrefix(text, "\ufeff")
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	eol := func(line string) string { return line[len(strings.TrimRight(line, "\r\n")):] }
	first := eol(lines[start-1])
	if first == "" && start > 1 {
		first = eol(lines[start-2])
	}
	if first == "" {
		first = "\n"
	}
	var out []string
	for _, line := range s.suggested {
		out = append(out, line+first)
	}
	whole := slices.Concat(lines[:start-1], out, lines[end:])
	if n := len(whole); n > 0 && end == len(lines) && eol(lines[end-1]) == "" {
		whole[n-1] = strings.TrimSuffix(whole[n-1], eol(whole[n-1]))
	}
	return mark + strings.Join(whole, "")
}

// place returns the current lines of the thread, if they occur exactly once, unchanged.
func (s tale) place() (start, end int, ok bool) {
	bare := func(line string) string { return strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n") }
	found := 0
	for at := range s.now {
		there := at+len(s.seen) <= len(s.now)
		for i := 0; there && i < len(s.seen); i++ {
			there = bare(s.now[at+i]) == s.seen[i]
		}
		if there {
			found, start = found+1, at+1
		}
	}
	return start, start + len(s.seen) - 1, found == 1
}

// Random edits of a file, its line ends and its last newline: a suggestion replaces exactly the lines that its author
// saw, or is refused; no other byte changes, and undo restores every byte.
func TestWhatIsAppliedIsTheEditMadeByHandAndUndoIsTheTextItself(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	d := reviewtest.New(t)
	const files = 80
	applied, once := 0, 0
	var all []tale
	for n := range files {
		all = append(all, tell(d, rng, n))
	}
	for _, s := range all {
		text := strings.Join(s.now, "")
		out, err := apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{s.id}})
		if err != nil {
			if got := d.Read(s.name); got != text {
				t.Fatalf("%s was refused (%v) and is another: %q, want %q", s.name, err, got, text)
			}
			continue
		}
		applied++
		a := out.Applied[0]
		if want := s.byHand(a.StartLine, a.EndLine); d.Read(s.name) != want {
			t.Fatalf("%s, lines %d-%d: it is %q, by hand %q, it was %q", s.name, a.StartLine, a.EndLine, d.Read(s.name), want, text)
		}
		for i, line := range s.seen {
			if is := strings.TrimRight(strings.TrimPrefix(s.now[a.StartLine-1+i], "\ufeff"), "\r\n"); is != line || a.EndLine-a.StartLine+1 != len(s.seen) {
				t.Fatalf("%s: %q was replaced, its author saw %q", s.name, is, line)
			}
		}
		if start, end, ok := s.place(); ok {
			if once++; a.StartLine != start || a.EndLine != end {
				t.Fatalf("%s: lines %d-%d were replaced, and they are %d-%d", s.name, a.StartLine, a.EndLine, start, end)
			}
		}
		after := d.Read(s.name)
		for _, redo := range []bool{false, true, false} {
			gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{Redo: redo}))(t)
			if want := map[bool]string{false: text, true: after}[redo]; d.Read(s.name) != want {
				t.Fatalf("%s, redo %v: it is %q, want %q", s.name, redo, d.Read(s.name), want)
			}
		}
	}
	for _, s := range all {
		if d.Read(s.name) != strings.Join(s.now, "") {
			t.Errorf("%s was changed by another one's suggestion", s.name)
		}
	}
	t.Logf("%d of %d applied, %d of them on lines that are there once", applied, files, once)
	if applied < files/4 || once < files/8 {
		t.Errorf("the edits leave too little to be applied")
	}
}

// Several suggestions in one file, on similar lines, are applied at once; undo restores the text itself.
func TestUndoOfSeveralInOneFileIsTheTextItself(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	d := reviewtest.New(t)
	for n := range 20 {
		var lines []string
		for i := range 12 {
			lines = append(lines, fmt.Sprintf("line %d of %d", i, n))
		}
		name := fmt.Sprintf("g%d.txt", n)
		text := strings.Join(written(rng, lines), "")
		d.Write(name, text)
		var ids []string
		for at := 1; at <= len(lines); at += 3 {
			block := "```suggestion\n" + strings.Repeat("alike\n", rng.Intn(3)) + "```"
			ids = append(ids, d.Add(fmt.Sprintf("%s:%d-%d", name, at, at+rng.Intn(3)), block))
		}
		rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		gittest.Must(apply.Apply(t.Context(), d.Human(), apply.Input{IDs: ids}))(t)
		after := d.Read(name)
		for _, redo := range []bool{false, true, false} {
			gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{Redo: redo}))(t)
			if want := map[bool]string{false: text, true: after}[redo]; d.Read(name) != want {
				t.Fatalf("redo %v: it is %q, want %q", redo, d.Read(name), want)
			}
		}
		for _, id := range ids {
			if got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread; got.Suggestions[0].Applied {
				t.Errorf("%s is noted as applied", id)
			}
		}
	}
}
