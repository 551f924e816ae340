package review

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
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
	th, err := decodeThread([]byte(fullThread), "c_0123abcd")
	if err != nil {
		t.Fatal(err)
	}
	out, err := encodeThread(th)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fullThread, string(out)); diff != "" {
		t.Error(diff)
	}
}

func TestAnUnknownFieldSurvivesAReply(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	s := d.human()
	err := s.update(t.Context(), false, func(c *change) error {
		data := must(c.tx.ReadFile(threadFile(activeDir, id)))(t)
		c.tx.Put(threadFile(activeDir, id), []byte(strings.Replace(string(data), `"version": 1,`, `"version": 1, "future": {"a": [1]},`, 1)))
		c.record("test", author{Kind: Human}, "", id)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	must(d.agent("codex").Reply(t.Context(), ReplyInput{ID: id, Message: "y"}))(t)
	st := must(d.human().read(t.Context()))(t)
	data := must(st.snap.ReadFile(threadFile(activeDir, id)))(t)
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
			if _, err := decodeThread([]byte(data), "c_0123abcd"); !errors.Is(err, ErrCorrupt) {
				t.Errorf("got %v, want damage", err)
			}
		})
	}
}

func TestIdsAreNeverGivenTwice(t *testing.T) {
	taken := map[string]bool{}
	for range idTries {
		used := func(id string) (bool, error) { return taken[id], nil }
		id := must(newID(threadPrefix, used, "the", "same", "seeds"))(t)
		if taken[id] || !isID(id, threadPrefix) {
			t.Fatalf("%q", id)
		}
		taken[id] = true
	}
}

func TestBaseIsTheBlobThatGitWouldName(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	got := must(d.human().Get(t.Context(), GetInput{ID: id}))(t)
	if want := d.Git("rev-parse", "HEAD:a.txt"); got.Thread.Anchor.Base.Blob != want {
		t.Errorf("base %s, git says %s", got.Thread.Anchor.Base.Blob, want)
	}
	if _, err := gitstore.ParseID(got.Thread.Anchor.Base.Blob); err != nil {
		t.Error(err)
	}
}
