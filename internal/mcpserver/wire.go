package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/fail"
)

const (
	maxLine    = 16 << 20 // bytes of one message
	maxPending = 1000     // requests that may wait for their answers; more are refused with busy
)

// Grace is how long calls may go on after the client has closed its side or the server was stopped.
const Grace = 1500 * time.Millisecond

// wire carries messages as lines of JSON, one each. A line that is not a message is answered with an error and
// the next one is read, so that one mistake does not end the session. When the client closes its side, requests
// that it has sent are still answered, for at most Grace.
type wire struct {
	in       io.Reader
	out      io.Writer
	now      func() time.Time // as in Server
	lines    chan line
	stop     chan struct{} // closed: no more messages, answer what is asked
	closed   chan struct{} // closed: over
	finished chan struct{} // closed: there will be no more messages
	queue    []jsonrpc.Message
	came     atomic.Pointer[time.Time] // when the line of the newest message came

	once struct{ stop, closed, finished sync.Once }

	writing sync.Mutex // one message at a time

	handing       sync.Mutex // held while an answer with unread messages is written, until they count as read
	callbackMu    sync.Mutex
	callbacks     map[string]func(time.Time) // by what an answer has under handedKey: to be called once it has been written
	callbackCount int

	mu      sync.Mutex
	pending map[jsonrpc.ID]*request
	leaving int           // answers that are being written
	idle    chan struct{} // closed when nothing is pending any more; nil while no call waits for that
}

// request is one that was read and not yet answered.
type request struct {
	batch    *batch // it came in; nil for none
	canceled bool   // the client does not wait for its answer
	endless  bool   // it lasts as long as the session, which does not wait for it
}

// batch collects the answers to requests that came in one line.
type batch struct {
	answers []json.RawMessage
	written []func(time.Time) // to be called once they have been written
	open    int               // that are still to come
}

// line is one message as it came, without its line end.
type line struct {
	text    []byte
	tooLong bool
	came    time.Time
}

// clocked notes when its newest bytes came.
type clocked struct {
	io.Reader
	now  func() time.Time
	came time.Time
}

func (c *clocked) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.came = c.now()
	return n, err
}

func newWire(in io.Reader, out io.Writer, now func() time.Time) *wire {
	return &wire{
		in: in, out: out, now: now, lines: make(chan line), pending: map[jsonrpc.ID]*request{},
		stop: make(chan struct{}), closed: make(chan struct{}), finished: make(chan struct{}),
	}
}

var _ mcp.Transport = (*wire)(nil)

// Connect starts the reading.
func (w *wire) Connect(context.Context) (mcp.Connection, error) {
	go w.readLines()
	return w, nil
}

// SessionID is "": only transports with several sessions need it.
func (w *wire) SessionID() string { return "" }

// Close ends the session at once.
func (w *wire) Close() error {
	w.once.closed.Do(func() { close(w.closed) })
	return nil
}

// end stops reading messages.
func (w *wire) end() { w.once.stop.Do(func() { close(w.stop) }) }

