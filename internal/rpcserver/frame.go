package rpcserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// Bounds of a message. A frame beyond them cannot be skipped with any certainty about where the next one
// begins, so it ends the session.
const (
	maxHeader  = 4 << 10   // bytes of all header lines
	maxMessage = 256 << 20 // bytes of a body: a text of 128 MiB, escaped
)

// maxWaiting is how many requests may wait; more are answered with busy. A batch has at most as many.
const maxWaiting = 1000

// errFrame is what a client that does not speak the protocol gets, on stderr.
var errFrame = errors.New("invalid message")

// endMethod is the method of a message that wire adds after the client's last one, so that the session knows
// when it has received them all. Clients have no use for it.
const endMethod = "$/end"

// Methods of messages that wire adds before and after the parts of a batch: their answers are sent together, so that none
// of them can wait until another has been sent. Clients have no use for them.
const (
	batchMethod    = "$/batch"
	batchEndMethod = "$/batchEnd"
)

// wire is a channel of LSP frames. Its Close ends a waiting Recv, but not Send: answers to what was asked before
// the end still go out.
type wire struct {
	frames <-chan frame
	end    error // the error that came instead of a frame
	closed chan struct{}
	once   sync.Once
	atEnd  func(all bool) // called before Recv says that it is over; all: the end message was delivered
	read   chan struct{}  // closed when in has ended

	// arrived is when the bytes of the last message that Recv returned had been read; nil before.
	arrived atomic.Pointer[time.Time]

	hand func(body []byte, send func([]byte) error) error // sends a message

	mu      sync.Mutex
	out     io.Writer
	sending atomic.Int32 // messages that are being written, or wait for their turn
	sent    atomic.Int64 // parts that were written
}

type frame struct {
	body []byte
	err  error
	at   time.Time // when its last bytes were read
}

// clocked notes when the last read returned: messages that were sent at once arrive at once, however late the second one is
// looked at.
type clocked struct {
	io.Reader
	at time.Time
}

func (c *clocked) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.at = time.Now()
	return n, err
}

var _ channel.Channel = (*wire)(nil)

