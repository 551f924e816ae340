package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// decodeLine decodes a line: one message, or those of a batch. It answers anything else itself.
func (w *wire) decodeLine(l line) []jsonrpc.Message {
	text := bytes.TrimSpace(l.text)
	switch {
	case l.tooLong:
		w.refuse(refusal(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf("a message can have at most %d bytes", maxLine)))
		return nil
	case len(text) == 0:
		return nil
	case !utf8.Valid(text): // a JSON parser would silently replace invalid bytes
		w.refuse(refusal(nil, jsonrpc.CodeParseError, "the message is not valid UTF-8"))
		return nil
	case !json.Valid(text): // also if it is nested so deep that the SDK's own parser would end the program
		w.refuse(refusal(nil, jsonrpc.CodeParseError, "the message is not valid JSON"))
		return nil
	case text[0] == '[':
		return w.takeBatch(text)
	}
	msg, refused := w.decodeMessage(text, nil)
	if refused != nil {
		w.refuse(refused)
		return nil
	}
	return []jsonrpc.Message{msg}
}

// takeBatch decodes the messages of one line, which clients may send in the revision 2025-03-26.
func (w *wire) takeBatch(text []byte) []jsonrpc.Message {
	parts := partsOf(text)
	switch {
	case len(parts) == 0:
		w.refuse(refusal(nil, jsonrpc.CodeInvalidRequest, "a batch must be a list of messages"))
		return nil
	case len(parts) > maxPending:
		w.refuse(refusal(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf("a batch can have at most %d messages", maxPending)))
		return nil
	}
	var out []jsonrpc.Message
	b := &batch{}
	for _, part := range parts {
		msg, refused := w.decodeMessage(part, b)
		if refused != nil {
			w.mu.Lock()
			b.answers = append(b.answers, refused)
			w.mu.Unlock()
			continue
		}
		out = append(out, msg)
	}
	// Its requests have not reached the SDK yet, so that no answer can have come in between.
	if b.open == 0 && len(b.answers) > 0 {
		if all, err := json.Marshal(b.answers); err == nil {
			w.refuse(all)
		}
	}
	return out
}

// partsOf returns the messages of a batch, at most one more than a batch may have: answering each part of a line of 1
// MB took 0.8 GB.
func partsOf(batch []byte) (parts []json.RawMessage) {
	dec := json.NewDecoder(bytes.NewReader(batch))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for len(parts) <= maxPending && dec.More() {
		var part json.RawMessage
		if dec.Decode(&part) != nil {
			return nil
		}
		parts = append(parts, part)
	}
	return parts
}

// decodeMessage decodes one message and notes its effect on waiting requests. refused is the answer if it is not a
// message, or cannot be served.
func (w *wire) decodeMessage(text json.RawMessage, b *batch) (msg jsonrpc.Message, refused json.RawMessage) {
	msg, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		return nil, refusal(idOf(text), jsonrpc.CodeInvalidRequest, "not a JSON-RPC message")
	}
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		if answer, is := msg.(*jsonrpc.Response); is && answer.Result == nil && answer.Error == nil {
			return nil, refusal(idOf(text), jsonrpc.CodeInvalidRequest, "not a JSON-RPC message: it has no method, result or error")
		}
		return msg, nil
	}
	if !req.IsCall() {
		w.noteCanceled(req)
		return msg, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.pending[req.ID] != nil:
		return nil, refusal(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf("request ID %v is already in use", req.ID.Raw()))
	case len(w.pending) >= maxPending:
		return nil, refusal(idOf(text), busyCode(), "too many requests at once: wait for earlier requests to finish")
	}
	w.pending[req.ID] = &request{batch: b, endless: req.Method == "subscriptions/listen"}
	if b != nil {
		b.open++
	}
	return msg, nil
}

// noteCanceled notes that the client no longer waits for an answer, so that none is sent.
func (w *wire) noteCanceled(req *jsonrpc.Request) {
	if req.Method != "notifications/cancelled" {
		return
	}
	var params struct {
		ID any `json:"requestId"`
	}
	if json.Unmarshal(req.Params, &params) != nil {
		return
	}
	id, err := jsonrpc.MakeID(params.ID)
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if asked := w.pending[id]; asked != nil {
		asked.canceled = true
	}
}

// idOf returns the id of something that is not a valid message, if it has an id to answer to.
func idOf(text []byte) json.RawMessage {
	var has struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(text, &has) != nil || len(has.ID) == 0 || has.ID[0] == '{' || has.ID[0] == '[' {
		return nil
	}
	return has.ID
}

// refuse writes an answer without the SDK. If the client cannot be written to, the next write reports it.
func (w *wire) refuse(answer json.RawMessage) { _ = w.writeLine(answer) }

// Read returns the next message.
func (w *wire) Read(ctx context.Context) (jsonrpc.Message, error) {
	for len(w.queue) == 0 {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-w.closed:
			return nil, w.finish()
		case <-w.stop:
			w.drain()
			return nil, w.finish()
		case l, more := <-w.lines:
			if !more {
				w.drain()
				return nil, w.finish()
			}
			w.came.Store(&l.came)
			w.queue = w.decodeLine(l)
		}
	}
	next := w.queue[0]
	w.queue = w.queue[1:]
	return next, nil
}