// readLines cuts the input into lines until it ends. If the session ends first, it stays blocked in a read:
// there is no portable way to interrupt one of standard input.
func (w *wire) readLines() {
	defer close(w.lines)
	in := &clocked{Reader: w.in, now: w.now}
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		l, err := readLine(r)
		l.came = in.came
		if len(l.text) > 0 || l.tooLong {
			select {
			case w.lines <- l:
			case <-w.closed:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine reads up to a line end. Of a line that is too long, the rest is read and dropped.
func readLine(r *bufio.Reader) (line, error) {
	var l line
	for {
		part, err := r.ReadSlice('\n')
		if len(l.text)+len(part) > maxLine {
			l = line{tooLong: true}
		}
		if !l.tooLong {
			l.text = append(l.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l, err
		}
	}
}

func (w *wire) finish() error {
	w.once.finished.Do(func() { close(w.finished) })
	return io.EOF
}

// drain waits until all requests are answered, for at most Grace.
func (w *wire) drain() {
	idle := make(chan struct{})
	w.mu.Lock()
	if w.unanswered() == 0 {
		close(idle)
	} else {
		w.idle = idle
	}
	w.mu.Unlock()
	select {
	case <-idle:
	case <-w.closed:
	case <-time.After(Grace):
	}
}

// unanswered counts requests whose answers the client waits for.
func (w *wire) unanswered() int {
	n := w.leaving
	for _, r := range w.pending {
		if !r.endless && !r.canceled {
			n++
		}
	}
	return n
}

// handedKey is the key in an answer's _meta under which it names the function to call once it has been written. The SDK
// does not give the handler of a call the id of the request.
const handedKey = "consider/handed"

// callOnceWritten keeps a function to call once an answer has been written, and returns its name.
func (w *wire) callOnceWritten(written func(at time.Time)) string {
	w.callbackMu.Lock()
	defer w.callbackMu.Unlock()
	w.callbackCount++
	name := strconv.Itoa(w.callbackCount)
	if w.callbacks == nil {
		w.callbacks = map[string]func(time.Time){}
	}
	w.callbacks[name] = written
	return name
}

// handed waits until the messages in answers that the client read before its request count as read.
func (w *wire) handed() {
	w.handing.Lock()
	defer w.handing.Unlock()
}

// hand writes a line and then calls the functions held for it.
func (w *wire) hand(data []byte, written ...func(at time.Time)) error {
	var at time.Time
	if len(written) > 0 {
		w.handing.Lock()
		defer w.handing.Unlock()
		at = w.now() // the client cannot have read it before
	}
	if err := w.writeLine(data); err != nil {
		return err
	}
	for _, do := range written {
		do(at)
	}
	return nil
}

// callbacksFor returns the function to call once this answer has been written, if any.
func (w *wire) callbacksFor(answer *jsonrpc.Response) []func(time.Time) {
	w.callbackMu.Lock()
	defer w.callbackMu.Unlock()
	var result struct {
		Meta map[string]any `json:"_meta"`
	}
	if len(w.callbacks) > 0 && json.Unmarshal(answer.Result, &result) == nil {
		name, _ := result.Meta[handedKey].(string)
		if written := w.callbacks[name]; written != nil {
			delete(w.callbacks, name)
			return []func(time.Time){written}
		}
	}
	return nil
}

// Write sends a message. Answers to the requests of a batch go out together, with the last of them.
func (w *wire) Write(_ context.Context, msg jsonrpc.Message) error {
	answer, ok := msg.(*jsonrpc.Response)
	if !ok {
		return w.writeMessage(msg)
	}
	answer.Error = withCode(answer.Error)
	asked := w.beginAnswer(answer.ID)
	defer w.endAnswer()
	written := w.callbacksFor(answer)
	switch {
	case asked != nil && asked.batch != nil:
		return w.writeBatched(asked, answer, written)
	case asked != nil && asked.canceled:
		return nil
	}
	data, err := jsonrpc.EncodeMessage(answer)
	if err != nil {
		return err
	}
	return w.hand(data, written...)
}

// beginAnswer removes a request that is about to be answered from the pending ones: from the answer on, its id is free.
func (w *wire) beginAnswer(id jsonrpc.ID) *request {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := w.pending[id]
	delete(w.pending, id)
	w.leaving++
	return asked
}

// endAnswer records that an answer was written.
func (w *wire) endAnswer() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.leaving--
	if w.idle != nil && w.unanswered() == 0 {
		close(w.idle)
		w.idle = nil
	}
}

// withCode gives errors of the SDK without a code the code of an invalid request.
func withCode(err error) error {
	if err == nil {
		return nil
	}
	if coded, ok := errors.AsType[*jsonrpc.Error](err); ok && coded.Code != 0 {
		return err
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
}

func (w *wire) writeMessage(msg jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	return w.writeLine(data)
}

func (w *wire) writeLine(data []byte) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	_, err := w.out.Write(append(data, '\n'))
	return err
}

func (w *wire) writeBatched(asked *request, answer *jsonrpc.Response, written []func(time.Time)) error {
	data, err := jsonrpc.EncodeMessage(answer)
	if err != nil {
		return err
	}
	w.mu.Lock()
	b := asked.batch
	if !asked.canceled {
		b.answers, b.written = append(b.answers, data), append(b.written, written...)
	}
	b.open--
	whole := b.open == 0 && len(b.answers) > 0
	w.mu.Unlock()
	if !whole {
		return nil
	}
	all, err := json.Marshal(b.answers)
	if err != nil {
		return err
	}
	return w.hand(all, b.written...)
}

// refusal returns an error as an answer, without the SDK.
func refusal(id json.RawMessage, code int, message string) json.RawMessage {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	data, err := json.Marshal(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: int64(code), Message: message}})
	if err != nil { // an id that is not JSON, which take does not pass on
		return json.RawMessage(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}`)
	}
	return data
}

// busyCode is the code for too many requests, as on every surface with JSON-RPC.
func busyCode() int { return fail.KindBusy.Codes().RPC }
