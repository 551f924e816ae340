package main

import (
	"slices"
	"strings"
	"testing"
)

// The budget names only cases that are timed, and a case only projects that are made.
func TestTheCasesCanBeRun(t *testing.T) {
	cases, budget, err := parse(casesText, plan{sizes: []int{30, 1000}})
	if err != nil {
		t.Fatal(err)
	}
	projects := []string{"small", "deleted", "big", "big-30", "big-1000", "round", "gone", "scratch"}
	var names []string
	for _, c := range cases {
		names = append(names, c.name)
		if !slices.Contains(projects, c.project) {
			t.Errorf("%s: no such project", c.name)
		}
	}
	for _, l := range budget {
		if !slices.Contains(names, l.what) || !slices.Contains(names, l.against) {
			t.Errorf("%s against %s: not timed", l.what, l.against)
		}
	}
}

func TestALineOfTheCasesThatIsWrongIsNamed(t *testing.T) {
	for line, want := range map[string]string{
		"list | small | consider list":         "3 columns",
		"list | small | sleep | consider list": `"sleep"`,
		"list | small | list |":                "no command",
	} {
		if _, _, err := parse(line, plan{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", line, err)
		}
	}
}
