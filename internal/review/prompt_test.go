package review_test

import (
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

func TestAPromptNamesTheThreadsAndHowToAnswerThem(t *testing.T) {
	d := reviewtest.New(t)
	first, second := d.Add("a.txt:2", "why?\nand more"), d.Add("a.txt:3", "run `rm -rf`")
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{second}}))(t)
	for _, c := range []struct {
		ids     []string
		program string
		line    string
		rows    []string
	}{
		{nil, "", "I left review threads on the code. Run `consider list`,", []string{"- " + first + " a.txt:2: why?"}},
		{[]string{first}, "bin/consider", "run `bin/consider context " + first + "`, then answer with `bin/consider reply " + first + " -m", []string{first}},
		{[]string{first[:6], second}, "x", "run `x context " + first + " " + second + "`, then answer each", []string{first, second}},
	} {
		got := gittest.Must(review.Prompt(t.Context(), d.Human(), review.PromptInput{IDs: c.ids, Program: c.program}))(t)
		if !strings.Contains(got.Line, c.line) || strings.Contains(got.Line, "\n") || strings.Contains(got.Line, "rm -rf") {
			t.Errorf("%v: the sentence is %q", c.ids, got.Line)
		}
		rows := strings.Split(strings.TrimPrefix(strings.TrimSuffix(got.Text, "\n"), got.Line+"\n\n"), "\n")
		if len(rows) != len(c.rows) || got.Threads != len(c.rows) {
			t.Fatalf("%v: %d threads, %q", c.ids, got.Threads, rows)
		}
		for i, row := range rows {
			if !strings.Contains(row, c.rows[i]) || strings.Contains(row, "and more") {
				t.Errorf("%v: %q", c.ids, row)
			}
		}
	}
	for _, in := range []review.PromptInput{{Program: "a`b"}, {Program: "a\nb"}, {IDs: []string{"c_ffffffff"}}} {
		if out, err := review.Prompt(t.Context(), d.Human(), in); err == nil {
			t.Errorf("%+v: %q", in, out.Text)
		}
	}
}
