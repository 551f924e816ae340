package folds

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"consider/internal/treediff"
)

// Report is what is known of the hunks of one file.
type Report struct {
	Hunks   []Hunk `json:"hunks"`             // as in the file's diff
	Skipped string `json:"skipped,omitempty"` // why they were not analysed, to follow "not analysed: "
	Public  int    `json:"public,omitempty"`  // changed lines to read that declare something for other files
}

// Hunk is what is known of one hunk.
type Hunk struct {
	Lines int      `json:"lines"`           // removed and added ones that are not blank
	Proof string   `json:"proof,omitempty"` // why it is mechanical, the same for hunks with one reason; "" if it has to be read
	Pale  [2][]int `json:"pale,omitzero"`   // lines of the old and of the new side that only changed places, in a hunk to read
}

// These bound what is analysed, in bytes.
const (
	maxText  = 1 << 20  // of a side
	maxTexts = 64 << 20 // of all sides
	maxHead  = 4 << 10  // of a side in which only the mark of a generator is searched
)

// Texts are the sides of the files of a comparison, as far as they are analysed.
type Texts struct {
	files map[string]content
	size  int
}

type content struct {
	old, new []byte
	encoded  bool // both are in UTF-8
	skipped  string
}

// Keep adds a file's sides, which must not change. Those that are not analysed are cut.
func (t *Texts) Keep(d *treediff.FileDiff, a, b []byte) {
	s := content{old: a, new: b, encoded: utf8.Valid(a) && utf8.Valid(b)}
	switch in, n := languageOf(d.Path), len(a)+len(b); {
	case in == unknown || in != languageOf(cmp.Or(d.From, d.Path)):
		s.skipped = "no rules for this kind of file"
	case max(len(a), len(b)) > maxText || t.size+n > maxTexts:
		s.skipped = "the change is too large"
	default:
		t.size += n
	}
	if s.skipped != "" {
		s.old, s.new = slices.Clone(a[:min(len(a), maxHead)]), slices.Clone(b[:min(len(b), maxHead)])
	}
	if t.files == nil {
		t.files = map[string]content{}
	}
	t.files[d.Path] = s
}
