package history_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/gittest"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

func TestEventsAreReadFromCommitsAlone(t *testing.T) {
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		author, subject, trailers string
		want                      history.Event
		words                     string
	}{
		{"human:Ann", "add c_00000001 a.txt:2", "Consider-Op=add Consider-Thread=c_00000001", history.Event{Kind: history.ThreadStarted, By: history.Who{Kind: thread.Human, Name: "Ann"}, Threads: []string{"c_00000001"}}, "Ann started c_00000001"},
		// Stores of earlier versions hold agents that took a person's name.
		{"agent:Ann", "add c_00000001 a.txt:2", "Consider-Op=add Consider-Thread=c_00000001", history.Event{Kind: history.ThreadStarted, By: history.Who{Kind: thread.Agent, Name: "Ann"}, Threads: []string{"c_00000001"}}, "Ann (agent) started c_00000001"},
		{"human", "archive 2 threads", "Consider-Op=archive Consider-Thread=c_00000001 Consider-Thread=c_00000002", history.Event{Kind: history.Archived, By: history.Who{Kind: thread.Human}, Threads: []string{"c_00000001", "c_00000002"}}, "the human archived 2 threads (c_00000001, c_00000002)"},
		{"agent:a:b", "checkpoint round-1", "Consider-Op=checkpoint Consider-Checkpoint=round-1", history.Event{Kind: history.CheckpointMade, By: history.Who{Kind: thread.Agent, Name: "a:b"}, Checkpoint: "round-1"}, "a:b (agent) created checkpoint round-1"},
		{"agent", "restore round-1", "Consider-Op=restore Consider-Checkpoint=round-1", history.Event{Kind: history.Restored, By: history.Who{Kind: thread.Agent}, Checkpoint: "round-1"}, "an agent restored the threads from checkpoint round-1"},
		{"human:Ann", "restore round-1", "Consider-Op=restore Consider-Thread=c_1 Consider-Thread=c_2 Consider-Checkpoint=round-1", history.Event{Kind: history.Restored, By: history.Who{Kind: thread.Human, Name: "Ann"}, Threads: []string{"c_1", "c_2"}, Checkpoint: "round-1"}, "Ann restored the threads from checkpoint round-1, which deleted 2 threads (c_1, c_2)"},
		{"human", "checkpoint-delete round-1", "Consider-Op=checkpoint-delete Consider-Checkpoint=round-1", history.Event{Kind: history.CheckpointDeleted, By: history.Who{Kind: thread.Human}, Checkpoint: "round-1"}, "the human deleted checkpoint round-1"},
		{"human", "config resolve human", "Consider-Op=config", history.Event{Kind: history.Configured, By: history.Who{Kind: thread.Human}, What: "resolve human"}, "the human changed a setting: resolve human"},
		{"consider/test", "init", "", history.Event{Kind: history.StoreMade}, "the store was created"},
		{"somebody else", "hello world", "", history.Event{Kind: "hello"}, "someone: hello no thread"},
		{"human:Ann", "undo c_00000001 (reply)", "Consider-Op=undo Consider-Thread=c_00000001 Consider-Undoes=abc", history.Event{Kind: history.Undone, By: history.Who{Kind: thread.Human, Name: "Ann"}, Threads: []string{"c_00000001"}, Undoes: "abc"}, "Ann undid: abc"},
	} {
		commit := gitstore.Commit{When: at, AuthorName: c.author, Subject: c.subject}
		for _, kv := range strings.Fields(c.trailers) {
			k, v, _ := strings.Cut(kv, "=")
			commit.Trailers = append(commit.Trailers, gitstore.Trailer{Key: k, Value: v})
		}
		c.want.Cursor, c.want.At = history.NoCommit.String(), at
		got := history.EventOf(commit)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.subject, diff)
		}
		if got.Words() != c.words {
			t.Errorf("%s: %q, want %q", c.subject, got.Words(), c.words)
		}
	}
}

func TestAHeadlineIsOneShortLine(t *testing.T) {
	for _, body := range []string{"short", "", "two\nlines", "two\r\nlines", strings.Repeat("x", 200), strings.Repeat("x", 201), strings.Repeat("ü", 150), "\xff" + strings.Repeat("é", 99) + "\n"} {
		got := words.Headline(body)
		if len(got) > words.MaxHeadline || strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) && utf8.ValidString(body) {
			t.Errorf("%q becomes %q of %d bytes", body, got, len(got))
		}
		if whole := len(body) <= words.MaxHeadline-len("…") && !strings.Contains(body, "\n"); whole != (got == body) {
			t.Errorf("%q becomes %q", body, got)
		}
	}
}

func TestAnAuthorIsRecognizedAsGitKeepsIt(t *testing.T) {
	for _, name := range []string{"Ann", "", "Ann  <ann@example.com> B", "a:b", " padded "} {
		c := &session.Change{}
		c.Record("x", thread.Author{Kind: thread.Agent, Name: name}, "")
		meta := gittest.Must(c.Meta())(t)
		kept := strings.Join(strings.Fields(strings.NewReplacer("<", "", ">", "").Replace(meta.AuthorName)), " ") // as gitstore does
		if who := history.WhoOf(kept); !who.Is(thread.Author{Kind: thread.Agent, Name: name}) || who.Is(thread.Author{Kind: thread.Human, Name: name}) || who.Is(thread.Author{Kind: thread.Agent, Name: name + "x"}) {
			t.Errorf("%q is kept as %+v", name, who)
		}
	}
}

func TestATimeIsReadAsPeopleWriteIt(t *testing.T) {
	now := time.Date(2026, 3, 10, 15, 30, 0, 0, time.FixedZone("", -5*3600))
	for in, want := range map[string]string{
		"2h": "2026-03-10T13:30:00-05:00", "3w": "2026-02-17T15:30:00-05:00", "today": "2026-03-10T00:00:00-05:00",
		"Yesterday": "2026-03-09T00:00:00-05:00", "2026-03-01": "2026-03-01T00:00:00-05:00",
		"2026-03-01 14:05": "2026-03-01T14:05:00-05:00", "2026-03-01T14:05:06Z": "2026-03-01T14:05:06Z",
		"2026-03-01 14:05Z": "2026-03-01T14:05:00Z", "2026-03-01 14:05 +0200": "2026-03-01T14:05:00+02:00",
		"3 days ago": "2026-03-07T15:30:00-05:00", "2.weeks.ago": "2026-02-24T15:30:00-05:00",
		"an hour ago": "2026-03-10T14:30:00-05:00", "1 month": "2026-02-10T15:30:00-05:00",
		"": "", "2026": "", "ago": "", "3 days hence": "", "-3 days ago": "", "99999999 years ago": "", "x days ago": "",
	} {
		at, ok := history.ParseTime(in, now)
		if got := at.Format(time.RFC3339); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %s, %t", in, got, ok)
		}
	}
}

func TestATimeToGoBackIsADurationOrDays(t *testing.T) {
	for in, want := range map[string]time.Duration{
		"2h": 2 * time.Hour, "90m": 90 * time.Minute, "7d": 168 * time.Hour, "0s": 0,
		"100001d": -1, "-2h": -1, "d": -1, "2": -1, "x": -1, "99999999999999999999d": -1,
	} {
		if got, ok := history.ParseSpan(in); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %v, %v", in, got, ok)
		}
	}
}
