package house

import (
	"fmt"
	"strings"
)

// plan is the file whose first block lists the rooms, for readers who are new to the project.
const plan = "docs/internals/architecture.md"

// planned finds rooms that the plan does not list, and rooms that it lists above a room that uses them.
func planned(t *tree) []problem {
	var block string
	for _, f := range t.files {
		if f.path == plan {
			_, rest, _ := strings.Cut(string(f.text), "\n```\n")
			block, _, _ = strings.Cut(rest, "\n```\n")
		}
	}
	at := map[string]int{}
	for i, line := range strings.Split(block, "\n") {
		for word := range strings.FieldsSeq(line) {
			if word = strings.TrimSuffix(word, ","); strings.Contains(word, "/") || at[word] == 0 && strings.HasPrefix(line, word) {
				at[word] = i + 1
			}
		}
	}
	var problems []problem
	for _, r := range rooms {
		if at[r.path] == 0 {
			problems = append(problems, problem{plan, 0, fmt.Sprintf("does not list %s: say there in one line what it is", r.path)})
		}
		for _, below := range r.uses {
			if at[below] != 0 && at[below] < at[r.path] {
				problems = append(problems, problem{plan, 0, fmt.Sprintf("lists %s above %s, which uses it: move its line down", below, r.path)})
			}
		}
	}
	return problems
}
