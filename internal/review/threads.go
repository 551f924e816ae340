package review

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// ThreadsInput filters active threads. Zero fields do not filter.
type ThreadsInput struct {
	IDs  []string `json:"ids,omitempty" help:"only these threads, by full ID; unknown IDs are ignored"`
	File string   `json:"file,omitempty" help:"only threads in this file or under this folder"`

	AllWorktrees bool `json:"allWorktrees,omitempty" help:"include threads from other worktrees, even removed ones"`
}

// ThreadsOutput is threads with all their replies, ordered by file and line.
type ThreadsOutput struct {
	Threads []place.ThreadDetail `json:"threads"`
	Damaged []thread.Damage      `json:"damaged,omitempty"` // threads that could not be read, and newest states that were lost
	Newer   []thread.Damage      `json:"newer,omitempty"`   // threads that a newer consider wrote, and that only a newer one reads
	Hearing
}

// Threads returns threads with all their replies, for a client that shows them. Threads that cannot be read are always
// named, as they may be among the requested ones. Nothing is marked as seen: asking for many threads is not reading
// each.
func Threads(ctx context.Context, s *session.Session, in ThreadsInput) (ThreadsOutput, error) {
	if err := wholeIDs(in.IDs); err != nil {
		return ThreadsOutput{}, err
	}
	out, err := Whole(ctx, s, ListInput{Workflow: "all", File: in.File, AllWorktrees: in.AllWorktrees}, in.IDs)
	views := make([]*place.ThreadView, 0, len(out.Threads))
	for i := range out.Threads {
		views = append(views, &out.Threads[i].ThreadView)
	}
	out.Hearing = hearing(s, views)
	return out, err
}

// Whole returns the threads of a list with all their replies: only those with these ids, unless ids is nil.
func Whole(ctx context.Context, s *session.Session, in ListInput, ids []string) (ThreadsOutput, error) {
	list, st, err := listAt(ctx, s, in, ids)
	if err != nil {
		return ThreadsOutput{}, err
	}
	out := ThreadsOutput{Threads: make([]place.ThreadDetail, 0, len(list.Threads)), Damaged: list.Damaged, Newer: list.Newer}
	for _, v := range list.Threads {
		t, r, err := st.Thread(in.dir(), v.ID)
		err = st.Uninstalled(err, nil)
		if errors.Is(err, gitstore.ErrCorrupt) { // damaged since it was listed; a list does not read threads that the cache holds
			out.Damaged = append(out.Damaged, thread.NotRead(thread.File(in.dir(), v.ID), err))
			continue
		}
		if err != nil {
			return ThreadsOutput{}, err
		}
		d := detailOf(s, v, t)
		d.Suggestions = shownSuggestions(ctx, st, t, &r, v.Placement)
		d.Images = imagesOf(st, t)
		out.Threads = append(out.Threads, d)
	}
	return out, nil
}
