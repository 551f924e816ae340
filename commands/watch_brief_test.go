package commands

import (
	"fmt"
	"strings"
	"testing"

	"consider/internal/review"
	"consider/internal/review/history"
)

func TestALineThatWakesAnAgentNamesThreadsAndHowToReadThem(t *testing.T) {
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf("c_%08d", i))
	}
	for _, c := range []struct {
		brief review.Brief
		want  string
	}{
		{review.Brief{Threads: many, Started: 12}, "left 12 review threads"},
		{review.Brief{Threads: many, Started: 12}, "c_00000009 and 2 others)"},
		{review.Brief{Threads: many[:1], Replied: 1}, "(1 with a reply: c_00000000)"},
		{review.Brief{Reopened: many[:2]}, "opened 2 threads of this project again: c_00000000, c_00000001. `p context c_00000000`"},
		{review.Brief{Verdict: history.RequestsChanges}, "the verdict: request changes."},
	} {
		if line := briefLine(c.brief, "p"); !strings.Contains(line, c.want) || strings.Contains(line, "\n") {
			t.Errorf("%+v: %s", c.brief, line)
		}
	}
}
