package review_test

import (
	"errors"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

func TestAnEditDoesNotReplaceTextThatItDidNotBeginWith(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "first")
	edit := func(before, message string) (string, error) {
		out, err := review.Edit(t.Context(), d.Human(), review.EditInput{ID: id, Message: message, Before: before})
		return out.Body, err
	}
	for range 2 { // sent again, because its answer was lost
		if _, err := edit("first", "one"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := edit("first", "two"); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("an edit that was not seen is replaced: %v", err)
	}
	if words := gittest.Must(review.WordsOf(t.Context(), d.Human(), id))(t); words != "one" {
		t.Errorf("after a refusal it says %q", words)
	}
	for _, before := range []string{"one", ""} {
		if _, err := edit(before, "two"); err != nil {
			t.Errorf("an edit of the text as it is, %q: %v", before, err)
		}
	}
}
