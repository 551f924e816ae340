package worktree

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"consider/internal/programs"
)

// contents reads the objects of one comparison: in this process, or all of them by one git that runs until the end.
type contents struct {
	t     *Tree
	ctx   context.Context
	dirs  []string // further object folders, for blobs
	quick bool     // this process has read one, so the packs are known to be small
	byGit bool     // this process could not read one
	git   *gitObjects
	noGit error // why git cannot be asked

	ahead    *gitObjects // answers the expected questions, in order
	expected []string    // ids not answered yet
	stop     context.CancelFunc
	spare    [][]byte // reusable memory of contents that are no longer needed
}

// fewBlobs is the number of blobs up to which this process reads them itself: for so few, starting git costs more.
const fewBlobs = 8

// expect makes git read blobs ahead; they must then be asked for in this order. A blob that git cannot give is read as
// if it had not been expected.
func (c *contents) expect(ids []string) {
	if len(ids) <= fewBlobs || c.t.p.GitDir == "" || len(c.dirs) > 0 {
		return
	}
	ctx, stop := context.WithCancel(c.ctx)
	g, err := c.t.startGitObjects(ctx, "--buffer") // git may buffer its answers
	if err != nil {
		stop()
		return
	}
	c.ahead, c.expected, c.stop = g, ids, stop
	go func() {
		_, _ = io.WriteString(g.ask, strings.Join(ids, "\n")+"\n") // fails when git ends, which its answers show
		_ = g.ask.Close()
	}()
}

// next returns the answer that git gave ahead; ok is false if it gave no usable one.
func (c *contents) next(id string) (text []byte, ok bool, err error) {
	if len(c.expected) == 0 || c.expected[0] != id {
		return nil, false, nil
	}
	c.expected = c.expected[1:]
	var room []byte
	if n := len(c.spare); n > 0 {
		room, c.spare = c.spare[n-1], c.spare[:n-1]
	}
	text, err = c.ahead.answer(id, plumbing.BlobObject.String(), maxHashed, room)
	if err != nil && !definite(err) && !errors.Is(err, errNoObject) {
		c.expected = nil // git will answer nothing more
	}
	return text, err == nil || definite(err), err
}

// done keeps the memory of a content that is no longer used, for another one.
func (c *contents) done(text []byte) {
	if cap(text) > 0 && cap(text) <= maxSpare && len(c.spare) < 2 {
		c.spare = append(c.spare, text[:0])
	}
}

// maxSpare is the largest content whose memory is kept for the next one.
const maxSpare = 1 << 20

// read returns an object of the project. Errors: ErrTooLarge, or anything else for what cannot be read.
func (c *contents) read(id string, kind plumbing.ObjectType, max int64) (text []byte, err error) {
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	if c.t.p.GitDir == "" {
		return nil, fmt.Errorf("%w: %s %s", errNoObject, kind, id)
	}
	here := func(o *objects) error {
		text, err = o.read(id, kind, max)
		return err
	}
	var hereErr error
	if !c.byGit {
		how := quickOnly
		if c.quick {
			how = atAnyCost
		}
		if hereErr = c.t.withObjects(how, here); hereErr == nil || definite(hereErr) {
			c.quick = true
			return text, hereErr
		}
		c.byGit = true
	}
	text, gitErr := c.askGit(id, kind, max)
	if gitErr == nil || definite(gitErr) {
		return text, gitErr
	}
	if err := c.t.withObjects(atAnyCost, here); err == nil || definite(err) {
		return text, err
	}
	return nil, errors.Join(hereErr, gitErr)
}

// blob reads a blob, from the further folders first.
func (c *contents) blob(path, id string, max int64) ([]byte, error) {
	if text, ok, err := c.next(id); ok {
		return text, err
	}
	var failed error
	for _, dir := range c.dirs {
		if len(id) != 40 {
			break
		}
		text, err := c.t.blobIn(dir, id, max)
		if err == nil || definite(err) {
			return text, err
		}
		failed = errors.Join(failed, err)
	}
	text, err := c.read(id, plumbing.BlobObject, max)
	if err == nil || definite(err) || c.ctx.Err() != nil {
		return text, err
	}
	return nil, &PathError{Path: path, Kind: ErrUnreadable, What: "unreadable", Cause: errors.Join(failed, err)}
}

// tree reads a folder of a commit.
func (c *contents) tree(id string) ([]entry, error) {
	text, err := c.read(id, plumbing.TreeObject, maxMeta)
	if err != nil {
		return nil, err
	}
	return parseTree(id, text)
}

