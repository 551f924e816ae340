package anchor

import (
	"strings"
	"testing"
)

func seeds(f *testing.F) {
	f.Add([]byte(program), []byte(strings.Replace(program, "hello", "hi", 1)), 6, 7)
	f.Add([]byte("a\nb\n}\n}\n"), []byte("}\na\n\n}\nb"), 1, 3)
	f.Add([]byte("x := 1\r\n\ty()\r\n"), []byte("if z {\n\tx := 1\n}\n"), 1, 1)
	f.Add([]byte("\xEF\xBB\xBFone\n"), []byte("\xFF\xFEo\x00n\x00e\x00"), 1, 1)
	f.Add([]byte(""), []byte("\x00"), 0, -1)
}

func FuzzMap(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, old, changed []byte, start, end int) {
		m := Map(old, changed)
		p := m.Place(start, end)
		checkSane(t, p, Lines(changed))
		if again := Map(old, changed).Place(start, end); again != p {
			t.Fatalf("%+v, then %+v", p, again)
		}
		owners := map[int]bool{}
		for i := range min(Lines(old), 200) {
			q := m.Place(i+1, i+1)
			checkSane(t, q, Lines(changed))
			if q.State == Anchored && q.Method != Reflowed {
				if owners[q.Start] {
					t.Fatalf("line %d of the new text has two owners", q.Start)
				}
				owners[q.Start] = true
			}
		}
		if start >= 1 && end >= start && start <= Lines(old) && string(old) != string(changed) {
			q := Map(old, old).Place(start, end)
			if q.State != Anchored || q.Start != start || q.Score != 1 {
				t.Fatalf("the text itself: %+v", q)
			}
		}
	})
}

func FuzzFind(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, old, changed []byte, start, end int) {
		d := Describe(old, start, end)
		n := Lines(changed)
		checkSane(t, Find(d, changed), n)
		if s := Similarity(old, changed); s < 0 || s > 1 || s != Similarity(changed, old) {
			t.Fatalf("similarity %v and %v", s, Similarity(changed, old))
		}
		// The text itself holds what was described: if a place is found at all, it is that place or one that reads the
		// same.
		if p := Find(d, old); p.State == Anchored && !p.Edited {
			if again := Describe(old, p.Start, p.End); again.ContentHash != d.ContentHash {
				t.Fatalf("found another text at %+v", p)
			}
		}
		// Any description is safe, even one that no text can have.
		d.ContextBefore = append(d.ContextBefore, string(changed))
		checkSane(t, Find(d, old), Lines(old))
	})
}

func FuzzArrival(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, old, changed []byte, start, end int) {
		for _, gone := range []*Removed{RemovedAll(old), Map(old, changed).Removed(), Map(old, changed).RemovedWith(start, end)} {
			for _, then := range [][]byte{nil, old, changed} {
				ground := NewTargetFile(then, changed)
				at := gone.In(ground).Place(start, end)
				checkOutlook(t, gone, ground, start, end, at)
				if at.Believable() {
					checkSane(t, at.Placement, Lines(changed))
				}
				if at.Weight < 0 || at.Weight > at.Most {
					t.Fatalf("%d of %d", at.Weight, at.Most)
				}
			}
		}
		// Lines that were there before are not the place of an arrival.
		if at := RemovedAll(old).In(NewTargetFile(old, old)).Place(start, end); at.Believable() {
			t.Fatalf("came to where it was: %+v", at)
		}
	})
}

// checkOutlook checks that the evidence for a place never exceeds the bound given before the texts were compared.
func checkOutlook(t *testing.T, gone *Removed, in *TargetFile, start, end int, at Landing) {
	t.Helper()
	lines := map[uint64]int{}
	Prints(in.now, func(print uint64) { lines[print]++ })
	far := gone.Outlook(start, end, func(print uint64) int { return lines[print] })
	for _, most := range []Outlook{far, in.Outlook(gone, start, end)} {
		if at.Weight > most.Weight || at.Lines > most.Lines || at.Believable() && !most.Promising() {
			t.Fatalf("%+v is more than %+v", at, most)
		}
	}
}
