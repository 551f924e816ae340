package gitrun

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"consider/internal/gitdir"
	"consider/internal/programs"
	"consider/internal/worktree"
)

// CatFile is a git cat-file that stays running for further questions.
type CatFile struct {
	cmd  *programs.Cmd
	said *complaint
	Ask  io.WriteCloser
	pipe io.Reader
	out  *bufio.Reader // reads from pipe through Read
}

func (g *Git) StartCatFile(ctx context.Context, options ...string) (*CatFile, error) {
	cmd, said, err := g.command(ctx, Call{Args: append([]string{"cat-file", "--batch"}, options...)})
	if err != nil {
		return nil, err
	}
	c := &CatFile{cmd: cmd, said: said}
	if c.Ask, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if c.pipe, err = cmd.StdoutPipe(); err == nil {
		c.out = bufio.NewReaderSize(c, 1<<16)
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return c, nil
}

// read asks for one object.
func (c *CatFile) Object(id, kind string, max int64) ([]byte, error) {
	if _, err := io.WriteString(c.Ask, id+"\n"); err != nil {
		return nil, err
	}
	return c.Answer(id, kind, max)
}

// Read reads git's output, and ends a git that says nothing.
func (c *CatFile) Read(p []byte) (int, error) {
	defer c.watch()()
	return c.pipe.Read(p)
}

// Answer reads "<id> <kind> <size>", the content and a line feed, or one line that says that the object is missing.
// Errors: ErrNoObject, worktree.ErrTooLarge, and others after which git cannot be asked again.
func (c *CatFile) Answer(id, kind string, max int64) ([]byte, error) {
	return ReadAnswer(c.out, id, kind, max)
}

// ReadAnswer reads one answer of git cat-file --batch, as [CatFile.Answer].
func ReadAnswer(out *bufio.Reader, id, kind string, max int64) ([]byte, error) {
	head, err := out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return nil, fmt.Errorf("%w: %s %s", gitdir.ErrNoObject, kind, id)
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return nil, errors.Join(ErrRefused, err)
	}
	if size > max || fields[1] != kind {
		if _, err := io.CopyN(io.Discard, out, size+1); err != nil {
			return nil, err
		}
		if fields[1] != kind {
			return nil, fmt.Errorf("%w: %s %s", gitdir.ErrNoObject, kind, id)
		}
		return nil, worktree.TooLarge(id, size, max)
	}
	text := make([]byte, size+1)
	_, err = io.ReadFull(out, text)
	return text[:size], err
}

// watch ends a git that does not answer in time. The function it returns stops the watch.
func (c *CatFile) watch() (stop func()) {
	timer := time.AfterFunc(Patience, func() { _ = c.cmd.Process.Kill() })
	return func() { timer.Stop() }
}

// Close ends git. If git's failure is the reason, it returns that failure in git's words.
func (c *CatFile) Close(failed error) error {
	_ = c.Ask.Close() // ends git's input
	defer c.watch()()
	_, _ = io.Copy(io.Discard, c.out)
	err := c.cmd.Wait()
	if failed == nil {
		return nil
	}
	return &refusal{command: "cat-file", words: c.said.words(), err: errors.Join(failed, err)}
}