// newWire starts to read in. The reading goroutine lives as long as in: a read of standard input cannot be
// interrupted.
func newWire(in io.Reader, out io.Writer, atEnd func(all bool)) *wire {
	frames, closed, read := make(chan frame), make(chan struct{}), make(chan struct{})
	go func() {
		clock := &clocked{Reader: in}
		r := bufio.NewReaderSize(clock, 64<<10)
		for {
			body, err := readFrame(r)
			if err != nil {
				close(read)
			}
			select {
			case frames <- frame{body, err, clock.at}:
			case <-closed:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return &wire{frames: frames, closed: closed, out: out, atEnd: atEnd, read: read}
}

// Recv returns the body of the next message; io.EOF when the client has closed its side.
func (w *wire) Recv() ([]byte, error) {
	if w.end != nil {
		w.atEnd(true)
		return nil, w.end
	}
	for {
		select {
		case f := <-w.frames:
			if w.end = f.err; f.err != nil {
				return []byte(`{"jsonrpc":"2.0","method":"` + endMethod + `"}`), nil
			}
			w.arrived.Store(&f.at)
			switch parts := batchParts(f.body); {
			case parts == 0:
				return f.body, nil
			case parts <= maxWaiting:
				return markBatch(f.body), nil
			}
			_ = w.Send([]byte(largeBatch)) // a client that cannot be written to has gone
		case <-w.closed:
			w.atEnd(false)
			return nil, io.EOF
		}
	}
}

// largeBatch answers a batch of more than [maxWaiting] messages.
var largeBatch = fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"a batch can have at most %d messages"}}`, jrpc2.InvalidRequest, maxWaiting)

// batchParts counts the messages in a batch, up to one more than it may have; 0 for any other message. The library
// answers each part of one: of a message of 1 MB that took 1 GB.
func batchParts(body []byte) int {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		return 0
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	if _, err := dec.Token(); err != nil {
		return 0
	}
	var part json.RawMessage
	n := 0
	for ; dec.More() && n <= maxWaiting; n++ {
		if dec.Decode(&part) != nil {
			return 0 // the library says what is wrong with it
		}
	}
	return n
}

// markBatch adds the messages around the parts of a batch.
func markBatch(body []byte) []byte {
	start, end := bytes.IndexByte(body, '[')+1, bytes.LastIndexByte(body, ']')
	if end < start {
		return body // not ended, which the library says
	}
	return slices.Concat(body[:start], []byte(`{"jsonrpc":"2.0","method":"`+batchMethod+`"},`), body[start:end],
		[]byte(`,{"jsonrpc":"2.0","method":"`+batchEndMethod+`"}`), body[end:])
}

// Send writes one message. A client that cannot be written to has gone.
func (w *wire) Send(body []byte) error {
	return w.hand(body, w.send)
}

func (w *wire) send(body []byte) error {
	w.sending.Add(1)
	defer w.sending.Add(-1)
	w.mu.Lock()
	defer w.mu.Unlock()
	message := append([]byte("Content-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"), body...)
	for part := range slices.Chunk(message, sentAtOnce) {
		if _, err := w.out.Write(part); err != nil {
			w.Close()
			return err
		}
		w.sent.Add(1)
	}
	return nil
}

// sentAtOnce is the size in bytes of the parts in which a message is written, so that [wire.unread] can distinguish a
// slow reader from none.
const sentAtOnce = 64 << 10

// unread is closed when the client has closed its side and for a while has read nothing of what it is sent. ctx ends the
// watching.
func (w *wire) unread(ctx context.Context, while time.Duration) <-chan struct{} {
	out := make(chan struct{})
	go func() {
		ended, before := w.read, int64(-1)
		var tick <-chan time.Time
		for {
			select {
			case <-ctx.Done():
				return
			case <-ended:
				ended = nil
			case <-tick:
				now := w.sent.Load()
				if w.sending.Load() > 0 && now == before {
					close(out)
					return
				}
				before = now
			}
			tick = time.After(while)
		}
	}()
	return out
}

// Close makes Recv return.
func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

// readFrame reads one message. io.EOF means that there is none, between two messages.
func readFrame(r *bufio.Reader) ([]byte, error) {
	size, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	// The buffer grows as data arrives, because the size may be false.
	var body bytes.Buffer
	if n, err := io.CopyN(&body, r, size); err != nil {
		return nil, fmt.Errorf("%w: expected a body of %d bytes, got %d", errFrame, size, n)
	}
	return body.Bytes(), nil
}

// readHeader reads the header lines and returns the size of the body.
func readHeader(r *bufio.Reader) (int64, error) {
	size, read := int64(-1), 0
	for {
		line, err := r.ReadSlice('\n')
		read += len(line)
		switch {
		case errors.Is(err, io.EOF) && read == 0:
			return 0, io.EOF
		case errors.Is(err, io.EOF):
			return 0, fmt.Errorf("%w: input ended in a header", errFrame)
		case errors.Is(err, bufio.ErrBufferFull) || read > maxHeader:
			return 0, fmt.Errorf("%w: the header is larger than %d bytes", errFrame, maxHeader)
		case err != nil:
			return 0, fmt.Errorf("read the next message: %w", err)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if size < 0 {
				return 0, fmt.Errorf("%w: no Content-Length", errFrame)
			}
			return size, nil
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return 0, fmt.Errorf("%w: invalid header line %q", errFrame, text[:min(len(text), 40)])
		}
		if textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name)) != "Content-Length" {
			continue
		}
		size, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		if err != nil || size < 0 || size > maxMessage {
			return 0, fmt.Errorf("%w: invalid Content-Length %q", errFrame, value)
		}
	}
}
