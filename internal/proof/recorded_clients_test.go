//go:build unix

package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
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

// process is a running program. kill does nothing once it has ended.
type process struct {
	pid  int
	in   io.WriteCloser
	out  io.Reader
	kill func()
	wait func() (code int, err error)
}

// starter starts the program with these arguments.
type starter func(args ...string) (*process, error)

func (s seat) start(args ...string) (*process, error) {
	cmd := s.command(s.t.Context(), args...)
	in, err := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err = errors.Join(err, err2); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	return &process{cmd.Process.Pid, in, out, func() { _ = cmd.Process.Kill() }, func() (int, error) {
		err := cmd.Wait()
		if _, ended := errors.AsType[*exec.ExitError](err); ended {
			err = nil
		}
		return cmd.ProcessState.ExitCode(), err
	}}, nil
}

// server is a running server. all sends requests without waiting for their answers. end closes its input and waits for it.
type server struct {
	pid  int
	call caller
	all  func(qs ...request) ([]answer, bool)
	end  func()
}

// serve starts a server as an editor does. Its notifications are recorded when the next answer is read.
func (r *recording) serve(start starter) server {
	p, err := start("serve")
	if err != nil {
		r.t.Fatal(err)
	}
	wire, n := channel.Header("")(p.out, p.in), 0
	ask := func(qs []request) ([]answer, error) {
		got, first := make([]answer, len(qs)), n+1
		for _, q := range qs {
			n++
			body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": n, "method": q.verb, "params": q.input()})
			if err = errors.Join(err, wire.Send(body)); err != nil {
				return nil, err
			}
		}
		for left := len(qs); left > 0; {
			var m struct {
				ID     int
				Method string
				Params struct{ Cursor string }
				Result answer
				Error  *struct{ Data json.RawMessage }
			}
			body, err := wire.Recv()
			if err = errors.Join(err, json.Unmarshal(body, &m)); err != nil {
				return nil, err
			}
			switch i := m.ID - first; {
			case m.Method == "changed":
				r.notice(fmt.Sprintf("notices of process %d", p.pid), m.Params.Cursor)
			case i < 0 || i >= len(qs): // another notification
			case m.Error != nil:
				err = json.Unmarshal(m.Error.Data, &got[i].Error)
				left--
			default:
				got[i] = m.Result
				got[i].OK = true
				left--
			}
			if err != nil {
				return nil, err
			}
		}
		return got, nil
	}
	all := func(qs ...request) ([]answer, bool) {
		late := time.AfterFunc(hang, p.kill)
		defer late.Stop()
		got, err := ask(qs)
		if err != nil && !r.isOff() {
			r.t.Errorf("serve: %s: %v", qs[0].verb, err)
		}
		return got, err == nil
	}
	call := func(q request) (a answer, ok bool) {
		got, ok := all(q)
		if ok {
			a = got[0]
		}
		return a, ok
	}
	return server{p.pid, call, all, func() {
		_ = p.in.Close()
		late := time.AfterFunc(hang, p.kill)
		defer late.Stop()
		if code, err := p.wait(); (code != 0 || err != nil) && !r.isOff() {
			r.t.Errorf("serve ended with %d, %v", code, err)
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
	return server{call: call, end: func() { _ = session.Close() }}
}
