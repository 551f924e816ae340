package webserver

import (
	"net/http"
	"net/url"
	"strings"

	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/turn"
)

// asked returns what a page asks to compare: two rounds, the changes since one, a turn, or a scope by its kind. By default
// it is what the server was started for.
func (s *Server) asked(q url.Values) compare.Scope {
	kind, from, to := q.Get("kind"), q.Get("from"), q.Get("to")
	switch {
	case kind != "":
		return compare.Scope{Kind: kind, From: from}
	case from == "" && to == "":
		return s.Scope
	case to == "":
		return compare.Scope{Kind: compare.ScopeSince, From: from}
	case to == from && strings.HasPrefix(to, turn.Prefix):
		return compare.Scope{Kind: compare.ScopeTurn, From: from}
	case from == "" && s.Scope.Kind == compare.ScopeSince:
		from = s.Scope.From
	}
	return compare.Scope{Kind: compare.ScopeRounds, From: from, To: to}
}

// nameOf names a scope for the pages that asked for it.
func (s *Server) nameOf(scope compare.Scope) string {
	if scope == s.Scope {
		return ""
	}
	return scope.Kind + ":" + scope.From + ".." + scope.To
}

// BranchesOutput lists what can be compared with.
type BranchesOutput struct {
	Branches []string `json:"branches"` // local ones, the latest commit first
}

func (s *Server) getBranches(r *http.Request, service *session.Session) (any, error) {
	branches, err := service.Tree.Branches(r.Context())
	return BranchesOutput{append([]string{}, branches...)}, err
}
