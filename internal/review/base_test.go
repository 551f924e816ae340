package review_test

import (
	"errors"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

func TestTheBaseOfAThreadIsItsFileAsItWas(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2-3", "here")
	whole := d.Add("a.txt", "all of it")
	d.Write("a.txt", "zero\none\ntwo\nTHREE\nfour\n")
	d.Commit("later")
	got := gittest.Must(review.Base(t.Context(), d.Human(), review.BaseInput{ID: id}))(t)
	if got.Line != 4 {
		t.Errorf("the change at its lines is said to be at %d, it is at 4", got.Line)
	}
	if got.Text != "one\ntwo\nthree\nfour\n" || got.StartLine != 2 || got.EndLine != 3 || got.File != "a.txt" || got.Part {
		t.Errorf("%+v", got)
	}
	if _, err := review.Base(t.Context(), d.Human(), review.BaseInput{ID: whole}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("a thread on no line: %v", err)
	}
}
