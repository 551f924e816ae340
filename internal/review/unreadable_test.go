package review

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
	"consider/internal/transcript"
)

// storeFile is a path in the store's folder.
func (d *desk) storeFile(elem ...string) string {
	return filepath.Join(append([]string{d.Dir, ".consider"}, elem...)...)
}

// storeGit asks git about the store.
func (d *desk) storeGit(args ...string) string {
	d.t.Helper()
	return d.Git(append([]string{"--git-dir=.consider"}, args...)...)
}

// loose is the file of an object of the store that git names so.
func (d *desk) loose(name string) string {
	d.t.Helper()
	id := d.storeGit("rev-parse", name)
	return d.storeFile("objects", id[:2], id[2:])
}

// junk overwrites a file of the store, or takes it away.
func (d *desk) junk(file string, missing bool) {
	d.t.Helper()
	if err := os.Remove(file); err != nil {
		d.t.Fatal(err)
	}
	if missing {
		return
	}
	if err := os.WriteFile(file, []byte("junk"), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// spoken gives the desk an agent that said one sentence, and returns the service of a person who can mark it.
func (d *desk) spoken() *Service {
	d.t.Helper()
	home := d.t.TempDir()
	dir := filepath.Join(home, "projects", "fixed")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		d.t.Fatal(err)
	}
	said := fmt.Sprintf(`{"type":"user","message":{"role":"user","content":"?"},"uuid":"u1","timestamp":"2026-11-21T09:00:00.000Z","cwd":%[1]q,"sessionId":"s"}
{"parentUuid":"u1","type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"Keep one map."}]},"uuid":"u2","timestamp":"2026-11-21T09:00:01.000Z","cwd":%[1]q,"sessionId":"s"}
`, d.human().Place.Root)
	if err := os.WriteFile(filepath.Join(dir, "s.jsonl"), []byte(said), 0o600); err != nil {
		d.t.Fatal(err)
	}
	s := d.human()
	s.Agents = &transcript.Finder{Places: transcript.Places{Claude: home, ClaudeName: "fixed"}}
	return s
}

// lockIsFree takes the store's lock and lets go of it.
func (d *desk) lockIsFree() {
	d.t.Helper()
	s, err := gitstore.Open(d.storeFile(), gitstore.Options{Now: func() time.Time { return d.now }, LockWait: time.Millisecond})
	if err != nil {
		d.t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Update(d.t.Context(), func(*gitstore.Tx) (gitstore.Meta, error) { return gitstore.Meta{}, nil }); err != nil {
		d.t.Errorf("the lock: %v", err)
	}
}

// Each starts a thread, in its own way.
var threadMakers = []struct {
	name string
	make func(d *desk, s *Service) error
}{
	{"add", func(d *desk, s *Service) error {
		_, err := s.Add(d.t.Context(), AddInput{Place: "a.txt:1", Message: "one more"})
		return err
	}},
	{"import of an export", func(d *desk, s *Service) error {
		_, err := s.Import(d.t.Context(), ImportInput{Store: strings.ReplaceAll(fullDoc, "\n", "")})
		return err
	}},
	{"import of the original's store", func(d *desk, s *Service) error {
		_, err := s.Import(d.t.Context(), ImportInput{Store: `{"version":1,"comments":[{"id":"c_1","file":"a.txt","anchor":{"startLine":1,"endLine":1,"targetContent":"one"},"createdAt":"2025-01-01T00:00:00Z","author":"human","body":"x"}]}`})
		return err
	}},
	{"submit", func(d *desk, s *Service) error {
		_, err := s.Submit(d.t.Context(), SubmitInput{GlobalComment: "on the whole"})
		return err
	}},
	{"mark", func(d *desk, s *Service) error {
		_, err := s.Mark(d.t.Context(), MarkInput{ID: "last", Keep: "one map"})
		return err
	}},
}

const fullDoc = `{"version":1,"threads":[{"version":1,"id":"c_0123abcd","target":"review","workflowState":"open","createdAt":"2026-11-21T10:00:00Z","author":"human","body":"x"}]}`

// A tree that could not be read once made add try ids for ever, holding the lock and deaf to an interrupt.
func TestAnUnreadableFolderEndsEveryWayToStartAThread(t *testing.T) {
	for _, maker := range threadMakers {
		for _, dir := range folders {
			for _, missing := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, %s, missing=%v", maker.name, dir, missing), func(t *testing.T) {
					d := newDesk(t)
					s := d.spoken()
					d.add("a.txt:1", "stays")
					gone := []string{d.add("a.txt:2", "archived"), d.add("a.txt:3", "deleted")}
					must(d.human().Resolve(t.Context(), ResolveInput{IDs: gone[:1]}))(t)
					must(d.human().Archive(t.Context(), ArchiveInput{IDs: gone[:1]}))(t)
					must(d.human().Delete(t.Context(), DeleteInput{IDs: gone[1:]}))(t)
					file := d.loose("refs/heads/threads:" + dir)
					tip := d.storeGit("rev-parse", "refs/heads/threads")
					d.junk(file, missing)
					before := d.objectFiles()

					if err := maker.make(d, s); !errors.Is(err, gitstore.ErrCorrupt) {
						t.Errorf("error %v, want damage", err)
					}
					if now := d.storeGit("rev-parse", "refs/heads/threads"); now != tip {
						t.Errorf("the tip moved to %s", now)
					}
					if after := d.objectFiles(); after != before {
						t.Errorf("objects were written:\n%s\nwere:\n%s", after, before)
					}
					d.lockIsFree()
				})
			}
		}
	}
}

// objectFiles lists the files of the store's objects.
func (d *desk) objectFiles() string {
	d.t.Helper()
	files, err := filepath.Glob(d.storeFile("objects", "*", "*"))
	if err != nil {
		d.t.Fatal(err)
	}
	return strings.Join(files, "\n")
}

// One damaged folder of sixteen hides no other: a thread is put beside it.
func TestADamagedFanKeepsNobodyFromStartingAThread(t *testing.T) {
	d := newDesk(t)
	first := d.add("a.txt:1", "in the damaged fan")
	d.junk(d.loose("refs/heads/threads:threads/"+first[2:3]), false)
	for i := range 40 {
		d.add("a.txt:2", fmt.Sprint("word ", i))
	}
}

func TestAnInterruptEndsTheSearchForAnID(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:1", "first")
	ctx, cancel := context.WithCancel(t.Context())
	s := d.human()
	err := s.update(ctx, false, func(c *change) error {
		cancel()
		_, err := c.newThreadID("seed")
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTheSearchForAnIDIsBounded(t *testing.T) {
	asked := 0
	_, err := newID(threadPrefix, func(string) (bool, error) { asked++; return true, nil }, "seed")
	if err == nil || asked != idTries {
		t.Errorf("asked %d times, error %v", asked, err)
	}
}
