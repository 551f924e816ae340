package session_test

import (
	"errors"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

// TestAYearThatCannotBeStoredIsRefused: it was called a bug of Consider.
func TestAYearThatCannotBeStoredIsRefused(t *testing.T) {
	d := reviewtest.New(t)
	for _, year := range []int{-1, 10000} {
		d.Now = time.Date(year, 1, 2, 3, 4, 5, 0, time.UTC)
		_, err := review.Add(t.Context(), d.Human(), review.AddInput{Place: "a.txt:1", Message: "why?"})
		if !errors.Is(err, fail.ErrDenied) {
			t.Errorf("in the year %d: %v", year, err)
		}
	}
	for _, year := range []int{1, 9999} {
		d.Now = time.Date(year, 1, 2, 3, 4, 5, 0, time.UTC)
		d.Add("a.txt:1", "why?")
	}
}
