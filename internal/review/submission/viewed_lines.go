package submission

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/digest"
	"consider/internal/fail"
	"consider/internal/gitdiff"
	"consider/internal/review/compare"
	"consider/internal/session"
)

const viewedLinesDir = "viewedlines"

// A changedLine is known again by its text, which nothing but white space may change, and by its neighbours.
type changedLine struct {
	hunk int
	keys [3]string // of its text; of it and the line before; of it and the line behind
}

// lineKey is the key that counts lines of one text.
const lineKey = "="

// changedLines returns the lines of hunks that were removed or added and are not blank.
func changedLines(hunks []gitdiff.Hunk) (out []changedLine) {
	for i := range hunks {
		for _, sign := range []byte{'-', '+'} {
			texts, own := []string{""}, []bool{false}
			for _, l := range hunks[i].Lines {
				if text := strings.Join(strings.Fields(l.Text), ""); text != "" && (l.Sign == sign || l.Sign == ' ') {
					texts, own = append(texts, text), append(own, l.Sign == sign)
				}
			}
			texts = append(texts, "")
			key := func(kind string, parts ...string) string {
				return kind + digest.Of(append(parts, string(sign))...)[:15]
			}
			for n, mine := range own {
				if mine {
					text := texts[n]
					out = append(out, changedLine{i, [3]string{key(lineKey, text), key("<", texts[n-1], text), key(">", text, texts[n+1])}})
				}
			}
		}
	}
	return out
}

// tally is how often each key occurs.
type tally map[string]int

func tallyOf(lines []changedLine) tally {
	t := tally{}
	for _, l := range lines {
		for _, key := range l.keys {
			t[key]++
		}
	}
	return t
}

// near reports whether a line was viewed next to the neighbour in a key, and no other line can be meant now.
func (viewed tally) near(key string, now tally) bool {
	return viewed[key] > 0 && now[key] <= viewed[key]
}

// has reports whether a line was viewed: one neighbour is the same or, if there are more lines of its text now, both are.
func (viewed tally) has(l changedLine, now tally) bool {
	before, behind := viewed.near(l.keys[1], now), viewed.near(l.keys[2], now)
	if now[l.keys[0]] <= viewed[l.keys[0]] {
		return before || behind
	}
	return before && behind
}

// left returns how many lines of each hunk were not viewed. A hunk from which a viewed line vanished has one left, too.
func (viewed tally) left(lines []changedLine, hunks int) []int {
	left, touched, vanished, now := make([]int, hunks), make([]bool, hunks), false, tallyOf(lines)
	for key, n := range viewed {
		vanished = vanished || strings.HasPrefix(key, lineKey) && now[key] < n
	}
	for _, l := range lines {
		if !viewed.has(l, now) {
			left[l.hunk]++
		}
		touched[l.hunk] = touched[l.hunk] || !viewed.near(l.keys[1], now) || !viewed.near(l.keys[2], now)
	}
	for i := range left {
		if left[i] == 0 && touched[i] && vanished {
			left[i] = 1
		}
	}
	return left
}

// viewedLinesName names the viewed lines of a file. A renamed file keeps them.
func viewedLinesName(s *session.Session, f *compare.File) string {
	return digest.Of(s.NameHere(f.OldPath()))[:32]
}

func readViewedLines(store *gitstore.Store, name string) (tally, error) {
	data, err := store.ReadPrivate(viewedLinesDir + "/" + name)
	if errors.Is(err, gitstore.ErrNotExist) {
		return nil, nil
	}
	viewed := tally{}
	for key := range strings.FieldsSeq(string(data)) {
		viewed[key]++
	}
	return viewed, session.StoreError(err)
}

// ViewHunks marks hunks of a file as viewed by their indexes, or removes the marks; nil means all. Marks of lines that the
// file no longer changes are dropped.
func ViewHunks(ctx context.Context, s *session.Session, f *compare.File, hunks []int, viewed bool) error {
	store, err := s.OpenStore(ctx, viewed)
	if errors.Is(err, fail.ErrNoStore) {
		return nil
	}
	if err != nil {
		return err
	}
	name, lines := viewedLinesName(s, f), changedLines(f.Hunks)
	was, err := readViewedLines(store, name)
	if err != nil {
		return err
	}
	now := tallyOf(lines)
	var keys []string
	for _, l := range lines {
		if named := hunks == nil || slices.Contains(hunks, l.hunk); named && viewed || !named && was.has(l, now) {
			keys = append(keys, l.keys[:]...)
		}
	}
	if name = viewedLinesDir + "/" + name; len(keys) == 0 {
		return session.StoreError(store.RemovePrivate(name))
	}
	return session.StoreError(store.WritePrivate(name, []byte(strings.Join(keys, "\n"))))
}

// LinesLeft returns how many lines of each hunk were not viewed, by the index of the file. Files of which nothing was
// viewed are omitted.
func LinesLeft(ctx context.Context, s *session.Session, files []compare.File) (map[int][]int, error) {
	store, names, err := privateNames(ctx, s, viewedLinesDir)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	out := map[int][]int{}
	for i := range files {
		f := &files[i]
		name := viewedLinesName(s, f)
		if !slices.Contains(names, name) {
			continue
		}
		viewed, err := readViewedLines(store, name)
		if err != nil {
			return nil, err
		}
		out[i] = viewed.left(changedLines(f.Hunks), len(f.Hunks))
	}
	return out, nil
}
