package commands

import (
	"errors"
	"io"
	"syscall"
)

// brokenPipe remembers that stdout could not be written to, so that an answer that was not delivered is no success.
// A reader that has had enough (head) is no failure.
type brokenPipe struct {
	w      io.Writer
	failed error
}

func (b *brokenPipe) Write(p []byte) (int, error) {
	n, err := b.w.Write(p)
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		b.failed = err
	}
	return n, err
}
