package review

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
)

func TestEventsAreReadFromCommitsAlone(t *testing.T) {
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		author, subject, trailers string
		want                      Event
		words                     string
	}{
		{"human:Ann", "add c_00000001 a.txt:2", "Consider-Op=add Consider-Thread=c_00000001", Event{Kind: ThreadStarted, By: Who{Human, "Ann"}, Threads: []string{"c_00000001"}}, "Ann started c_00000001"},
		{"human", "archive 2 threads", "Consider-Op=archive Consider-Thread=c_00000001 Consider-Thread=c_00000002", Event{Kind: Archived, By: Who{Kind: Human}, Threads: []string{"c_00000001", "c_00000002"}}, "the human archived 2 threads (c_00000001, c_00000002)"},
		{"agent:a:b", "checkpoint round-1", "Consider-Op=checkpoint Consider-Checkpoint=round-1", Event{Kind: CheckpointMade, By: Who{Agent, "a:b"}, Checkpoint: "round-1"}, "a:b made the checkpoint round-1"},
		{"agent", "restore round-1", "Consider-Op=restore Consider-Checkpoint=round-1", Event{Kind: Restored, By: Who{Kind: Agent}, Checkpoint: "round-1"}, "an agent restored the threads of the checkpoint round-1"},
		{"human:Ann", "restore round-1", "Consider-Op=restore Consider-Thread=c_1 Consider-Thread=c_2 Consider-Checkpoint=round-1", Event{Kind: Restored, By: Who{Human, "Ann"}, Threads: []string{"c_1", "c_2"}, Checkpoint: "round-1"}, "Ann restored the threads of the checkpoint round-1, which deleted 2 threads (c_1, c_2)"},
		{"human", "checkpoint-delete round-1", "Consider-Op=checkpoint-delete Consider-Checkpoint=round-1", Event{Kind: CheckpointDeleted, By: Who{Kind: Human}, Checkpoint: "round-1"}, "the human deleted the checkpoint round-1"},
		{"human", "config resolve human", "Consider-Op=config", Event{Kind: Configured, By: Who{Kind: Human}, What: "resolve human"}, "the human changed a setting: resolve human"},
		{"consider/test", "init", "", Event{Kind: StoreMade}, "the store was made"},
		{"somebody else", "hello world", "", Event{Kind: "hello"}, "somebody: hello no thread"},
		{"human:Ann", "undo c_00000001 (reply)", "Consider-Op=undo Consider-Thread=c_00000001 Consider-Undoes=abc", Event{Kind: Undone, By: Who{Human, "Ann"}, Threads: []string{"c_00000001"}, Undoes: "abc"}, "Ann took back: abc"},
	} {
		commit := gitstore.Commit{When: at, AuthorName: c.author, Subject: c.subject}
		for _, kv := range strings.Fields(c.trailers) {
			k, v, _ := strings.Cut(kv, "=")
			commit.Trailers = append(commit.Trailers, gitstore.Trailer{Key: k, Value: v})
		}
		c.want.Cursor, c.want.At = noCommit.String(), at
		got := eventOf(commit)
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
		got := headline(body)
		if len(got) > maxHeadline || strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) && utf8.ValidString(body) {
			t.Errorf("%q becomes %q of %d bytes", body, got, len(got))
		}
		if whole := len(body) <= maxHeadline-len("…") && !strings.Contains(body, "\n"); whole != (got == body) {
			t.Errorf("%q becomes %q", body, got)
		}
	}
}

func TestAnAuthorIsRecognisedAsGitKeepsIt(t *testing.T) {
	for _, name := range []string{"Ann", "", "Ann  <ann@example.com> B", "a:b", " padded "} {
		c := &change{}
		c.record("x", author{Agent, name}, "")
		meta := must(c.meta())(t)
		kept := strings.Join(strings.Fields(strings.NewReplacer("<", "", ">", "").Replace(meta.AuthorName)), " ") // as gitstore does
		if who := whoOf(kept); !who.is(author{Agent, name}) || who.is(author{Human, name}) || who.is(author{Agent, name + "x"}) {
			t.Errorf("%q is kept as %+v", name, who)
		}
	}
}

func TestATimeToGoBackIsADurationOrDays(t *testing.T) {
	for in, want := range map[string]time.Duration{
		"2h": 2 * time.Hour, "90m": 90 * time.Minute, "7d": 168 * time.Hour, "0s": 0,
		"100001d": -1, "-2h": -1, "d": -1, "2": -1, "x": -1, "99999999999999999999d": -1,
	} {
		if got, ok := parseSpan(in); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %v, %v", in, got, ok)
		}
	}
}
