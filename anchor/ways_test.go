package anchor

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// These tests hold for every way to place: by the line map from the base text, by the description in the same file, and
// by the description in another file. A new way is one more row.
var ways = []struct {
	name  string
	place func(old, now []byte, start, end int) Placement
	based bool // knows the base text
}{
	{"map", func(old, now []byte, start, end int) Placement { return Map(old, now).Place(start, end) }, true},
	{"find", func(old, now []byte, start, end int) Placement { return Find(Describe(old, start, end), now) }, false},
	{"removed", func(old, now []byte, start, end int) Placement {
		if at := RemovedAll(old).In(NewTargetFile(nil, now)).Place(start, end); at.Believable() {
			return at.Placement
		}
		return stale(reasonGone)
	}, true},
}

func eachWay(t *testing.T, promise func(t *testing.T, way int, rng *rand.Rand)) {
	for i, way := range ways {
		t.Run(way.name, func(t *testing.T) { promise(t, i, rand.New(rand.NewSource(9))) })
	}
}

// distinct is a text whose lines are unique and long enough to be searched for elsewhere.
func distinct(rng *rand.Rand, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("\tresult%d := computeSomething%d(argument%d, %d) // step %d", i, rng.Intn(99), i*7, rng.Intn(1000), i*i)
	}
	return out
}

func TestWhatIsDescribedIsWhereItWas(t *testing.T) {
	eachWay(t, func(t *testing.T, way int, rng *rand.Rand) {
		for range 60 {
			lines := distinct(rng, 3+rng.Intn(60))
			start := 1 + rng.Intn(len(lines))
			end := min(start+rng.Intn(5), len(lines))
			p := ways[way].place(text(lines), text(lines), start, end)
			if checkSane(t, p, len(lines)); p.State != Anchored || p.Start != start || p.End != end || p.Edited {
				t.Fatalf("lines %d to %d of the same text: %+v", start, end, p)
			}
		}
	})
}

// An answer that says the text is the original one is a promise: people do not check it.
func TestAPlaceThatIsNotEditedHoldsTheOriginalText(t *testing.T) {
	bare := func(lines []string) string { return strings.Join(strings.Fields(strings.Join(lines, " ")), "") }
	eachWay(t, func(t *testing.T, way int, rng *rand.Rand) {
		anchored := 0
		for range 150 {
			old, now := edited(rng, 5+rng.Intn(60))
			if len(now) == 0 {
				continue
			}
			start := 1 + rng.Intn(len(old))
			end := min(start+rng.Intn(6), len(old))
			p := ways[way].place(text(old), text(now), start, end)
			checkSane(t, p, len(now))
			if p.State != Anchored || p.Edited {
				continue
			}
			anchored++
			if was, is := bare(old[start-1:end]), bare(now[p.Start-1:p.End]); was != is {
				t.Fatalf("%+v is not edited\nwas %q\nis  %q", p, was, is)
			}
		}
		if anchored < 5 {
			t.Errorf("only %d were anchored", anchored)
		}
	})
}

// When two places are equal in everything, including the lines around them, neither is chosen. With the base text, the
// order of lines may still decide, which is less sure than a place without a rival.
func TestATieIsStaleAndNeverAGuess(t *testing.T) {
	eachWay(t, func(t *testing.T, way int, rng *rand.Rand) {
		for range 40 {
			lines := distinct(rng, 20)
			start := 5 + rng.Intn(8)
			target := lines[start-1 : start+2]
			fence := []string{"// something else begins here, which was not there before", "// and ends here"}
			once := append(append(append([]string{}, fence...), target...), fence...)
			twice := append(append([]string{}, once...), once...)
			tied := ways[way].place(text(lines), text(twice), start, start+2)
			alone := ways[way].place(text(lines), text(once), start, start+2)
			if checkSane(t, tied, len(twice)); tied.State == Anchored && (!ways[way].based || tied.Score >= alone.Score) {
				t.Fatalf("tied %+v, alone %+v", tied, alone)
			}
		}
	})
}

func TestNoWayScoresHigherInAWorseContext(t *testing.T) {
	eachWay(t, func(t *testing.T, way int, rng *rand.Rand) {
		for range 30 {
			old := distinct(rng, 30)
			start := 8 + rng.Intn(12)
			now := append([]string{}, old...)
			last := ways[way].place(text(old), text(now), start, start+1).Score
			for _, i := range []int{start - 2, start + 1, start - 3, start + 2, start - 4, start + 3} {
				now[i] = "~~~~"
				p := ways[way].place(text(old), text(now), start, start+1)
				if p.State == Anchored && p.Score > last {
					t.Fatalf("the score rose from %v to %+v as line %d was lost", last, p, i+1)
				}
				last = p.Score
			}
		}
	})
}

func TestEveryWaySaysTheSameWhenAskedAgain(t *testing.T) {
	eachWay(t, func(t *testing.T, way int, rng *rand.Rand) {
		for range 40 {
			old, now := edited(rng, 40)
			start := 1 + rng.Intn(len(old))
			first := ways[way].place(text(old), text(now), start, start)
			for range 3 {
				if again := ways[way].place(text(old), text(now), start, start); again != first {
					t.Fatalf("%+v, and again %+v", first, again)
				}
			}
		}
	})
}

func TestEveryWayTakesAnyTextForWhatItIs(t *testing.T) {
	lines := text(distinct(rand.New(rand.NewSource(1)), 10))
	odd := map[string][]byte{
		"nothing": nil, "one byte": {'x'}, "NUL": []byte("a\x00b\n"), "no line end": []byte("\tresult1"), "latin-1": []byte("caf\xe9\nna\xefve\n"),
		"carriage returns": []byte("a\rb\rc"), "blank lines": []byte("\n\n\n\n"), "half a rune": []byte("\xe6\x97"), "UTF-16": []byte("\xff\xfea\x00\n\x00"),
	}
	eachWay(t, func(t *testing.T, way int, _ *rand.Rand) {
		for was, old := range odd {
			for is, now := range odd {
				for _, at := range [][2]int{{1, 1}, {2, 4}, {0, 0}, {-3, 99}, {5, 2}} {
					p := ways[way].place(old, now, at[0], at[1])
					if checkSane(t, p, 99); p.State == Anchored && string(old) != string(now) && strings.TrimSpace(string(now)) == "" {
						t.Errorf("%s is found in %s: %+v", was, is, p)
					}
				}
			}
			if p := ways[way].place(lines, old, 3, 4); p.State != Stale {
				t.Errorf("found in %s: %+v", was, p)
			}
		}
	})
}
