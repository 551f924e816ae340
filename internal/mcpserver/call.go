package mcpserver

import (
	"bytes"
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

// call runs a verb. A verb that fails gives a result too; an error means that no verb answered.
func (n *connection) call(ctx context.Context, v verb.Verb, req *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if p := recover(); p != nil { // Verb.Call recovers its own; this is what is around it
			res, err = n.result(v, verb.Refusal(fmt.Errorf("panic around %s: %v", v.Name, p)))
		}
	}()
	var sent time.Time
	if n.Now != nil {
		sent = n.Now()
	}
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
		return n.result(v, verb.Refusal(fail.New(fail.ErrNoStore, "this server was not started in a project, and creates no threads here").
			Hint("start the client in the project's folder; 'git init' makes a folder a project")))
	}
	stop := n.report(ctx, v, req, project)
	defer stop()
	service := project.Session(n.caller(req, project))
	service.Sent = sent
	answer, err := verb.Respond(ctx, v, service, req.Params.Arguments)
	stop() // a report after the answer would be of nothing
	if err != nil {
		return n.result(v, answer)
	}
	n.appear(ctx, service)
	if v.Effect != verb.Reads && n.Wrote != nil {
		n.Wrote(service)
	}
	res, err = n.result(v, answer)
	if err == nil && len(service.Handed) > 0 {
		res.Meta = mcp.Meta{handedKey: n.wire.hold(func(at time.Time) {
			service.HandedAt = at
			verb.Delivered(ctx, service)
			_ = project.Close() // opened anew
		})}
	}
	return res, err
}

// appear says that the client's session is there, in the store that its calls are about.
func (n *connection) appear(ctx context.Context, s *session.Session) {
	if !n.here.Here() && s.MayBeNoted(ctx) {
		_ = n.here.Begin(s.Place.StoreDir, s.Caller.Agent, presence.Serving, s.Now()) // where that may not be written, it stays unsaid
	}
}

// toldToModels is an answer whose words models were trained on: nothing is put before or after them, and they come
// without the envelope, which some clients would show instead. failed says that they tell of a failure.
type toldToModels interface {
	ToolText() (text string, failed bool)
}

// result is an envelope as a tool's result. A wait that ended with nothing is no error: clients would say that the tool failed.
func (n *connection) result(v verb.Verb, e verb.Envelope) (*mcp.CallToolResult, error) {
	if told, ok := e.Data.(toldToModels); ok {
		text, failed := told.ToolText()
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: printable.Text(text)}}, IsError: failed}, nil
	}
	if e.Error != nil {
		failure := v.InFields(*e.Error, n.tell)
		e.Error = &failure
	}
	told := func(text string) string { return verb.Mentions(text, n.tell) }
	res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: n.Text(e, told)}}, IsError: !e.OK && e.Error.Kind != fail.KindTimeout}
	if !n.Structured {
		return res, nil
	}
	data, err := e.Encode()
	if err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	res.StructuredContent = json.RawMessage(bytes.TrimRight(data, "\n"))
	return res, nil
}

// caller is who asks: an agent, whatever it says of itself. Paths without a beginning start from the root.
func (n *connection) caller(req *mcp.CallToolRequest, p *session.Project) session.Caller {
	client := ""
	if info := req.ClientInfo(); info != nil {
		client = info.Name
	}
	return session.Caller{Agent: n.Agent(client), Dir: p.Place.Root, Patience: Patience, Window: n.Window, Bounded: true}
}

// report tells a client that asked for it how a call goes on: how far the work is, or for one that waits, for
// how many seconds it has. The function returned ends it, and may be called again.
func (n *connection) report(ctx context.Context, v verb.Verb, req *mcp.CallToolRequest, p *session.Project) func() {
	p.Progress = nil
	token := req.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	every := n.ProgressEvery
	if every == 0 {
		every = ProgressEvery
	}
	telling, stop := context.WithCancel(ctx)
	tell := func(done, total float64, message string) {
		// A client that cannot be told has other troubles; the call goes on.
		_ = req.Session.NotifyProgress(telling, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: done, Total: total, Message: message,
		})
	}
	if !v.Waiting {
		p.Progress = seldom(every, func(done, total int) { tell(float64(done), float64(total), v.Title) })
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

// seldom passes on what is told at most once in every, and never less than before: work in several parts
// starts to count again with each.
func seldom(every time.Duration, tell func(done, total int)) func(done, total int) {
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
