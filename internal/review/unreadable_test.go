package review_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consider/gitstore"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/feedback"
	"consider/internal/review/reviewtest"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/transcript"
)

// spoken gives the desk an agent that said one sentence, and returns the session of a person who can mark it.
func spoken(d *reviewtest.Desk) *session.Session {
	d.T.Helper()
	home := d.T.TempDir()
	dir := filepath.Join(home, "projects", "fixed")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		d.T.Fatal(err)
	}
	said := fmt.Sprintf(`{"type":"user","message":{"role":"user","content":"?"},"uuid":"u1","timestamp":"2026-11-21T09:00:00.000Z","cwd":%[1]q,"sessionId":"s"}
{"parentUuid":"u1","type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"Keep one map."}]},"uuid":"u2","timestamp":"2026-11-21T09:00:01.000Z","cwd":%[1]q,"sessionId":"s"}
`, d.Human().Place.Root)
	if err := os.WriteFile(filepath.Join(dir, "s.jsonl"), []byte(said), 0o600); err != nil {
		d.T.Fatal(err)
	}
	s := d.Human()
	s.Agents = &transcript.Finder{Places: transcript.Places{Claude: home, ClaudeName: "fixed"}}
	return s
}

// lockIsFree takes the store's lock and lets go of it.
func lockIsFree(d *reviewtest.Desk) {
	d.T.Helper()
	s, err := gitstore.Open(d.StoreFile(), gitstore.Options{Now: func() time.Time { return d.Now }, LockWait: time.Minute})
	if err != nil {
		d.T.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Update(d.T.Context(), func(*gitstore.Tx) (gitstore.Meta, error) { return gitstore.Meta{}, nil }); err != nil {
		d.T.Errorf("the lock: %v", err)
	}
}

// Each starts a thread in its own way.
var threadMakers = []struct {
	name string
	make func(d *reviewtest.Desk, s *session.Session) error
}{
	{"add", func(d *reviewtest.Desk, s *session.Session) error {
		_, err := review.Add(d.T.Context(), s, review.AddInput{Place: "a.txt:1", Message: "one more"})
		return err
	}},
	{"import of an export", func(d *reviewtest.Desk, s *session.Session) error {
		_, err := exchange.Import(d.T.Context(), s, exchange.ImportInput{Store: new(strings.ReplaceAll(fullDoc, "\n", ""))})
		return err
	}},
	{"import of the original's store", func(d *reviewtest.Desk, s *session.Session) error {
		_, err := exchange.Import(d.T.Context(), s, exchange.ImportInput{Store: new(`{"version":1,"comments":[{"id":"c_1","file":"a.txt","anchor":{"startLine":1,"endLine":1,"targetContent":"one"},"createdAt":"2025-01-01T00:00:00Z","author":"human","body":"x"}]}`)})
		return err
	}},
	{"submit", func(d *reviewtest.Desk, s *session.Session) error {
		_, err := submission.Submit(d.T.Context(), s, submission.SubmitInput{GlobalComment: "on the whole"})
		return err
	}},
	{"mark", func(d *reviewtest.Desk, s *session.Session) error {
		_, err := feedback.Mark(d.T.Context(), s, feedback.MarkInput{ID: "last", Keep: "one map"})
		return err
	}},
}

const fullDoc = `{"version":1,"threads":[{"version":1,"id":"c_0123abcd","target":"review","workflowState":"open","createdAt":"2026-11-21T10:00:00Z","author":"human","body":"x"}]}`

// When a tree could not be read, add once tried ids for ever, held the lock and ignored an interrupt.
func TestAnUnreadableFolderEndsEveryWayToStartAThread(t *testing.T) {
	for _, maker := range threadMakers {
		for _, dir := range thread.Folders {
			for _, missing := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, %s, missing=%v", maker.name, dir, missing), func(t *testing.T) {
					d := reviewtest.New(t)
					s := spoken(d)
					d.Add("a.txt:1", "stays")
					gone := []string{d.Add("a.txt:2", "archived"), d.Add("a.txt:3", "deleted")}
					gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: gone[:1]}))(t)
					gittest.Must(review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: gone[:1]}))(t)
					gittest.Must(review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: gone[1:]}))(t)
					file := d.Loose("refs/heads/threads:" + dir)
					tip := d.StoreGit("rev-parse", "refs/heads/threads")
					d.Junk(file, missing)
					before := objectFiles(d)

					if err := maker.make(d, s); !errors.Is(err, gitstore.ErrCorrupt) {
						t.Errorf("error %v, want damage", err)
					}
					if now := d.StoreGit("rev-parse", "refs/heads/threads"); now != tip {
						t.Errorf("the tip moved to %s", now)
					}
					if after := objectFiles(d); after != before {
						t.Errorf("objects were written:\n%s\nwere:\n%s", after, before)
					}
					lockIsFree(d)
				})
			}
		}
	}
}

// objectFiles lists the files of the store's objects.
func objectFiles(d *reviewtest.Desk) string {
	d.T.Helper()
	files, err := filepath.Glob(d.StoreFile("objects", "*", "*"))
	if err != nil {
		d.T.Fatal(err)
	}
	return strings.Join(files, "\n")
}

// One damaged folder of sixteen does not hide the others: a new thread is put into another one.
func TestADamagedFanKeepsNobodyFromStartingAThread(t *testing.T) {
	d := reviewtest.New(t)
	first := d.Add("a.txt:1", "in the damaged fan")
	d.Junk(d.Loose("refs/heads/threads:threads/"+first[2:3]), false)
	for i := range 40 {
		d.Add("a.txt:2", fmt.Sprint("word ", i))
	}
}

func TestAnInterruptEndsTheSearchForAnID(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:1", "first")
	ctx, cancel := context.WithCancel(t.Context())
	s := d.Human()
	err := s.Update(ctx, false, func(c *session.Change) error {
		cancel()
		_, err := c.NewThreadID("seed")
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTheSearchForAnIDIsBounded(t *testing.T) {
	asked := 0
	_, err := thread.NewID(thread.ThreadPrefix, func(string) (bool, error) { asked++; return true, nil }, "seed")
	if err == nil || asked != thread.IDTries {
		t.Errorf("asked %d times, error %v", asked, err)
	}
}
