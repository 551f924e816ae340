package folds

import (
	"cmp"
	"slices"

	"consider/internal/treediff"
)

// Kind says why a hunk is mechanical.
type Kind string

// The kinds.
const (
	Moved       Kind = "moved"
	Reindented  Kind = "reindented"
	Reformatted Kind = "reformatted"
	Renamed     Kind = "renamed"
	Imports     Kind = "imports"
	Generated   Kind = "generated"
)

// Report is what is known of the hunks of one file.
type Report struct {
	Hunks   []Hunk `json:"hunks"`             // as in the file's diff
	Skipped string `json:"skipped,omitempty"` // why they were not analysed, to follow "not analysed: "
	Public  int    `json:"public,omitempty"`  // changed lines to read that declare something for other files
}

// Hunk is what is known of one hunk.
type Hunk struct {
	Lines   int    `json:"lines"`             // removed and added ones that are not blank
	Kind    Kind   `json:"kind,omitempty"`    // "" if it has to be read
	Proof   string `json:"proof,omitempty"`   // why it need not be, the same for hunks with one reason
	PaleOld []int  `json:"paleOld,omitempty"` // lines in a hunk to read that are proven, or only changed places
	PaleNew []int  `json:"paleNew,omitempty"`
}

// These bound what is analysed, in bytes.
const (
	maxText  = 1 << 20  // of a side
	maxTexts = 64 << 20 // of all sides
	maxHead  = 4 << 10  // of a side in which only the mark of a generator is searched
)

// Texts are the sides of the files of a comparison, as far as they are analysed.
type Texts struct {
	files map[string]sides
	size  int
}

type sides struct {
	old, new []byte
	skipped  string
}

// Keep adds a file's sides, which must not change. Those that are not analysed are cut.
func (t *Texts) Keep(d *treediff.FileDiff, a, b []byte) {
	s := sides{old: a, new: b}
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
		t.files = map[string]sides{}
	}
	t.files[d.Path] = s
}
