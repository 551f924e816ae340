//go:build unix

package review_test

import (
	"syscall"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

// Git opens whatever its settings name, and waits for a pipe without a writer.
func TestAMessageIsStoredWithoutAFingerprintWhereGitDoesNotAnswer(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "Change this.")
	if err := syscall.Mkfifo(d.Path(".git/pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.Git("config", "core.excludesFile", d.Path(".git/pipe"))
	s := d.Human()
	s.Patience = 50 * time.Millisecond
	gittest.Must(review.Reply(t.Context(), s, review.ReplyInput{ID: id, Message: "And this."}))(t)
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread
	if got.Stored.Fingerprint == "" || got.Thread[0].Body != "And this." || got.Thread[0].Fingerprint != "" {
		t.Errorf("%+v", got.Stored)
	}
}
