package plan

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/gitstore"
	"consider/internal/gittest"
	"consider/internal/thread"
)

// piece is a block of a document, and where it came from.
type piece struct {
	from  int // the index of the former block; -1 for a new one
	gap   bool
	lines []string
}

// edited changes a document as an author would: words change, and paragraphs are added, removed, rewrapped and moved.
func edited(r *rand.Rand, pieces []piece, spare []string) []piece {
	var out []piece
	for i, p := range pieces {
		p.lines = slices.Clone(p.lines)
		switch n := r.IntN(100); {
		case n < 6:
			continue
		case n < 18:
			at := r.IntN(len(p.lines))
			if words := strings.Fields(p.lines[at]); len(words) > 4 {
				p.lines[at] = strings.Replace(p.lines[at], words[len(words)/2], spare[r.IntN(len(spare))], 1)
			}
		case n < 22 && len(p.lines) > 1 && !strings.HasPrefix(p.lines[0], "|") && !strings.HasPrefix(p.lines[0], "```"):
			p.lines = []string{strings.Join(p.lines, " ")}
		case n < 30:
			out = append(out, piece{-1, true, []string{"New: " + spare[r.IntN(len(spare))] + " and " + spare[r.IntN(len(spare))] + ", as was asked."}})
		case n < 33 && len(out) > 2:
			out = slices.Insert(out, r.IntN(len(out)), piece{i, true, p.lines})
			continue
		}
		out = append(out, p)
	}
	return out
}

// blocksIn divides a document into blocks as the page does: paragraphs, list items and fences.
func blocksIn(text string) (out []piece) {
	fenced, gap := false, true
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		fence := strings.HasPrefix(line, "```")
		item := strings.HasPrefix(line, "- ") || strings.HasPrefix(strings.TrimLeft(line, "0123456789"), ". ")
		switch {
		case line == "" && !fenced:
			gap = true
			continue
		case gap || !fenced && (item || fence):
			out = append(out, piece{len(out), gap && len(out) > 0, nil})
		}
		last := &out[len(out)-1]
		last.lines = append(last.lines, line)
		fenced, gap = fenced != fence, false
	}
	return out
}

// joined returns the document, and the lines that each former block has in it.
func joined(pieces []piece) (text string, at map[int][2]int) {
	var lines []string
	at = map[int][2]int{}
	for _, p := range pieces {
		if p.gap {
			lines = append(lines, "")
		}
		at[p.from] = [2]int{len(lines) + 1, len(lines) + len(p.lines)}
		lines = append(lines, p.lines...)
	}
	return strings.Join(lines, "\n") + "\n", at
}

// twoTexts are the texts of a plan's two versions.
type twoTexts struct {
	gitstore.Files
	old, next string
}

func (f twoTexts) ReadFile(file string) ([]byte, error) {
	if strings.HasSuffix(file, "/1.md") {
		return []byte(f.old), nil
	}
	return []byte(f.next), nil
}

// sameWords reports whether a placed passage has the words that it had, in lines broken anywhere.
func sameWords(was, text string, at PlanPlaced) bool {
	is := strings.Join(strings.Split(text, "\n")[at.StartLine-1:at.EndLine], "\n")
	return slices.Equal(strings.Fields(was), strings.Fields(is))
}

// Edited documents are this project's own, each edited in ten ways: 200 in all. Hardly any passage may be placed
// wrongly.
func TestPassagesOfEditedDocumentsAreNotPutWrong(t *testing.T) {
	files, err := filepath.Glob("../../../docs/[ir]*/*.md") // the long ones
	if err != nil || len(files) < 20 {
		t.Fatalf("%d documents: %v", len(files), err)
	}
	var documents, right, wrong, lost int
	for _, file := range files[:20] {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		whole, _ := joined(blocksIn(string(data[:min(len(data), 12_000)])))
		pieces := blocksIn(whole)
		old, was := joined(pieces)
		spare := strings.Fields(old)
		for seed := range uint64(10) {
			documents++
			next, is := joined(edited(rand.New(rand.NewPCG(seed, 7)), pieces, spare))
			w := gittest.Must(newPassageFinder(twoTexts{old: old, next: next}, &Plan{ID: "p_00000001"}, 2))(t)
			for i := range pieces {
				a := thread.NewAnchor([]byte(old), was[i][0], was[i][1], thread.Base{})
				got := w.place(&thread.Span{Quote: a.TargetContent, Source: &thread.Source{Kind: thread.FromPlan, Version: 1, Anchor: a}})
				want, there := is[i]
				switch {
				case got.Passage == Gone && there:
					lost++
				case got.Passage == Gone, there && got.StartLine <= want[1] && got.EndLine >= want[0]:
					right++
					if got.Passage != Gone && sameWords(a.TargetContent, next, got) != (got.Passage == Kept) {
						t.Errorf("%s, edited by %d: %q is %s", file, seed, a.TargetContent, got.Passage)
					}
				default:
					wrong++
				}
			}
		}
	}
	all := right + wrong + lost
	share := func(n int) float64 { return 100 * float64(n) / float64(all) }
	t.Logf("%d documents, %d passages: %.2f %% right, %.2f %% wrong, %.2f %% lost", documents, all, share(right), share(wrong), share(lost))
	if documents != 200 || share(wrong) > 0.5 || share(right) < 95 {
		t.Error("too many are wrong or lost")
	}
}
