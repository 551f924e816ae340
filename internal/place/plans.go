package place

import (
	"fmt"
	"strings"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/thread"
	"consider/internal/words"
)

// Plans finds the lines of threads on plans in other versions of each plan.
type Plans struct {
	files  gitstore.Files
	newest map[string]int
	steps  map[planStep]*planTexts // nil when one of the texts cannot be read
}

type planStep struct {
	id       string
	from, to int
}

// planTexts are the texts of two versions, and the map between them, which is made once for all threads.
type planTexts struct {
	older, newer []byte
	lines        *anchor.Mapping
}

// NewPlans returns a Plans for one state of the store.
func NewPlans(files gitstore.Files) *Plans {
	return &Plans{files: files, newest: map[string]int{}, steps: map[planStep]*planTexts{}}
}

// Now returns where the lines of a thread are in the newest version of its plan. It is nil when the thread is not on
// lines or was made on the newest version, or when a text cannot be read. quote reads the text that the thread is on.
func (p *Plans) Now(ref *thread.ResponseRef, quote func() string) *thread.PlanNow {
	if ref == nil || ref.Plan == nil || ref.Plan.StartLine < 1 {
		return nil
	}
	n := p.version(ref.Plan.ID)
	if n <= ref.Plan.Version {
		return nil
	}
	found, ok := p.Place(*ref.Plan, n, quote)
	if !ok {
		return nil
	}
	out := &thread.PlanNow{Version: n, Edited: found.Edited}
	if found.State == anchor.Anchored {
		out.StartLine, out.EndLine = found.Start, found.End
	}
	return out
}

// Place returns where the lines of a thread are in another version of its plan, and as Edited whether the text that it
// is on has changed there. ok is false when a text cannot be read.
func (p *Plans) Place(at thread.PlanRef, to int, quote func() string) (found anchor.Placement, ok bool) {
	t := p.texts(planStep{at.ID, at.Version, to})
	if t == nil {
		return anchor.Placement{}, false
	}
	found = t.lines.Place(at.StartLine, at.EndLine)
	found.Edited = found.Edited && found.State == anchor.Anchored &&
		Reworded(quote(), anchor.LinesOf(t.older, at.StartLine, at.EndLine), anchor.LinesOf(t.newer, found.Start, found.End))
	return found, true
}

// Reworded reports whether the words that a comment is on have changed in newer lines. A comment that quotes its lines
// in full is on all of their words, so that a new word counts too; otherwise only the quoted words count.
func Reworded(quote string, older, newer []string) bool {
	said, was, is := normalizeText(quote), normalizeText(strings.Join(older, "\n")), normalizeText(strings.Join(newer, "\n"))
	return !strings.Contains(is, said) || said == was && is != was
}

// normalizeText returns the words of a passage without white space, marks, and the mark of a heading or a step.
func normalizeText(text string) string {
	mark, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	number := strings.TrimRight(mark, ".)")
	if strings.Trim(mark, "#-+*") == "" || number != mark && words.AllDigits(number) {
		text = rest
	}
	out, _ := words.Unmarked(text)
	return out
}

// version returns the number of the newest text of a plan, 0 when there is none.
func (p *Plans) version(id string) int {
	n, known := p.newest[id]
	if known {
		return n
	}
	entries, _ := p.files.ReadDir(thread.PlanFolder(id)) // if it fails, the thread stays where it was made
	for _, e := range entries {
		var v int
		if name, ok := strings.CutSuffix(e.Name, ".md"); ok && !e.Dir {
			if _, err := fmt.Sscan(name, &v); err == nil {
				n = max(n, v)
			}
		}
	}
	p.newest[id] = n
	return n
}

func (p *Plans) texts(step planStep) *planTexts {
	if t, known := p.steps[step]; known {
		return t
	}
	p.steps[step] = nil
	older, err := p.files.ReadFile(thread.PlanText(step.id, step.from))
	if err != nil {
		return nil
	}
	newer, err := p.files.ReadFile(thread.PlanText(step.id, step.to))
	if err != nil {
		return nil
	}
	p.steps[step] = &planTexts{older, newer, anchor.Map(older, newer)}
	return p.steps[step]
}
