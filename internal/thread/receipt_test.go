package thread_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/thread"
)

func TestAReceiptIsOfTheNewestWordsOfAPerson(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 22, 12, minute, 0, 0, time.UTC) }
	agent := thread.Reply{ID: "r_00000001", Author: thread.Agent, AuthorName: "codex", CreatedAt: at(5)}
	human := thread.Reply{ID: "r_00000002", Author: thread.Human, CreatedAt: at(6)}
	edited, one := at(9), 1
	for what, c := range map[string]struct {
		thread thread.Thread
		want   *thread.Receipt
	}{
		"new":      {thread.Thread{}, &thread.Receipt{State: thread.NotHeard, At: at(0)}},
		"edited":   {thread.Thread{EditedAt: &edited}, &thread.Receipt{State: thread.NotHeard, At: at(9)}},
		"answered": {thread.Thread{Replies: []thread.Reply{agent}}, &thread.Receipt{State: thread.Replied, By: "codex", At: at(5)}},
		"answered unread": {
			thread.Thread{Replies: []thread.Reply{{ID: "r_00000001", Author: thread.Agent, AuthorName: "codex", CreatedAt: at(5), AuthorRead: new(int)}}},
			&thread.Receipt{State: thread.NotHeard, At: at(0)},
		},
		"answered unread, then read": {
			thread.Thread{
				Replies:  []thread.Reply{{ID: "r_00000001", Author: thread.Agent, AuthorName: "codex", CreatedAt: at(5), AuthorRead: new(int)}},
				SeenUpTo: map[string]string{"codex": "r_00000001"}, SeenBy: map[string]time.Time{"codex": at(6)},
			},
			&thread.Receipt{State: thread.HasRead, By: "codex", At: at(6)},
		},
		"answered by one who had read": {
			thread.Thread{Replies: []thread.Reply{
				{ID: "r_00000001", Author: thread.Agent, AuthorName: "codex", CreatedAt: at(5), AuthorRead: &one},
				{ID: "r_00000003", Author: thread.Agent, AuthorName: "gemini", CreatedAt: at(6), AuthorRead: new(int)},
			}},
			&thread.Receipt{State: thread.Replied, By: "codex", At: at(5)},
		},
		"answered before the count was kept, edited since": {
			thread.Thread{Replies: []thread.Reply{human, agent}, SeenUpTo: map[string]string{"codex": "c_00000001"}, SeenBy: map[string]time.Time{"codex": at(5)}},
			&thread.Receipt{State: thread.NotHeard, At: at(6)},
		},
		"said more": {
			thread.Thread{Replies: []thread.Reply{agent, human}, SeenUpTo: map[string]string{"codex": "r_00000001"}, SeenBy: map[string]time.Time{"codex": at(5)}},
			&thread.Receipt{State: thread.NotHeard, At: at(6)},
		},
		"read by two": {
			thread.Thread{SeenUpTo: map[string]string{"codex": "c_00000001", "gemini": "c_00000001"}, SeenBy: map[string]time.Time{"codex": at(2), "gemini": at(3)}},
			&thread.Receipt{State: thread.HasRead, By: "gemini", At: at(3)},
		},
		"resolved": {thread.Thread{WorkflowState: thread.Resolved}, nil},
		"agent's":  {thread.Thread{Author: thread.Agent}, nil},
	} {
		th := c.thread
		th.ID, th.CreatedAt = "c_00000001", at(0)
		if th.Author == "" {
			th.Author = thread.Human
		}
		if diff := cmp.Diff(c.want, th.Receipt()); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}
