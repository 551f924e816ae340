package session

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/picture"
	"consider/internal/thread"
	"consider/internal/words"
)

// Change is one mutation under way: the store's transaction and what its commit will say.
type Change struct {
	ctx context.Context
	Tx  *gitstore.Tx
	Now time.Time // UTC, whole seconds

	Op       string
	store    *gitstore.Store
	who      thread.Author
	what     string // rest of the subject: a place, a count
	threads  []string
	Trailers []gitstore.Trailer
	worktree string // as in [WorktreeTrailer]
	claimed  bool   // only the caller's own word says that it is a person
}

// ClaimTrailer is the trailer of a commit by a person whom only a flag identified. Its value is that flag.
const ClaimTrailer = "Consider-Claim"

// WorktreeTrailer is the trailer of a commit made in a linked worktree that shares the store with others. Its value is the
// worktree's name.
const WorktreeTrailer = "Consider-Worktree"

// Record says what the commit is about. ids are the threads it changes.
func (c *Change) Record(op string, who thread.Author, what string, ids ...string) {
	c.Op, c.who, c.what, c.threads = op, who, what, ids
}

// From says that the change was made in another worktree, by the author that it records.
func (c *Change) From(worktree string) { c.worktree, c.claimed = words.OneLine(worktree), false }

// Meta returns the author, subject and trailers of the commit.
func (c *Change) Meta() (gitstore.Meta, error) {
	if c.Op == "" {
		return gitstore.Meta{}, errors.New("the change has no operation")
	}
	subject := c.Op
	if len(c.threads) == 1 {
		subject += " " + c.threads[0]
	}
	if c.what != "" {
		subject += " " + words.OneLine(c.what)
	}
	trailers := []gitstore.Trailer{{Key: "Consider-Op", Value: c.Op}}
	for _, id := range c.threads {
		trailers = append(trailers, gitstore.Trailer{Key: "Consider-Thread", Value: id})
	}
	if c.worktree != "" {
		trailers = append(trailers, gitstore.Trailer{Key: WorktreeTrailer, Value: c.worktree})
	}
	if c.claimed {
		trailers = append(trailers, gitstore.Trailer{Key: ClaimTrailer, Value: "--as human"})
	}
	meta := gitstore.Meta{Subject: subject, Trailers: append(trailers, c.Trailers...)}
	meta.AuthorName, meta.AuthorEmail = string(c.who.Kind), string(c.who.Kind)+"@consider.invalid"
	if c.who.Name != "" {
		meta.AuthorName = fmt.Sprintf("%s:%s", c.who.Kind, words.OneLine(c.who.Name))
	}
	return meta, nil
}

// Load reads a thread that is to be changed.
func (c *Change) Load(dir, id string) (*thread.Thread, error) {
	data, err := c.Tx.ReadFile(thread.File(dir, id))
	if err != nil {
		return nil, err
	}
	return thread.Decode(data, id)
}

// Save writes a changed thread and the images that it shows. It never rewrites a thread of a newer consider, because
// [thread.Decode] refuses to read one.
func (c *Change) Save(dir string, t *thread.Thread) error {
	if err := c.keepImages(t); err != nil {
		return err
	}
	data, err := thread.Encode(t)
	if err != nil {
		return err
	}
	c.Tx.Put(thread.File(dir, t.ID), data)
	return nil
}

// keepImages takes the images that a thread shows into the store. A missing image is not an error, because a message
// may name anything.
func (c *Change) keepImages(t *thread.Thread) error {
	return c.takeImages(t, func(id string) ([]byte, error) { return c.store.ReadPrivate(thread.ImageDir + "/" + id) })
}

// TakeImages copies the images of a thread from the store that the thread comes from.
func (c *Change) TakeImages(from gitstore.Files, t *thread.Thread) error {
	return c.takeImages(t, func(id string) ([]byte, error) { return from.ReadFile(thread.ImageFile(id)) })
}

// PutImages keeps the images that came with a document and match their ids.
func (c *Change) PutImages(t *thread.Thread, came map[string][]byte) error {
	return c.takeImages(t, func(id string) ([]byte, error) { return came[id], nil })
}

