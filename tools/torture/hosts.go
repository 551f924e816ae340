//go:build linux && amd64

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// host is a long-running program: one of the three servers.
type host struct {
	name    string
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	asked   int
	ask     func(verb string, input map[string]any) (answer string, ok bool, err error)
}

// host starts a server and initializes the connection.
func (b *bench) host(ctx context.Context, name string, args ...string) (*host, error) {
	h := &host{name: name, process: exec.CommandContext(ctx, b.program, args...)}
	h.process.Dir, h.process.Env = b.dir, b.env
	in, err := h.process.StdinPipe()
	out, err2 := h.process.StdoutPipe()
	if err = errors.Join(err, err2); err != nil {
		return nil, err
	}
	h.in, h.out = in, bufio.NewReader(out)
	if err := h.process.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	switch name {
	case "serve":
		h.ask = h.askFramed
		_, _, err = h.ask("initialize", map[string]any{"client": "soak"})
	case "mcp":
		h.ask = h.askTool
		_, err = h.line("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "soak", "version": "1"}})
	case "review":
		err = h.enter(ctx)
	}
	return h, err
}

func (h *host) message(method string, params any) ([]byte, error) {
	h.asked++
	return json.Marshal(map[string]any{"jsonrpc": "2.0", "id": h.asked, "method": method, "params": params})
}

// isAnswer reports whether a message answers the last request, and whether the request succeeded.
func (h *host) isAnswer(message []byte) (mine, ok bool) {
	var a struct {
		ID     int
		Result *struct{ IsError bool }
	}
	_ = json.Unmarshal(message, &a) // an invalid message is not an answer
	return a.ID == h.asked, a.Result != nil && !a.Result.IsError
}

// askFramed sends a request as editors do.
func (h *host) askFramed(verb string, input map[string]any) (string, bool, error) {
	body, err := h.message(verb, input)
	if err == nil {
		_, err = fmt.Fprintf(h.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	for err == nil {
		var head string
		if head, err = h.out.ReadString('\n'); err != nil {
			break
		}
		length, found := strings.CutPrefix(strings.TrimSpace(head), "Content-Length: ")
		if !found {
			continue
		}
		n, _ := strconv.Atoi(length)
		message := make([]byte, n)
		if _, err = h.out.ReadString('\n'); err == nil {
			_, err = io.ReadFull(h.out, message)
		}
		if mine, ok := h.isAnswer(message); mine && err == nil {
			return string(message), ok, nil
		}
	}
	return "", false, err
}

func (h *host) askTool(verb string, input map[string]any) (string, bool, error) {
	message, err := h.line("tools/call", map[string]any{"name": verb, "arguments": input})
	_, ok := h.isAnswer(message)
	return string(message), ok, err
}

// line sends a request as agents do.
func (h *host) line(method string, params any) ([]byte, error) {
	body, err := h.message(method, params)
	if err == nil {
		_, err = h.in.Write(append(body, '\n'))
	}
	for err == nil {
		var message []byte
		if message, err = h.out.ReadBytes('\n'); err == nil {
			if mine, _ := h.isAnswer(message); mine {
				return message, nil
			}
		}
	}
	return nil, err
}

// enter acts as the page: it uses up the printed address, listens for changes, and from then on sends requests with its
// token.
func (h *host) enter(ctx context.Context) error {
	address, err := h.out.ReadString('\n')
	url, ticket, found := strings.Cut(strings.TrimSpace(address), "/#ticket-")
	if err != nil || !found {
		return fmt.Errorf("review printed %q: %w", address, err)
	}
	go func() { _, _ = io.Copy(io.Discard, h.out) }()
	token := ""
	fetch := func(method, path string, input any) (*http.Response, error) {
		body, err := json.Marshal(input)
		if err != nil {
			return nil, err
		}
		r, err := http.NewRequestWithContext(ctx, method, url+path, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Consider-Token", token)
		return http.DefaultClient.Do(r)
	}
	h.ask = func(verb string, input map[string]any) (string, bool, error) {
		got, err := fetch(http.MethodPost, "/api/"+verb, input)
		if err != nil {
			return "", false, err
		}
		defer func() { _ = got.Body.Close() }()
		text, err := io.ReadAll(got.Body)
		return string(text), got.StatusCode == http.StatusOK, err
	}
	answer, ok, err := h.ask("enter", map[string]any{"ticket": ticket})
	var said struct{ Token string }
	if err = errors.Join(err, json.Unmarshal([]byte(answer), &said)); err != nil || !ok {
		return fmt.Errorf("the ticket was answered with %q: %w", answer, err)
	}
	token = said.Token
	events, err := fetch(http.MethodGet, "/api/events", nil)
	if err != nil {
		return err
	}
	go func() { _, _ = io.Copy(io.Discard, events.Body); _ = events.Body.Close() }()
	return nil
}

// weighs returns a server's memory in KiB and its number of open files.
func (h *host) weighs() (memory, files int) {
	folder := fmt.Sprintf("/proc/%d/", h.process.Process.Pid)
	status, err := os.ReadFile(folder + "status")
	if err != nil {
		return 0, 0
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	_, _ = fmt.Sscan(after, &memory)
	open, _ := os.ReadDir(folder + "fd")
	return memory, len(open)
}

// end closes a server's input, or interrupts it, and returns how it ended.
func (h *host) end() error {
	_ = h.in.Close()
	if h.name == "review" {
		_ = h.process.Process.Signal(os.Interrupt)
	}
	late := time.AfterFunc(patience, func() { _ = h.process.Process.Kill() })
	defer late.Stop()
	return h.process.Wait()
}
