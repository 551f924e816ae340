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
	"strings"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// host is a long-running program: one of the three servers.
type host struct {
	name    string
	process *exec.Cmd
	in      io.WriteCloser
	ask     func(verb string, input map[string]any) (answer string, ok bool, err error)

	memory, files []int // as they were measured
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
	h.in = in
	if err := h.process.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	switch name {
	case "serve":
		client := jrpc2.NewClient(channel.Header("")(out, in), nil)
		h.ask = func(verb string, input map[string]any) (string, bool, error) {
			answer, err := client.Call(ctx, verb, input)
			if refused, ok := errors.AsType[*jrpc2.Error](err); ok {
				return refused.Message + string(refused.Data), false, nil
			} else if err != nil {
				return "", false, err
			}
			return answer.ResultString(), true, nil
		}
		_, _, err = h.ask("initialize", map[string]any{"client": "soak"})
	case "mcp":
		var client *mcp.ClientSession
		client, err = mcp.NewClient(&mcp.Implementation{Name: "soak", Version: "1"}, nil).Connect(ctx, &mcp.IOTransport{Reader: out, Writer: in}, nil)
		h.ask = func(verb string, input map[string]any) (string, bool, error) {
			answer, err := client.CallTool(ctx, &mcp.CallToolParams{Name: verb, Arguments: input})
			if err != nil {
				return "", false, err
			}
			text, err := json.Marshal(answer.Content)
			return string(text), !answer.IsError, err
		}
	case "review":
		err = h.enter(ctx, bufio.NewReader(out))
	}
	return h, err
}

// enter acts as the page: it uses up the printed address, listens for changes, and from then on sends requests with its
// token.
func (h *host) enter(ctx context.Context, out *bufio.Reader) error {
	address, err := out.ReadString('\n')
	url, ticket, found := strings.Cut(strings.TrimSpace(address), "/#ticket-")
	if err != nil || !found {
		return fmt.Errorf("review printed %q: %w", address, err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
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
