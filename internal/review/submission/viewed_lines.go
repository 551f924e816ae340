package submission

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/digest"
	"consider/internal/fail"
	"consider/internal/folds"
	"consider/internal/gitdiff"
	"consider/internal/review/compare"
	"consider/internal/session"
)

const (
	viewedLinesDir = "viewedlines"
	viewedTextDir  = "viewedtext" // texts that earlier versions kept

	maxLinesViewed = 100_000 // changed lines of a file; of more, none are kept
	maxFilesViewed = 10_000  // of which lines are kept

	wholeKey = "*" // the whole file was viewed
	lineKey  = "=" // begins the key that counts the lines of one text
)

// FileLeft is what was not viewed of a file of which something was.
type FileLeft struct {
	Whole bool       `json:"whole,omitempty"` // it was viewed as a whole once, so that all that is left is new
	Hunks []HunkLeft `json:"hunks"`
}

// HunkLeft is what was not viewed of a hunk.
type HunkLeft struct {
	N     int   `json:"n"`               // how many lines
	Lines []int `json:"lines,omitempty"` // those of the new side
	Gone  []int `json:"gone,omitempty"`  // lines of the new side before which others are gone; the last may be one past the end
}

// A changedLine is known again by its text, without indentation where that means nothing, and by its neighbours.
type changedLine struct {
	hunk  int
	at    int // its line on the new side; of a removed line, the next one
	added bool
	own   bool // it is changed
	text  string
	keys  [3]string // of its text; of it and the line before; of it and the line behind
}

// changedLines returns the lines of a file's hunks that were removed or added and are not blank.
func changedLines(path string, hunks []gitdiff.Hunk) (out []changedLine) {
	indents := folds.IgnoresIndentation(path)
	for i := range hunks {
		var sides [2][]changedLine
		next := hunks[i].NewStart
		if hunks[i].NewLines == 0 {
			next++
		}
		for _, l := range hunks[i].Lines {
			text := l.Text
			if indents {
				text = strings.Trim(text, " \t")
			}
			for k, sign := range []byte{'-', '+'} {
				if strings.Trim(text, " \t\r") != "" && (l.Sign == sign || l.Sign == ' ') {
					sides[k] = append(sides[k], changedLine{hunk: i, at: next, added: k == 1, own: l.Sign == sign, text: text})
				}
			}
			if l.Sign != '-' {
				next++
			}
		}
		for _, side := range sides {
			out = append(out, keyed(side)...)
		}
	}
	return out
}

// keyed gives the changed lines of one side their keys, and omits the others.
func keyed(side []changedLine) (out []changedLine) {
	before := ""
	for n, l := range side {
		behind := ""
		if n+1 < len(side) {
			behind = side[n+1].text
		}
		sign := strconv.FormatBool(l.added)
		l.keys = [3]string{lineKey + digest.Of(sign, l.text)[:15], "<" + digest.Of(sign, before, l.text)[:15], ">" + digest.Of(sign, l.text, behind)[:15]}
		if before = l.text; l.own {
			out = append(out, l)
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

// left returns what was not viewed of each hunk. Where a viewed line vanished, one line counts as left.
func (viewed tally) left(lines []changedLine, hunks int) FileLeft {
	out, now, vanished := FileLeft{viewed[wholeKey] > 0, make([]HunkLeft, hunks)}, tallyOf(lines), false
	for key, n := range viewed {
		vanished = vanished || strings.HasPrefix(key, lineKey) && now[key] < n
	}
	touched := map[int]int{} // by hunk
	for _, l := range lines {
		h := &out.Hunks[l.hunk]
		switch before := viewed.near(l.keys[1], now); {
		case viewed.has(l, now) && before && viewed.near(l.keys[2], now):
		case viewed.has(l, now):
			touched[l.hunk] = l.at
			if before && l.added {
				touched[l.hunk]++
			}
		case l.added:
			h.N, h.Lines = h.N+1, append(h.Lines, l.at)
		default:
			h.N, h.Gone = h.N+1, append(h.Gone, l.at)
		}
	}
	for i := range out.Hunks {
		h := &out.Hunks[i]
		h.Gone = slices.DeleteFunc(slices.Compact(h.Gone), func(at int) bool {
			_, replaced := slices.BinarySearch(h.Lines, at)
			return replaced
		})
	}
	for hunk, at := range touched {
		if h := &out.Hunks[hunk]; vanished && h.N == 0 {
			h.N, h.Gone = 1, []int{at}
		}
	}
	return out
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

// ViewHunks marks hunks of a file as viewed by their indexes, or removes the marks; nil means the whole file. Marks of
// lines that the file no longer changes are dropped.
func ViewHunks(ctx context.Context, s *session.Session, f *compare.File, hunks []int, viewed bool) error {
	store, err := s.OpenStore(ctx, viewed)
	if errors.Is(err, fail.ErrNoStore) {
		return nil
	}
	if err != nil {
		return err
	}
	if f.Added+f.Removed > maxLinesViewed {
		if hunks == nil {
			return nil
		}
		return fail.Denied("%d lines of the file changed; the limit for marking some of them is %d", f.Added+f.Removed, maxLinesViewed).Hint("mark the whole file")
	}
	name, lines := viewedLinesName(s, f), changedLines(f.Path, f.Hunks)
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
	if viewed && hunks == nil || was[wholeKey] > 0 {
		keys = append(keys, wholeKey)
	}
	if err := dropViewed(store, maxFilesViewed); err != nil {
		return err
	}
	return session.StoreError(store.WritePrivate(name, []byte(strings.Join(keys, "\n"))))
}

// dropViewed deletes the texts of earlier versions, and the older half of the files with viewed lines if there are too many.
func dropViewed(store *gitstore.Store, most int) error {
	texts, err := store.PrivateNames(viewedTextDir)
	for _, name := range texts {
		err = errors.Join(err, store.RemovePrivate(viewedTextDir+"/"+name))
	}
	names, errNames := store.PrivateNames(viewedLinesDir)
	if err = errors.Join(err, errNames); err != nil || len(names) < most {
		return session.StoreError(err)
	}
	at := map[string]time.Time{}
	for _, name := range names {
		at[name], _ = store.PrivateTime(viewedLinesDir + "/" + name)
	}
	slices.SortFunc(names, func(a, b string) int { return at[a].Compare(at[b]) })
	for _, name := range names[:len(names)/2] {
		err = errors.Join(err, store.RemovePrivate(viewedLinesDir+"/"+name))
	}
	return session.StoreError(err)
}

// LinesLeft returns what was not viewed of files, by their index. Files of which nothing was viewed are omitted.
func LinesLeft(ctx context.Context, s *session.Session, files []compare.File) (map[int]FileLeft, error) {
	store, names, err := privateNames(ctx, s, viewedLinesDir)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	out := map[int]FileLeft{}
	for i := range files {
		f := &files[i]
		name := viewedLinesName(s, f)
		if _, found := slices.BinarySearch(names, name); !found {
			continue
		}
		viewed, err := readViewedLines(store, name)
		if err != nil {
			return nil, err
		}
		out[i] = viewed.left(changedLines(f.Path, f.Hunks), len(f.Hunks))
	}
	return out, nil
}