// treeBelowRoot returns the tree of the project's root in a commit, "" if there is none.
func (c *contents) treeBelowRoot(commit string) (string, error) {
	text, err := c.read(commit, plumbing.CommitObject, maxMeta)
	if err != nil {
		return "", err
	}
	id, err := parseCommitTree(commit, text)
	for name := range strings.SplitSeq(strings.TrimSuffix(c.t.prefix(), "/"), "/") {
		if name == "" || id == "" || err != nil {
			break
		}
		var entries []entry
		entries, err = c.tree(id)
		id = ""
		for _, e := range entries {
			if e.name == name && e.mode.kind() == modeTree {
				id = e.id
			}
		}
	}
	return id, err
}

func (c *contents) askGit(id string, kind plumbing.ObjectType, max int64) ([]byte, error) {
	if c.git == nil && c.noGit == nil {
		c.git, c.noGit = c.t.startGitObjects(c.ctx)
	}
	if c.noGit != nil {
		return nil, c.noGit
	}
	text, err := c.git.read(id, kind.String(), max)
	if err != nil && !definite(err) && !errors.Is(err, errNoObject) {
		c.noGit = c.git.close(err)
		c.git = nil
		return nil, c.noGit
	}
	return text, err
}

func (c *contents) close() {
	if c.git != nil {
		_ = c.git.close(nil)
		c.git = nil
	}
	if c.ahead != nil {
		c.stop()
		_ = c.ahead.close(nil)
		c.ahead = nil
	}
}

// gitObjects is a git cat-file that stays running for further questions.
type gitObjects struct {
	cmd  *programs.Cmd
	said *complaint
	ask  io.WriteCloser
	pipe io.Reader
	out  *bufio.Reader // reads from pipe through Read
}

func (t *Tree) startGitObjects(ctx context.Context, options ...string) (*gitObjects, error) {
	cmd, said, err := t.gitCommand(ctx, gitCall{args: append([]string{"cat-file", "--batch"}, options...)})
	if err != nil {
		return nil, err
	}
	g := &gitObjects{cmd: cmd, said: said}
	if g.ask, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("%w: %w", errGitRefused, err)
	}
	if g.pipe, err = cmd.StdoutPipe(); err == nil {
		g.out = bufio.NewReaderSize(g, 1<<16)
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errGitRefused, err)
	}
	return g, nil
}

// read asks for one object.
func (g *gitObjects) read(id, kind string, max int64) ([]byte, error) {
	if _, err := io.WriteString(g.ask, id+"\n"); err != nil {
		return nil, err
	}
	return g.answer(id, kind, max, nil)
}

// Read reads git's output, and ends a git that says nothing.
func (g *gitObjects) Read(p []byte) (int, error) {
	defer g.watch()()
	return g.pipe.Read(p)
}

// answer reads "<id> <kind> <size>", the content and a line feed, or one line that says that the object is missing.
// Errors: errNoObject, ErrTooLarge, and others after which git cannot be asked again. The content uses room if it is
// large enough.
func (g *gitObjects) answer(id, kind string, max int64, room []byte) ([]byte, error) {
	head, err := g.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return nil, fmt.Errorf("%w: %s %s", errNoObject, kind, id)
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return nil, errors.Join(errGitRefused, err)
	}
	if size > max || fields[1] != kind {
		if _, err := io.CopyN(io.Discard, g.out, size+1); err != nil {
			return nil, err
		}
		if fields[1] != kind {
			return nil, fmt.Errorf("%w: %s %s", errNoObject, kind, id)
		}
		return nil, tooLarge(id, size, max)
	}
	text := slices.Grow(room[:0], int(size)+1)[:size+1]
	_, err = io.ReadFull(g.out, text)
	return text[:size], err
}

// watch ends a git that does not answer in time. The function it returns stops the watch.
func (g *gitObjects) watch() (stop func()) {
	timer := time.AfterFunc(gitPatience, func() { _ = g.cmd.Process.Kill() })
	return func() { timer.Stop() }
}

// close ends git. If git's failure is the reason, it returns that failure in git's words.
func (g *gitObjects) close(failed error) error {
	_ = g.ask.Close() // ends git's input
	defer g.watch()()
	_, _ = io.Copy(io.Discard, g.out)
	err := g.cmd.Wait()
	if failed == nil {
		return nil
	}
	return &refusal{command: "cat-file", words: g.said.words(), err: errors.Join(failed, err)}
}
