package project_test

import (
	"os"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

func TestGCCountsImagesAndDropsThoseThatWaitInVain(t *testing.T) {
	d := reviewtest.New(t)
	sweep := func(want project.ImageReport) {
		t.Helper()
		if got := gittest.Must(project.GC(t.Context(), d.Human(), project.GCInput{}))(t).Images; got != want {
			t.Errorf("gc says %+v, want %+v", got, want)
		}
	}
	d.Now = time.Now()
	blob, shown := d.Image()
	sweep(project.ImageReport{Waiting: 1})
	private := d.Dir + "/.consider/private/"
	if err := os.MkdirAll(private+"drafts", 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(private+"drafts/0123456789abcdef0123456789abcdef", []byte(`{"body":"`+shown+`"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	d.Now = d.Now.Add(48 * time.Hour)
	sweep(project.ImageReport{Waiting: 1})
	if err := os.Remove(private + "drafts/0123456789abcdef0123456789abcdef"); err != nil {
		t.Fatal(err)
	}
	sweep(project.ImageReport{Dropped: 1})
	if _, err := os.Stat(private + "images/" + blob); err == nil {
		t.Error("it is there")
	}

	_, shown = d.Image()
	id := d.Add("a.txt:2", shown)
	sweep(project.ImageReport{Kept: 1, Bytes: 42})
	if _, err := os.Stat(private + "images/" + blob); err == nil {
		t.Error("what the history has waits too")
	}
	gittest.Must(review.Edit(t.Context(), d.Human(), review.EditInput{ID: id, Message: "no image"}))(t)
	sweep(project.ImageReport{Kept: 1, Bytes: 42, Unnamed: 1})
}
