package review

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
)

// Folders of the store's tree. A thread is in exactly one of them.
const (
	activeDir  = "threads"
	archiveDir = "archive"
	deletedDir = "deleted"
)

// change is one mutation under way: the store's transaction and what its commit will say.
type change struct {
	ctx context.Context
	tx  *gitstore.Tx
	now time.Time // UTC, whole seconds

	op      string
	who     author
	what    string // rest of the subject: a place, a count
	threads []string
	more    []gitstore.Trailer
}

// record says what the commit is about. ids are the threads it changes.
func (c *change) record(op string, who author, what string, ids ...string) {
	c.op, c.who, c.what, c.threads = op, who, what, ids
}

func (c *change) meta() (gitstore.Meta, error) {
	if c.op == "" {
		return gitstore.Meta{}, errors.New("a change that does not say what it is")
	}
	subject := c.op
	if len(c.threads) == 1 {
		subject += " " + c.threads[0]
	}
	if c.what != "" {
		subject += " " + oneLine(c.what)
	}
	trailers := []gitstore.Trailer{{Key: "Consider-Op", Value: c.op}}
	for _, id := range c.threads {
		trailers = append(trailers, gitstore.Trailer{Key: "Consider-Thread", Value: id})
	}
	meta := gitstore.Meta{Subject: subject, Trailers: append(trailers, c.more...)}
	meta.AuthorName, meta.AuthorEmail = string(c.who.Kind), string(c.who.Kind)+"@consider.invalid"
	if c.who.Name != "" {
		meta.AuthorName = fmt.Sprintf("%s:%s", c.who.Kind, oneLine(c.who.Name))
	}
	return meta, nil
}

// oneLine makes s fit for a commit's header: git gives <, > and line ends a meaning there.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '<' || r == '>' || r == '\n' || r == '\r' || r == 0 {
			return ' '
		}
		return r
	}, s)
}

// threadFile is the path of a thread's blob in a folder of the tree. Folders fan out by the first digit, so
// that a change rewrites a small tree.
func threadFile(dir, id string) string { return path.Join(dir, id[2:3], id+".json") }

// baseFile is the path of the base that the thread's nth anchor was described against; 0 is the first.
func baseFile(dir, id string, n int) string {
	name := id + ".base"
	if n > 0 {
		name = fmt.Sprintf("%s.%d", name, n)
	}
	return path.Join(dir, id[2:3], name)
}

// load reads a thread that is to be changed.
func (c *change) load(dir, id string) (*Thread, error) {
	data, err := c.tx.ReadFile(threadFile(dir, id))
	if err != nil {
		return nil, err
	}
	return decodeThread(data, id)
}

// save writes a changed thread. A thread written by a newer consider is not rewritten: decodeThread refused
// it.
func (c *change) save(dir string, t *Thread) error {
	data, err := encodeThread(t)
	if err != nil {
		return err
	}
	c.tx.Put(threadFile(dir, t.ID), data)
	return nil
}

// move moves a thread and its bases to another folder.
func (c *change) move(id, from, to string) error {
	entries, err := c.tx.ReadDir(path.Join(from, id[2:3]))
	if err != nil {
		return err
	}
	if err := checkVersionAt(c.tx, threadFile(from, id)); err != nil {
		return err
	}
	moved := 0
	for _, e := range entries {
		if e.Name != id+".json" && !strings.HasPrefix(e.Name, id+".base") {
			continue
		}
		if err := c.tx.Move(path.Join(from, id[2:3], e.Name), path.Join(to, id[2:3], e.Name)); err != nil {
			return err
		}
		moved++
	}
	if moved == 0 {
		return fmt.Errorf("thread %q: %w", id, gitstore.ErrNotExist)
	}
	return nil
}

// taken reports whether a thread id is in use anywhere in the store. It is asked for each thread of an import, so
// it is also where a change that was interrupted ends.
func (c *change) taken(id string) (bool, error) {
	if err := c.ctx.Err(); err != nil {
		return false, err
	}
	for _, dir := range folders {
		if used, err := c.holds(threadFile(dir, id)); used || err != nil {
			return used, err
		}
	}
	return false, nil
}

// holds reports whether there is such a file. What damage hides is neither there nor not.
func (c *change) holds(file string) (bool, error) {
	_, err := c.tx.FileID(file)
	if errors.Is(err, gitstore.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// newThreadID returns an id for one more thread.
func (c *change) newThreadID(seeds ...string) (string, error) {
	return newID(threadPrefix, c.taken, seeds...)
}

// newReplyID returns an id for one more entry of t.
func (c *change) newReplyID(t *Thread, body string) (string, error) {
	taken := func(id string) (bool, error) {
		return slices.ContainsFunc(t.Replies, func(r Reply) bool { return r.ID == id }), nil
	}
	return newID(replyPrefix, taken, c.tx.Base().String(), t.ID, fmt.Sprint(len(t.Replies)), body)
}