func (c *Change) takeImages(t *thread.Thread, read func(id string) ([]byte, error)) error {
	for _, image := range t.Images() {
		file := thread.ImageFile(image.ID)
		here, err := c.Holds(file)
		if err != nil {
			return err
		}
		if here {
			continue
		}
		data, err := read(image.ID)
		if errors.Is(err, gitstore.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if _, err := picture.Of(data); err == nil && gitstore.HashBlob(data).String() == image.ID {
			c.Tx.Put(file, data)
		}
	}
	return nil
}

// Move moves a thread and its bases to another folder.
func (c *Change) Move(id, from, to string) error {
	entries, err := c.Tx.ReadDir(path.Join(from, id[2:3]))
	if err != nil {
		return err
	}
	if err := thread.CheckVersionAt(c.Tx, thread.File(from, id)); err != nil {
		return err
	}
	moved := 0
	for _, e := range entries {
		if e.Name != id+".json" && !strings.HasPrefix(e.Name, id+".base") {
			continue
		}
		if err := c.Tx.Move(path.Join(from, id[2:3], e.Name), path.Join(to, id[2:3], e.Name)); err != nil {
			return err
		}
		moved++
	}
	if moved == 0 {
		return fmt.Errorf("thread %q: %w", id, gitstore.ErrNotExist)
	}
	return nil
}

// Taken reports whether a thread id is in use anywhere in the store. An import calls it for each thread, so it also
// ends an interrupted change.
func (c *Change) Taken(id string) (bool, error) {
	if err := c.ctx.Err(); err != nil {
		return false, err
	}
	for _, dir := range thread.Folders {
		if used, err := c.Holds(thread.File(dir, id)); used || err != nil {
			return used, err
		}
	}
	return false, nil
}

// Holds reports whether a file exists. A file hidden by damage is an error.
func (c *Change) Holds(file string) (bool, error) {
	_, err := c.Tx.FileID(file)
	if errors.Is(err, gitstore.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// NewThreadID returns an id for one more thread.
func (c *Change) NewThreadID(seeds ...string) (string, error) {
	return thread.NewID(thread.ThreadPrefix, c.Taken, seeds...)
}

// Start stores a new thread and its base, nil for none, and returns the thread. A form that is sent twice starts one
// thread, which is returned as it is stored. Without a form, every thread is new; seed makes its id differ from others
// of the same change.
func (c *Change) Start(form string, t *thread.Thread, base []byte, seed int) (stored *thread.Thread, err error) {
	if form == "" {
		t.ID, err = c.NewThreadID(c.Tx.Base().String(), c.Tx.Now().String(), t.Worktree, t.File, fmt.Sprint(seed), t.Body)
	} else {
		t.ID = thread.FormThreadID(form)
		stored, err = c.sent(t)
	}
	if err != nil || stored != nil {
		return stored, err
	}
	if base != nil {
		c.Tx.Put(thread.BaseFile(thread.Active, t.ID, 0), base)
	}
	return t, c.Save(thread.Active, t)
}

// sent returns the stored thread with the id of t, nil if there is none. It is a conflict if it is another thread.
func (c *Change) sent(t *thread.Thread) (*thread.Thread, error) {
	for _, dir := range thread.Folders {
		stored, err := c.Load(dir, t.ID)
		if errors.Is(err, gitstore.ErrNotExist) {
			continue
		}
		if err == nil && (stored.Body != t.Body || stored.File != t.File) {
			err = fail.Conflict("this comment was already sent as %s, with different text or on another file", t.ID).
				Hint("edit that thread, or copy your text into a new comment")
		}
		return stored, err
	}
	return nil, nil
}

// NewReplyID returns an id for one more entry of t.
func (c *Change) NewReplyID(t *thread.Thread, body string) (string, error) {
	taken := func(id string) (bool, error) {
		return slices.ContainsFunc(t.Replies, func(r thread.Reply) bool { return r.ID == id }), nil
	}
	return thread.NewID(thread.ReplyPrefix, taken, c.Tx.Base().String(), t.ID, fmt.Sprint(len(t.Replies)), body)
}
