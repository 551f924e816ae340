package mcpserver

import (
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/fail"
	"consider/internal/session"
)

// rootsWithin is how long a client has to say which folders it has open.
const rootsWithin = 2 * time.Second

// rootsKey names the request for the roots if it is sent with an answer.
const rootsKey = "roots"

// stateless is the first revision in which a server may ask the client only in the answer to a call.
const stateless = "2026-07-28"

// project opens the project of a call: the one around the folder that the server was started in or, if there is
// none, the first of the client's open folders that is in one. ask is a question that the client has to answer
// first.
func (n *connection) project(ctx context.Context, req *mcp.CallToolRequest) (p *session.Project, ask mcp.InputRequestMap, err error) {
	here, err := n.Project("")
	if err != nil || isProject(here) {
		return here, nil, err
	}
	capable := req.ClientCapabilities()
	if capable == nil || capable.RootsV2 == nil {
		return here, nil, nil
	}
	var folders []string
	switch answer, answered := req.Params.InputResponses[rootsKey].(*mcp.ListRootsResult); {
	case answered:
		folders = foldersOf(answer)
	case req.ProtocolVersion() >= stateless:
		return nil, mcp.InputRequestMap{rootsKey: &mcp.ListRootsParams{}}, here.Close()
	default:
		folders = n.listRoots(ctx, req.Session)
	}
	there, err := n.firstProject(folders)
	if there == nil || err != nil {
		return here, nil, err
	}
	return there, nil, here.Close()
}

// isProject distinguishes a project from the folder where the server happens to run.
func isProject(p *session.Project) bool { return p.Place.Top != "" || p.Place.HasStore }

// firstProject opens the first folder that is in a project; if none is, the first that exists; if none does, it returns
// nil.
func (n *connection) firstProject(folders []string) (*session.Project, error) {
	var first *session.Project
	for _, folder := range folders {
		p, err := n.Project(folder)
		switch {
		case errors.Is(err, fail.ErrDenied):
			return nil, err
		case err != nil: // gone, or not to be read
		case isProject(p):
			if first != nil {
				err = first.Close()
			}
			return p, err
		case first == nil:
			first = p
		default:
			if err := p.Close(); err != nil {
				return nil, err
			}
		}
	}
	return first, nil
}

// listRoots asks the client once; it reports changes. A client that does not answer has none.
func (n *connection) listRoots(ctx context.Context, client *mcp.ServerSession) []string {
	n.mu.Lock()
	roots, known := n.roots, n.rootsAre
	n.mu.Unlock()
	if known {
		return roots
	}
	ctx, cancel := context.WithTimeout(ctx, rootsWithin)
	defer cancel()
	answer, err := client.ListRoots(ctx, nil)
	if err != nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.roots, n.rootsAre = foldersOf(answer), true
	return n.roots
}

func (n *connection) forgetRoots() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.roots, n.rootsAre = nil, false
}

func foldersOf(answer *mcp.ListRootsResult) []string {
	if answer == nil {
		return nil
	}
	var folders []string
	for _, root := range answer.Roots {
		if root == nil {
			continue
		}
		if folder, ok := folderOf(root.URI, runtime.GOOS == "windows"); ok {
			folders = append(folders, folder)
		}
	}
	return folders
}

// folderOf returns the path of a file URI on this machine.
func folderOf(uri string, windows bool) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	path := u.Path
	if windows { // /C:/folder
		if len(path) < 3 || path[0] != '/' || path[2] != ':' {
			return "", false
		}
		return filepath.Clean(strings.ReplaceAll(path[1:], "/", `\`)), true
	}
	if !strings.HasPrefix(path, "/") {
		return "", false
	}
	return filepath.Clean(path), true
}
