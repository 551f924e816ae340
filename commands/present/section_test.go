package present

import (
	"slices"
	"strings"
	"testing"

	"consider/internal/thread"
)

// linesOf returns a section of so many lines with a message, which keeps least rows.
func linesOf(n, least int) Section {
	return Section{slices.Repeat([]string{"line"}, n), []thread.Message{{}}, least}
}

func TestLongPartsOfAThreadAreCutToTheScreen(t *testing.T) {
	for _, c := range []struct {
		name     string
		sections []Section
		rows     int
		want     []int // rows of each section
		whole    []bool
	}{
		{"all fit", []Section{linesOf(2, 0), linesOf(8, 0)}, 10, []int{2, 8}, []bool{true, true}},
		{"a long message", []Section{linesOf(2, 0), linesOf(400, 0), linesOf(6, 9)}, 20, []int{2, 12, 6}, []bool{true, false, true}},
		{"two long parts share the rows", []Section{linesOf(400, 0), linesOf(400, 0)}, 21, []int{11, 10}, []bool{false, false}},
		{"a short part keeps its rows", []Section{linesOf(5, 0), linesOf(400, 0)}, 12, []int{5, 7}, []bool{true, false}},
		{"more parts than rows", []Section{linesOf(9, 0), linesOf(9, 0), linesOf(9, 0)}, 6, []int{3, 3, 3}, []bool{false, false, false}},
		{"one line that is longer than the screen", []Section{{[]string{strings.Repeat("x", 5000)}, []thread.Message{{}}, 0}}, 10, []int{10}, []bool{false}},
		{"tabs and a color", []Section{{[]string{"\x1b[32m+" + strings.Repeat("\t", 100) + "\x1b[0m"}, nil, 0}}, 5, []int{5}, []bool{false}},
	} {
		if cut := Fit(c.sections, 80, c.rows); cut != slices.Contains(c.whole, false) {
			t.Errorf("%s: cut: %v", c.name, cut)
		}
		for i, s := range c.sections {
			got := RowsOf(s.Lines, 80)
			isCut := strings.Contains(s.Lines[len(s.Lines)-1], "(v: view all)")
			if got > c.want[i] || got < c.want[i] && !isCut || isCut == c.whole[i] || isCut && s.Messages != nil {
				t.Errorf("%s: section %d has %d rows, want %d; cut: %v, with messages: %v", c.name, i, got, c.want[i], isCut, s.Messages != nil)
			}
		}
	}
}
