package commands

import (
	"errors"
	"io"
	"syscall"
)

// brokenPipe remembers that stdout could not be written to, so that an undelivered answer is not a success. A reader
// that stops early (head) is not a failure.
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
