package mcpserver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/fail"
	"consider/internal/presence"
	"consider/internal/printable"
	"consider/internal/session"
	"consider/internal/verb"
)

// call runs a verb. A verb that fails also gives a result; an error means that no verb ran.
func (n *connection) call(ctx context.Context, v verb.Verb, req *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if p := recover(); p != nil { // Verb.Call recovers its own; this covers the code around it
			res, err = n.result(v, verb.Refusal(fmt.Errorf("panic in %s: %v", v.Name, p)))
		}
	}()
	sent := *n.wire.came.Load() // not now: a call may start after the answer to one that was sent with it
	n.wire.handed()
	if !v.Waiting {
		select {
		case n.turns <- struct{}{}:
			defer func() { <-n.turns }()
		case <-ctx.Done():
			return n.result(v, verb.Refusal(ctx.Err()))
		}
	}
	project, ask, err := n.project(ctx, req)
	switch {
	case err != nil:
		return n.result(v, verb.Refusal(err))
	case ask != nil:
		return &mcp.CallToolResult{InputRequests: ask}, nil
	}
	defer project.Close()
	if v.Effect != verb.Reads && !project.Place.HasStore && (!isProject(project) || project.Place.Root == project.Machine.Home) {
		return n.result(v, verb.Refusal(fail.New(fail.ErrNoStore, "this server was not started in a project, so it cannot create threads").
			Hint("start the client in the project folder, or run 'git init' in a folder to make it a project")))
	}
	stop := n.report(ctx, v, req, project)
	defer stop()
	service := project.Session(n.caller(req, project))
	service.Sent = sent
	answer, err := verb.Respond(ctx, v, service, req.Params.Arguments)
	stop() // no reports after the answer
	if err != nil {
		return n.result(v, answer)
	}
	n.appear(ctx, service)
	if v.Effect != verb.Reads && n.Wrote != nil {
		n.Wrote(service)
	}
	res, err = n.result(v, answer)
	if err == nil && service.Owes() {
		res.Meta = mcp.Meta{handedKey: n.wire.callOnceWritten(func(at time.Time) {
			service.HandedAt = at
			verb.Delivered(ctx, service)
			_ = project.Close() // Delivered may have opened it again
		})}
	}
	return res, err
}

// appear makes the client's session visible in the store that its calls use.
func (n *connection) appear(ctx context.Context, s *session.Session) {
	if !n.here.Exists() && s.MayBeNoted(ctx) {
		_ = n.here.Begin(s.Place.StoreDir, s.Place.WorktreeName, s.Caller.Agent, presence.Serving, s.Now()) // if that fails, the session stays invisible
	}
}

// toolTexter is an answer in a form that models were trained on: nothing is added before or after its text, and it
// comes without the envelope, which some clients would show instead. failed reports whether the text describes a
// failure.
type toolTexter interface {
	ToolText() (text string, failed bool)
}

// result returns an envelope as a tool's result. A wait that ended with nothing does not count as an error, because
// clients would say that the tool failed.
func (n *connection) result(v verb.Verb, e verb.Envelope) (*mcp.CallToolResult, error) {
	if told, ok := e.Data.(toolTexter); ok {
		text, failed := told.ToolText()
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: printable.Text(text)}}, IsError: failed}, nil
	}
	surface := verb.Inputs{Verb: v, Call: n.toolCall}
	if e.Error != nil {
		failure := e.Error.In(surface)
		e.Error = &failure
	}
	res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: n.Text(e, surface)}}, IsError: !e.OK && e.Error.Kind != fail.KindTimeout}
	if !n.Structured {
		return res, nil
	}
	data, err := e.Encode()
	if err != nil {
		return nil, fmt.Errorf("encode the response: %w", err)
	}
	res.StructuredContent = json.RawMessage(bytes.TrimRight(data, "\n"))
	return res, nil
}

// caller returns who calls: always an agent, whatever the client calls itself. Relative paths start from the root.
func (n *connection) caller(req *mcp.CallToolRequest, p *session.Project) session.Caller {
	client := ""
	if info := req.ClientInfo(); info != nil {
		client = info.Name
	}
	c := n.Caller(client)
	c.Dir, c.Patience, c.Bounded = p.Place.Root, Patience, true
	return c
}

// report notifies a client that asked for it of a call's progress: how much of the work is done, or for a verb
// that waits, for how many seconds it has waited. The function returned ends the reports, and may be called
// again.
func (n *connection) report(ctx context.Context, v verb.Verb, req *mcp.CallToolRequest, p *session.Project) func() {
	p.Progress = nil
	token := req.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	every := cmp.Or(n.ProgressEvery, ProgressEvery)
	telling, stop := context.WithCancel(ctx)
	tell := func(done, total float64, message string) {
		// The call goes on even if the client cannot be notified.
		_ = req.Session.NotifyProgress(telling, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: done, Total: total, Message: message,
		})
	}
	if !v.Waiting {
		p.Progress = throttle(every, func(done, total int) { tell(float64(done), float64(total), v.Title) })
		return stop
	}
	var over sync.WaitGroup
	over.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for i := 1; ; i++ {
			select {
			case <-telling.Done():
				return
			case <-tick.C:
				tell((time.Duration(i) * every).Seconds(), 0, "still waiting")
			}
		}
	})
	return func() {
		stop()
		over.Wait()
	}
}

// throttle returns a function that passes on progress at most once in every, and only if it has grown: work in several
// parts counts anew with each part.
func throttle(every time.Duration, tell func(done, total int)) func(done, total int) {
	var mu sync.Mutex
	last, most := time.Now(), 0
	return func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if done <= most || time.Since(last) < every {
			return
		}
		last, most = time.Now(), done
		tell(done, total)
	}
}
