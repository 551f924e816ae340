package thread_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

const fullThread = `{
  "version": 1,
  "id": "c_0123abcd",
  "target": "lines",
  "file": "a.txt",
  "side": "new",
  "anchor": {
    "startLine": 2,
    "endLine": 2,
    "contextBefore": [
      "one"
    ],
    "targetContent": "two",
    "contextAfter": [],
    "contentHash": "3fc4ccfe745870e2",
    "base": {
      "blob": "4cb29ea38f70d7c61b2a3a25b02e3bdf44905402"
    },
    "anchorFuture": [
      1,
      2
    ]
  },
  "workflowState": "open",
  "createdAt": "2026-11-21T10:00:00Z",
  "author": "human",
  "body": "a <b> & c",
  "thread": [
    {
      "id": "r_89abcdef",
      "author": "agent",
      "body": "x",
      "createdAt": "2026-11-21T10:01:00Z",
      "replyFuture": {
        "a": 1
      }
    }
  ],
  "future": "kept",
  "zFuture": null
}
`

func TestUnknownFieldsSurviveARewrite(t *testing.T) {
	th, err := thread.Decode([]byte(fullThread), "c_0123abcd")
	if err != nil {
		t.Fatal(err)
	}
	out, err := thread.Encode(th)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fullThread, string(out)); diff != "" {
		t.Error(diff)
	}
}

func TestAnUnknownFieldSurvivesAReply(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	s := d.Human()
	err := s.Update(t.Context(), false, func(c *session.Change) error {
		data := gittest.Must(c.Tx.ReadFile(thread.File(thread.Active, id)))(t)
		c.Tx.Put(thread.File(thread.Active, id), []byte(strings.Replace(string(data), `"version": 1,`, `"version": 1, "future": {"a": [1]},`, 1)))
		c.Record("test", thread.Author{Kind: thread.Human}, "", id)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "y"}))(t)
	st := gittest.Must(d.Human().Read(t.Context()))(t)
	data := gittest.Must(st.Commit.ReadFile(thread.File(thread.Active, id)))(t)
	var got map[string]json.RawMessage
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if _, ok := got["future"]; !ok {
		t.Errorf("the unknown field is gone:\n%s", data)
	}
}

func TestMalformedThreadsAreDamageNotData(t *testing.T) {
	for _, c := range []struct{ name, old, new string }{
		{"not JSON", "{", "["},
		{"another id", "c_0123abcd", "c_99999999"},
		{"a state that is no word", `"workflowState": "open"`, `"workflowState": "ajar\n# resolved"`},
		{"no author", `"author": "human"`, `"author": ""`},
		{"no lines", `"startLine": 2`, `"startLine": 0`},
		{"range backwards", `"endLine": 2`, `"endLine": 1`},
		{"path outside", `"file": "a.txt"`, `"file": "../a.txt"`},
		{"absolute path", `"file": "a.txt"`, `"file": "/etc/passwd"`},
		{"reply without id", `"id": "r_89abcdef"`, `"id": "x"`},
		{"wrong type", `"body": "x"`, `"body": 7`},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := strings.Replace(fullThread, c.old, c.new, 1)
			if _, err := thread.Decode([]byte(data), "c_0123abcd"); !errors.Is(err, fail.ErrCorrupt) {
				t.Errorf("got %v, want damage", err)
			}
		})
	}
}

func TestIdsAreNeverGivenTwice(t *testing.T) {
	taken := map[string]bool{}
	for range thread.IDTries {
		used := func(id string) (bool, error) { return taken[id], nil }
		id := gittest.Must(thread.NewID(thread.ThreadPrefix, used, "the", "same", "seeds"))(t)
		if taken[id] || !thread.IsID(id, thread.ThreadPrefix) {
			t.Fatalf("%q", id)
		}
		taken[id] = true
	}
}

func TestBaseIsTheBlobThatGitWouldName(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t)
	if want := d.Git("rev-parse", "HEAD:a.txt"); got.Thread.Anchor.Base.Blob != want {
		t.Errorf("base %s, git says %s", got.Thread.Anchor.Base.Blob, want)
	}
	if _, err := gitstore.ParseID(got.Thread.Anchor.Base.Blob); err != nil {
		t.Error(err)
	}
}
