//go:build unix

package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"

	"github.com/creachadair/jrpc2/channel"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// request is a call of the program, on any surface. at is a location, a thread or a cursor.
type request struct{ verb, at, text string }

// maxListed is more than the threads of a test.
const maxListed = 1000

// args returns the request as a command.
func (q request) args() []string {
	switch q.verb {
	case "add", "reply":
		return []string{q.verb, q.at, "-m", q.text, "--json"}
	case "list":
		return []string{"list", "--workflow", "all", "--limit", fmt.Sprint(maxListed), "--json"}
	case "log":
		return []string{"log", "--all", "--limit", fmt.Sprint(logged), "--json"}
	case "wait":
		return []string{"wait", "--since", q.at, "--for", "any", "--timeout", "1m", "--json"}
	}
	return []string{q.verb, q.at, "--json"}
}

// input returns the request as a server gets it.
func (q request) input() map[string]any {
	switch q.verb {
	case "add":
		return map[string]any{"place": q.at, "message": q.text}
	case "reply":
		return map[string]any{"id": q.at, "message": q.text}
	case "list":
		return map[string]any{"workflow": "all", "limit": maxListed}
	case "log":
		return map[string]any{"all": true, "max": logged}
	case "wait":
		return map[string]any{"since": q.at, "for": "any", "timeout": "1m"}
	}
	return map[string]any{"ids": []string{q.at}}
}

// caller makes a request. ok is false if no answer came.
type caller func(q request) (a answer, ok bool)

// commands returns a caller that runs a command for each request.
func (s seat) commands(as ...string) caller {
	return func(q request) (answer, bool) {
		a, err := s.run(append(q.args(), as...)...).answer()
		return a, err == nil
	}
}

// killed returns a caller whose commands are killed at a random moment of their run.
func (s seat) killed(luck *rand.Rand, as ...string) caller {
	reach := 200 * time.Millisecond // follows how long a command takes, so that kills hit all its steps
	return func(q request) (answer, bool) {
		shot := s.shoot(syscall.SIGKILL, time.Duration(luck.Int64N(int64(reach))), append(q.args(), as...)...)
		if shot.code == -1 {
			reach = reach * 11 / 10
			return answer{}, false
		}
		reach = reach * 9 / 10
		a, err := result{Out: shot.out}.answer()
		return a, err == nil
	}
}

// server is a running server. end closes its input and waits for it.
type server struct {
	call caller
	end  func()
}

// serve starts a server as an editor does. It answers one request after the other, and its notifications are recorded when
// the next answer is read.
func (r *recording) serve(s seat) server {
	cmd := s.command(r.t.Context(), "serve")
	in, err := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err = errors.Join(err, err2); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		r.t.Fatal(err)
	}
	wire, n := channel.Header("")(out, in), 0
	notices := fmt.Sprintf("notices of process %d", cmd.Process.Pid)
	kill := func() { _ = cmd.Process.Kill() }
	ask := func(q request) (answer, error) {
		n++
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": n, "method": q.verb, "params": q.input()})
		if err = errors.Join(err, wire.Send(body)); err != nil {
			return answer{}, err
		}
		for {
			var m struct {
				ID     int
				Method string
				Params struct{ Cursor string }
				Result answer
				Error  *struct{ Data json.RawMessage }
			}
			body, err := wire.Recv()
			if err = errors.Join(err, json.Unmarshal(body, &m)); err != nil {
				return answer{}, err
			}
			switch {
			case m.Method == "changed":
				r.notice(notices, m.Params.Cursor)
			case m.ID == n && m.Error != nil:
				return m.Result, json.Unmarshal(m.Error.Data, &m.Result.Error)
			case m.ID == n:
				m.Result.OK = true
				return m.Result, nil
			}
		}
	}
	call := func(q request) (answer, bool) {
		late := time.AfterFunc(hang, kill)
		defer late.Stop()
		a, err := ask(q)
		if err != nil {
			r.t.Errorf("serve: %s: %v", q.verb, err)
		}
		return a, err == nil
	}
	return server{call, func() {
		_ = in.Close()
		late := time.AfterFunc(hang, kill)
		defer late.Stop()
		if err := cmd.Wait(); err != nil {
			r.t.Errorf("serve ended with %v", err)
		}
	}}
}

// tools starts a server for agents.
func (r *recording) tools(s seat) server {
	ctx := r.t.Context()
	process := &mcp.CommandTransport{Command: s.command(ctx, "mcp", "--structured", "--tools", "all")}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "recorder", Version: "1"}, nil).Connect(ctx, process, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	call := func(q request) (a answer, ok bool) {
		ctx, cancel := context.WithTimeout(ctx, hang)
		defer cancel()
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: q.verb, Arguments: q.input()})
		var data []byte
		if err == nil {
			data, err = json.Marshal(res.StructuredContent)
		}
		if err = errors.Join(err, json.Unmarshal(data, &a)); err != nil {
			r.t.Errorf("mcp: %s: %v", q.verb, err)
		}
		return a, err == nil
	}
	return server{call, func() { _ = session.Close() }}
}
