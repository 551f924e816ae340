package edits

import (
	"errors"
	"flag"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"consider/anchor"
)

var documents = flag.String("documents", "docs", "the folder of the project whose Markdown files have the history")

// The limits for judging a block by its words.
const (
	surely = 0.6  // share of words in common with the block that it became
	apart  = 0.25 // lead of that share over the next block's
	hardly = 0.2  // share of words in common with any block: below it, the block is gone
)

// figures counts all passages, and those whose words were changed.
type figures struct {
	pairs         int
	all, rewrites judged
}

type judged struct{ right, wrong, lost, unjudged int }

// BenchmarkPassages measures how well passages are followed through the real history of Markdown files, which needs a
// clone that is not shallow. For each two successive versions of a file in git, it searches each block of the older
// version in the newer one, as a comment on a plan is searched. One run is enough: -benchtime 1x.
//
// The correct result is judged by words alone, independently of the code that follows lines: a block whose text occurs
// once in the newer version is there; otherwise it became the block that clearly shares most words with it; otherwise
// it is gone. If that is not clear, the block is not judged.
func BenchmarkPassages(b *testing.B) {
	var sum figures
	for b.Loop() {
		sum = figures{}
		if err := sum.follow(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(sum.pairs), "pairs")
	for what, j := range map[string]judged{"": sum.all, "changed-": sum.rewrites} {
		n := j.right + j.wrong + j.lost
		b.ReportMetric(float64(n), what+"judged")
		b.ReportMetric(float64(j.unjudged), what+"unclear")
		b.ReportMetric(percent(j.right, n), what+"right-%")
		b.ReportMetric(percent(j.wrong, n), what+"wrong-%")
		b.ReportMetric(percent(j.lost, n), what+"lost-%")
	}
}

func git(args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-C", *texts}, args...)...).Output()
	return string(out), err
}

// follow compares all versions of all documents.
func (f *figures) follow() error {
	files, err := git("ls-files", "-z", "--", *documents)
	if err != nil {
		return err
	}
	for file := range strings.SplitSeq(files, "\x00") {
		if !strings.HasSuffix(file, ".md") {
			continue
		}
		commits, err := git("log", "--first-parent", "--reverse", "--format=%H", "--", file)
		if err != nil {
			return err
		}
		before := ""
		for commit := range strings.FieldsSeq(commits) {
			now, _ := git("show", commit+":./"+file) // it fails where the file does not exist
			if before != "" && now != "" && now != before {
				f.compare(before, now)
			}
			before = now
		}
	}
	if f.pairs == 0 {
		return errors.New("no history: is the clone shallow?")
	}
	return nil
}

// block is a block of a document, with its words.
type block struct {
	start, end int
	text       string
	words      []string
}

// blocksOf divides a document at blank lines and before each list item and heading; fenced code stays whole.
func blocksOf(text string) (out []block) {
	lines := strings.Split(text, "\n")
	start, fenced := 0, false // start is the first line of the open block, or 0
	closeAt := func(end int) {
		if start > 0 {
			out = append(out, blockOf(lines, start, end))
		}
		start = 0
	}
	for i, line := range lines {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		switch {
		case fenced && !fence:
		case fenced:
			fenced = false
			closeAt(i + 1)
		case strings.TrimSpace(line) == "":
			closeAt(i)
		default:
			if fence || begins.MatchString(line) {
				closeAt(i)
			}
			fenced = fence
			if start == 0 {
				start = i + 1
			}
		}
	}
	closeAt(len(lines))
	return out
}

// begins matches the first line of a list item or a heading.
var begins = regexp.MustCompile(`^\s*([-*+]|[0-9]+[.)]|#{1,6})\s`)

func blockOf(lines []string, start, end int) block {
	part := strings.Join(lines[start-1:end], "\n")
	words := strings.FieldsFunc(strings.ToLower(part), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r > 127) })
	slices.Sort(words)
	return block{start, end, part, words}
}

// compare searches each block of a text in the next one.
func (f *figures) compare(before, now string) {
	f.pairs++
	m := anchor.Map([]byte(before), []byte(now))
	old, next := blocksOf(before), blocksOf(now)
	for i := range old {
		found := m.Place(old[i].start, old[i].end)
		want, clear := becameOf(&old[i], old, next)
		f.all.judge(found, want, clear)
		if !slices.ContainsFunc(next, func(b block) bool { return b.text == old[i].text }) {
			f.rewrites.judge(found, want, clear)
		}
	}
}

// judge counts the result for a block that became want.
func (t *judged) judge(found anchor.Placement, want *block, clear bool) {
	switch {
	case !clear:
		t.unjudged++
	case found.State != anchor.Anchored && want != nil:
		t.lost++
	case found.State != anchor.Anchored, want != nil && found.Start <= want.end && found.End >= want.start:
		t.right++
	default:
		t.wrong++
	}
}

// becameOf returns the block that b became in the next version, or nil if it is gone. clear is false if the words alone
// do not decide it.
func becameOf(b *block, old, next []block) (is *block, clear bool) {
	same := func(all []block) (n int, one *block) {
		for i := range all {
			if all[i].text == b.text {
				n, one = n+1, &all[i]
			}
		}
		return n, one
	}
	n, _ := same(old)
	if m, one := same(next); m == 1 && n == 1 {
		return one, true
	} else if m > 0 || len(b.words) < 4 {
		return nil, false
	}
	twins := 0
	for i := range old {
		if shared(b.words, old[i].words) > 1-apart {
			twins++
		}
	}
	if twins > 1 {
		return nil, false // it could be either
	}
	best, second := 0.0, 0.0
	for i := range next {
		switch s := shared(b.words, next[i].words); {
		case s > best:
			best, second, is = s, best, &next[i]
		case s > second:
			second = s
		}
	}
	switch {
	case best < hardly:
		return nil, true
	case best >= surely && best-second >= apart:
		return is, true
	}
	return nil, false
}

// shared returns the share of words that two blocks have in common.
func shared(a, b []string) float64 {
	same := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := strings.Compare(a[i], b[j]); {
		case c == 0:
			same, i, j = same+1, i+1, j+1
		case c < 0:
			i++
		default:
			j++
		}
	}
	return 2 * float64(same) / float64(max(1, len(a)+len(b)))
}

const was = "# A shed\n\nWe build a shed of wood in the garden.\n\nThe roof is painted in the colour red.\n\nNobody knows when all of this ends.\n"

func TestABlockIsJudgedByItsWords(t *testing.T) {
	var f figures
	f.compare(was, "# A shed\n\nQuite other things, first: hammers, nails.\n\nWe build a shed of stone in the garden.\n\nThe roof is painted in the colour red.\n")
	if f.pairs != 1 || f.all != (judged{right: 4}) || f.rewrites != (judged{right: 2}) {
		t.Errorf("%+v", f)
	}
	old := blocksOf("One paragraph with some words.\n\nOne paragraph with some words.\n")
	if _, clear := becameOf(&old[0], old, old); clear {
		t.Error("which of two equal blocks it became, words do not tell")
	}
}
