package review_test

import (
	"errors"
	"os"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// A full uninstall deletes the store file by file. A list that read at the same time once named its threads as damaged.
func TestAStoreThatIsDeletedUnderItsReaderIsNoDamage(t *testing.T) {
	ctx := t.Context()
	for name, read := range map[string]review.ListInput{
		"here": {}, "the archive": {Archived: true}, "all worktrees": {AllWorktrees: true},
	} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			for _, line := range []string{"a.txt:1", "a.txt:2"} {
				id := d.Add(line, "said at "+line)
				if read.Archived {
					gittest.Must(review.Resolve(ctx, d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
					gittest.Must(review.Archive(ctx, d.Human(), review.ArchiveInput{IDs: []string{id}}))(t)
				}
			}
			dir := thread.Active
			if read.Archived {
				dir = thread.Archived
			}
			s, whole := d.Human(), d.Human()
			for _, one := range []*session.Session{s, whole} {
				gittest.Must(one.OpenStore(ctx, false))(t)
			}
			list := gittest.Must(review.List(ctx, d.Human(), read))(t)
			d.Junk(d.Loose("refs/heads/threads:"+thread.File(dir, list.Threads[0].ID)), true)
			_ = os.Remove(d.StoreFile("cache", "view")) // an answer from the cache would not read the thread
			if out := gittest.Must(review.List(ctx, d.Human(), read))(t); len(out.Damaged) != 1 {
				t.Fatalf("in a store that is there, a thread without its object is damaged: %+v", out.Damaged)
			}
			if err := os.Rename(d.StoreFile(), d.StoreFile()+"-removed"); err != nil {
				t.Fatal(err)
			}
			out, err := review.List(ctx, s, read)
			if len(out.Damaged) != 0 || len(out.Threads) != 0 || !errors.Is(err, fail.ErrNoStore) {
				t.Errorf("list: %+v, %v", out, err)
			}
			threads, err := review.Whole(ctx, whole, read, nil)
			if len(threads.Damaged) != 0 || len(threads.Threads) != 0 || !errors.Is(err, fail.ErrNoStore) {
				t.Errorf("threads: %+v, %v", threads, err)
			}
		})
	}
}
