package worktree

import (
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
)

// answersFormat begins the bytes of Answers. The format is a list of words, each ended by a NUL byte, which no name
// contains; each list is preceded by its length. The last word is a checksum, because the file may be torn.
const answersFormat = "consider answers/2"

// errAnswers means that this version did not write the answers.
var errAnswers = errors.New("not answers of this version")

// Encode returns the bytes of the answers.
func (a *Answers) Encode() []byte {
	w := wordWriter{}
	w.put(answersFormat, a.stamp, a.index)
	for _, list := range [][]string{a.outside, a.folders, a.changed, a.untracked, a.touched} {
		w.list(list)
	}
	w.settings(a)
	w.put(strconv.Itoa(len(a.raw)))
	for question, raw := range a.raw {
		w.put(question, strconv.Itoa(len(raw)))
		for _, r := range raw {
			w.put(string(r.status), score(r.score), r.oldID, r.newID, r.from, r.to)
		}
	}
	w.put(strconv.Itoa(len(a.renames)))
	for question, found := range a.renames {
		w.put(question, strconv.Itoa(len(found)))
		for from, r := range found {
			w.put(from, r.To, score(r.Score), r.Via, r.Reason)
		}
	}
	w.put(strconv.Itoa(int(crc32.ChecksumIEEE(w.out))))
	return w.out
}

// settings writes git's settings, no word if there are none.
func (w *wordWriter) settings(a *Answers) {
	if a.set == nil {
		w.put("")
		return
	}
	w.put(a.setStamp)
	w.list(a.set.files)
	w.put(strconv.Itoa(len(a.set.filters)))
	for _, f := range a.set.filters {
		w.put(f.key, f.value)
	}
}

func (r *wordReader) settings(a *Answers) {
	if a.setStamp = r.word(); a.setStamp == "" {
		return
	}
	a.set = &settings{files: r.list()}
	for range r.count() {
		a.set.filters = append(a.set.filters, override{r.word(), r.word()})
	}
}

func score(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

type wordWriter struct{ out []byte }

func (w *wordWriter) put(words ...string) {
	for _, word := range words {
		w.out = append(append(w.out, word...), 0)
	}
}

func (w *wordWriter) list(words []string) {
	w.put(strconv.Itoa(len(words)))
	w.put(words...)
}

// DecodeAnswers reads what Encode wrote.
func DecodeAnswers(data []byte) (*Answers, error) {
	text := string(data)
	end := strings.LastIndexByte(strings.TrimSuffix(text, "\x00"), 0) + 1
	if strings.TrimSuffix(text[end:], "\x00") != strconv.Itoa(int(crc32.ChecksumIEEE(data[:end]))) {
		return nil, errAnswers
	}
	r := wordReader{words: strings.Split(text[:end], "\x00")}
	if r.word() != answersFormat {
		return nil, errAnswers
	}
	a := &Answers{stamp: r.word(), index: r.word(), raw: map[string][]rawChange{}, renames: map[string]map[string]Rename{}}
	for _, list := range []*[]string{&a.outside, &a.folders, &a.changed, &a.untracked, &a.touched} {
		*list = r.list()
	}
	r.settings(a)
	for range r.count() {
		question := r.word()
		raw := make([]rawChange, 0, r.count())
		for range cap(raw) {
			raw = append(raw, rawChange{status: (r.word() + " ")[0], score: r.score(), oldID: r.word(), newID: r.word(), from: r.word(), to: r.word()})
		}
		a.raw[question] = raw
	}
	for range r.count() {
		question, found := r.word(), map[string]Rename{}
		for range r.count() {
			found[r.word()] = Rename{To: r.word(), Score: r.score(), Via: r.word(), Reason: r.word()}
		}
		a.renames[question] = found
	}
	if r.bad {
		return nil, fmt.Errorf("%w: cut", errAnswers)
	}
	return a, nil
}

type wordReader struct {
	words []string
	bad   bool
}

func (r *wordReader) word() string {
	if len(r.words) == 0 {
		r.bad = true
		return ""
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

// count reads how many items follow; it is limited by the number of words left.
func (r *wordReader) count() int {
	n, err := strconv.Atoi(r.word())
	if err != nil || n < 0 || n > len(r.words) {
		r.bad = true
		return 0
	}
	return n
}

func (r *wordReader) score() float64 {
	f, err := strconv.ParseFloat(r.word(), 64)
	r.bad = r.bad || err != nil
	return f
}

func (r *wordReader) list() []string {
	n := r.count()
	out := slices.Clone(r.words[:n])
	r.words = r.words[n:]
	return out
}
