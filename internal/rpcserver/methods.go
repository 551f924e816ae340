package rpcserver

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"time"

	"github.com/creachadair/jrpc2"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/words"
)

// Protocol is the version of the protocol. It changes when clients of the previous version would not work.
const Protocol = 1

// InitializeInput describes the client.
type InitializeInput struct {
	Client string `json:"client,omitempty" help:"name and version of the client, for logs"`
	Editor bool   `json:"editor,omitempty" help:"set if the client is the editor: results omit the editor context"`
}

// InitializeOutput is the data that a client needs before its other requests.
type InitializeOutput struct {
	Version  string `json:"version"`  // of the program
	Protocol int    `json:"protocol"` // Protocol
	Root     string `json:"root"`     // absolute; paths are relative to it
	Store    string `json:"store"`    // the store's folder, absolute, there or not
	HasStore bool   `json:"hasStore"`
	Git      bool   `json:"git"`                // the project is in a git repository
	Contents bool   `json:"contents,omitempty"` // 'changes text' reads the contents that 'proof' and 'turn show' name
	IDs      bool   `json:"ids,omitempty"`      // 'add' takes the new thread's id as form
	Unproven string `json:"unproven,omitempty"` // why messages do not count as the user's, and what to do, in a sentence

	Backup *session.BackupAhead `json:"backup,omitempty"` // changes that only the backup has; 'fsck' restores them
}

// WatchFilesInput replaces the list of files of whose changes the client is notified.
type WatchFilesInput struct {
	Files []string `json:"files" help:"visible files, relative to the root, with forward slashes"`
}

// Nothing is an answer without content.
type Nothing struct{}

// Changed reports that the store has moved to another commit, made by any process.
type Changed struct {
	Cursor string `json:"cursor"` // the newest commit, "" when there is no store any more

	Backup *session.BackupAhead `json:"backup,omitempty"` // changes that only the backup has; 'fsck' restores them
}

// FilesChanged reports changes of files of watchFiles. An empty list means that git's HEAD or index moved.
type FilesChanged struct {
	Files []string `json:"files"`
}

// Result is the answer of a verb.
type Result struct {
	Data   any    `json:"data"`
	Cursor string `json:"cursor"` // the store commit that it was read from or made, "" for none

	Unread        *session.Unread        `json:"unread,omitempty"`        // of an agent's write: messages that it has not been given
	EditorContext *session.EditorContext `json:"editorContext,omitempty"` // where the person is in the editor
}

// Refusal is the data of an error.
type Refusal struct {
	fail.Failure
	Cursor string `json:"cursor,omitempty"` // where to continue a wait
}

const maxWatched = 10_000 // files

// tooManyRequests returns the error for too many requests at once.
func tooManyRequests() *jrpc2.Error {
	return failure(Refusal{Failure: fail.Failure{
		Kind: fail.KindBusy, Message: "too many requests at once", Hints: []string{"wait for earlier requests to finish"},
	}}, fail.KindBusy.Codes().RPC)
}

// method handles the requests of one name.
type method struct {
	run   func(context.Context, json.RawMessage) (any, error)
	waits bool          // it takes no turn
	reads bool          // it changes nothing
	on    words.Surface // shows its failures; nil for as in a terminal
}

// fail returns an error of the method in the form for the client.
func (m method) fail(err error) *jrpc2.Error {
	f := fail.FailureOf(err)
	if m.on != nil {
		f = f.In(m.on)
	}
	return failure(Refusal{f, verb.Refusal(err).Cursor}, f.Kind.Codes().RPC)
}

// call runs a verb.
func (n *connection) call(ctx context.Context, v verb.Verb, params json.RawMessage) (any, error) {
	n.awaitHanded()
	project, err := n.Project()
	if err != nil {
		return nil, err
	}
	defer project.Close()
	service := n.service(project)
	from, _ := ctx.Value(receivedKey{}).(received)
	service.Sent = from.at
	answer, err := verb.Respond(ctx, v, service, params)
	if err != nil {
		return nil, err
	}
	if service.Owes() && from.id != "" {
		n.mu.Lock()
		n.handed[from.id] = func(at time.Time) {
			service.HandedAt = at
			verb.Delivered(ctx, service)
			_ = project.Close() // opened anew
		}
		n.mu.Unlock()
	}
	if v.Effect != verb.Reads && n.Wrote != nil {
		n.Wrote(service)
	}
	return Result{Data: answer.Data, Cursor: answer.Cursor, Unread: answer.Unread, EditorContext: answer.EditorContext}, nil
}

// service returns the client's session in a project; relative paths start at its root.
func (n *connection) service(p *session.Project) *session.Session {
	caller := n.Caller
	caller.Dir, caller.IsEditor = p.Place.Root, n.isEditor.Load()
	return p.Session(caller)
}

func (n *connection) initialize(ctx context.Context, in InitializeInput) (any, error) {
	n.isEditor.Store(in.Editor)
	project, err := n.Project()
	if err != nil {
		return nil, err
	}
	defer project.Close()
	return InitializeOutput{
		Version: n.Version, Protocol: Protocol, Root: project.Place.Root, Store: project.Place.StoreDir,
		HasStore: project.Place.HasStore, Git: project.Place.Top != "", Contents: true, IDs: true, Unproven: n.Caller.Unproven,
		Backup: n.service(project).BackupAhead(ctx),
	}, nil
}

func (n *connection) watchFiles(_ context.Context, in WatchFilesInput) (any, error) {
	if len(in.Files) > maxWatched {
		return nil, fail.Denied("too many files to watch: %d (limit %d)", len(in.Files), maxWatched)
	}
	for _, f := range in.Files {
		if !filepath.IsLocal(filepath.FromSlash(f)) {
			return nil, fail.Denied("%q is not in the project", f)
		}
	}
	n.Watch.SetFiles(in.Files)
	return Nothing{}, nil
}

// own is a method that is not a verb. It reads its params as strictly as the input of a verb.
func own[In any](run func(context.Context, In) (any, error)) method {
	return method{run: func(ctx context.Context, params json.RawMessage) (any, error) {
		if len(params) == 0 {
			params = json.RawMessage("{}")
		}
		dec := json.NewDecoder(bytes.NewReader(params))
		dec.DisallowUnknownFields()
		var in In
		if err := dec.Decode(&in); err != nil {
			return nil, fail.Usage("invalid params: %s", err)
		}
		return run(ctx, in)
	}}
}

// rpcError returns an error in the form for the client.
func rpcError(err error) *jrpc2.Error { return method{}.fail(err) }

func unknownMethod(name string) *jrpc2.Error {
	f := fail.FailureOf(fail.Usage("unknown method %q", name))
	return failure(Refusal{Failure: f}, int(jrpc2.MethodNotFound))
}

func failure(f Refusal, code int) *jrpc2.Error {
	e := &jrpc2.Error{Code: jrpc2.Code(code), Message: f.Message}
	return e.WithData(f)
}
