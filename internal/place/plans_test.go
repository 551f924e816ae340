package place_test

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/place"
	"consider/internal/thread"
)

// inMemory are files by path.
type inMemory map[string]string

func (m inMemory) ReadDir(folder string) (out []gitstore.Entry, err error) {
	for _, file := range slices.Sorted(maps.Keys(m)) {
		if path.Dir(file) == folder {
			out = append(out, gitstore.Entry{Name: path.Base(file)})
		}
	}
	return out, nil
}

func (m inMemory) ReadFile(file string) ([]byte, error) {
	text, ok := m[file]
	if !ok {
		return nil, gitstore.ErrNotExist
	}
	return []byte(text), nil
}

func (inMemory) FileID(string) (gitstore.ID, error)   { return gitstore.ID{}, gitstore.ErrNotExist }
func (inMemory) ReadBlob(gitstore.ID) ([]byte, error) { return nil, gitstore.ErrNotExist }

// A comment on the third line of a plan's first version is shown where the line is in the newest one.
func TestACommentOnAPlanFollowsItsLine(t *testing.T) {
	const plan, first = "p_00000001", "# Plan\n\n1. Copy the rows to a new table\n2. Drop the old table\n3. Rename the columns\n"
	for name, c := range map[string]struct {
		newer []string // the versions after the first, "" for one that cannot be read
		lines int      // 0 for a comment on the whole plan
		want  *thread.PlanNow
	}{
		"no newer version":           {lines: 3},
		"on the whole plan":          {newer: []string{"# Plan B\n"}},
		"the same line":              {newer: []string{first + "4. Tell the users\n"}, lines: 3, want: &thread.PlanNow{Version: 2, StartLine: 3, EndLine: 3}},
		"a line before it":           {newer: []string{"Note.\n\n" + first}, lines: 3, want: &thread.PlanNow{Version: 2, StartLine: 5, EndLine: 5}},
		"another number only":        {newer: []string{strings.Replace(first, "1. Copy", "4. Copy", 1)}, lines: 3, want: &thread.PlanNow{Version: 2, StartLine: 3, EndLine: 3}},
		"other words in the line":    {newer: []string{strings.Replace(first, "rows to", "rows in batches to", 1)}, lines: 3, want: &thread.PlanNow{Version: 2, StartLine: 3, EndLine: 3, Edited: true}},
		"the line is gone":           {newer: []string{"# Plan\n\nNothing of it is left here.\n"}, lines: 3, want: &thread.PlanNow{Version: 2}},
		"the newest of three counts": {newer: []string{"# Other\n", "\n" + first}, lines: 3, want: &thread.PlanNow{Version: 3, StartLine: 4, EndLine: 4}},
		"an empty newest version":    {newer: []string{"\n"}, lines: 3, want: &thread.PlanNow{Version: 2}},
	} {
		files := inMemory{thread.PlanText(plan, 1): first, thread.PlanFolder(plan) + "/notes.md": "no version"}
		for i, text := range c.newer {
			files[thread.PlanText(plan, i+2)] = text
		}
		ref := &thread.ResponseRef{Plan: &thread.PlanRef{ID: plan, Version: 1, StartLine: c.lines, EndLine: c.lines}}
		got := place.NewPlans(files).Now(ref, func() string { return "1. Copy the rows to a new table" })
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (- wanted, + got):\n%s", name, diff)
		}
	}
	lost := inMemory{thread.PlanText(plan, 2): first}
	ref := &thread.ResponseRef{Plan: &thread.PlanRef{ID: plan, Version: 1, StartLine: 3, EndLine: 3}}
	if got := place.NewPlans(lost).Now(ref, func() string { return "" }); got != nil {
		t.Errorf("a version that cannot be read gives %+v", got)
	}
	for _, ref := range []*thread.ResponseRef{nil, {}} {
		if got := place.NewPlans(lost).Now(ref, nil); got != nil {
			t.Errorf("a comment on no plan gives %+v", got)
		}
	}
}

// Only the words that a comment is on count as reworded: not marks, not the number of a step, not the rest of the line.
func TestAPassageIsRewordedOnceItsOwnWordsChange(t *testing.T) {
	for _, c := range []struct {
		quote, older, newer string
		want                bool
	}{
		{"Drop the old table", "2. Drop the old table", "3. Drop the old table", false},
		{"Drop the old table", "2. Drop the old table", "2. **Drop** the old table", false},
		{"Drop the old table", "2. Drop the old table", "2. Drop the old table at night", true}, // the whole line was quoted
		{"old table", "2. Drop the old table", "2. Drop the old table at night", false},
		{"old table", "2. Drop the old table", "2. Drop the oldest table", true},
		{"Goal", "## Goal", "# Goal", false},
		{"Goal", "## Goal", "", true},
	} {
		if got := place.Reworded(c.quote, []string{c.older}, []string{c.newer}); got != c.want {
			t.Errorf("%q of %q, now %q: reworded is %v", c.quote, c.older, c.newer, got)
		}
	}
}
