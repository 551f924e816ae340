package webserver

import (
	"encoding/json"
	"net/http"
	"strings"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/verb"
)

func (s *Server) handler() http.Handler {
	api := http.NewServeMux()
	for pattern, do := range map[string]answerer{
		"GET /api/enter":           s.inProject(s.getEnter),
		"GET /api/boot":            s.getBoot,
		"GET /api/branches":        s.inProject(s.getBranches),
		"GET /api/file/{id}":       s.onSnapshot(s.getFile),
		"GET /api/lines/{id}":      s.onFile(s.getLines),
		"GET /api/picture/{id}":    s.onFile(s.getPicture),
		"GET /api/image/{id}":      s.inProject(s.getImage),
		"POST /api/image":          s.writing(s.inProject(s.postImage)),
		"GET /api/rendered/{id}":   s.onFile(s.getRendered),
		"GET /api/drafts":          s.onScreen(s.getDrafts),
		"PUT /api/drafts/{key}":    s.writing(s.onScreen(s.putDraft)),
		"DELETE /api/drafts/{key}": s.writing(s.inProject(s.deleteDraft)),
		"GET /api/viewed":          s.inProject(s.getViewed),
		"GET /api/gate":            s.getGate,
		"POST /api/gate/leave":     s.writing(s.postLeave),
		"GET /api/search":          s.onSnapshot(s.getSearch),
		"GET /api/folds":           s.onSnapshot(s.getFolds),
		"PUT /api/viewed":          s.writing(s.inProject(s.putViewed)),
	} {
		api.Handle(pattern, plain(do))
	}
	api.HandleFunc("GET /api/diff", s.getDiff)
	api.HandleFunc("GET /api/events", s.getEvents)
	api.HandleFunc("POST /api/comments", s.postComments)
	for _, v := range verb.All {
		if v.On&verb.Web != 0 {
			for _, name := range append([]string{v.Name}, v.Aliases...) {
				api.Handle("POST /api/"+strings.ReplaceAll(name, " ", "/"), plain(s.verb(v)))
			}
		}
	}
	api.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		send(w, r, http.StatusNotFound, verb.Refusal(fail.NotFound("%s %s does not exist", r.Method, r.URL.Path)))
	})
	root := http.NewServeMux()
	root.Handle("/api/", s.api(s.onlyJSON(api)))
	root.Handle("POST /api/enter", s.onlyJSON(plain(s.postEnter)))
	// Pages contain nothing of the project and no secret: their scripts ask for everything, with the token.
	root.HandleFunc("GET /{$}", s.page("review.html"))
	root.HandleFunc("GET /review", s.page("review.html"))
	root.HandleFunc("GET /responses", s.page("responses.html"))
	root.HandleFunc("GET /plan", s.page("plan.html"))
	root.HandleFunc("GET /plan/{id}", s.page("plan.html"))
	root.HandleFunc("GET /assets/{name}", s.asset)
	root.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	root.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, fail.NotFound("page not found"))
	})
	return s.guard(root)
}

// answerer makes the answer to a request.
type answerer = func(*http.Request) (any, error)

// writing refuses requests of a caller who may not change anything.
func (s *Server) writing(do answerer) answerer {
	return func(r *http.Request) (any, error) {
		if err := s.checkWritable(); err != nil {
			return nil, err
		}
		return do(r)
	}
}

// inProject opens the project for each request.
func (s *Server) inProject(do func(*http.Request, *session.Session) (any, error)) answerer {
	return func(r *http.Request) (any, error) {
		service, done, err := s.service()
		if err != nil {
			return nil, err
		}
		defer done()
		return do(r, service)
	}
}

// onScreen is inProject with the snapshot of the request as what the caller sees. Without a snapshot, drafts are still kept,
// but without a place.
func (s *Server) onScreen(do func(*http.Request, *session.Session) (any, error)) answerer {
	return s.inProject(func(r *http.Request, service *session.Session) (any, error) {
		snap, err := s.snapshot(r)
		if err == nil {
			defer snap.giveBack()
			service.Shown = snap.comparison
		} else if r.URL.Query().Get("snapshot") != "" {
			return nil, err
		}
		return do(r, service)
	})
}

// onSnapshot lends the snapshot of each request.
func (s *Server) onSnapshot(do func(*http.Request, *snapshot) (any, error)) answerer {
	return func(r *http.Request) (any, error) {
		snap, err := s.snapshot(r)
		if err != nil {
			return nil, err
		}
		defer snap.giveBack()
		return do(r, snap)
	}
}

// onFile is onSnapshot with the file that the request's path names by id.
func (s *Server) onFile(do func(*http.Request, *snapshot, *compare.File) (any, error)) answerer {
	return s.onSnapshot(func(r *http.Request, snap *snapshot) (any, error) {
		i, ok := snap.byID[r.PathValue("id")]
		if !ok {
			return nil, fail.NotFound("%q is not in this diff", r.PathValue("id"))
		}
		return do(r, snap, &snap.comparison.Files[i])
	})
}

// plain answers with the result of do, to which it adds no envelope; errors have one.
func plain(do answerer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out, err := do(r)
		if err != nil {
			writeFailure(w, r, err)
			return
		}
		send(w, r, http.StatusOK, out)
	}
}

// verb answers with a verb's envelope.
func (s *Server) verb(v verb.Verb) answerer {
	return func(r *http.Request) (any, error) {
		raw, err := body(r, maxBody)
		if err != nil {
			return nil, err
		}
		return s.call(r, v, raw)
	}
}

func (s *Server) call(r *http.Request, v verb.Verb, raw json.RawMessage) (any, error) {
	if v.Effect != verb.Reads {
		if err := s.checkWritable(); err != nil {
			return nil, err
		}
	}
	service, done, err := s.service()
	if err != nil {
		return nil, err
	}
	defer done()
	snap, err := s.currentSnapshot(r)
	if err != nil {
		return nil, err
	}
	defer snap.giveBack()
	if snap != nil && snap.comparison.State == compare.OK {
		service.Shown = snap.comparison
	}
	out, err := v.Call(r.Context(), service, raw)
	if err != nil {
		return nil, err
	}
	s.wrote(service, v)
	return verb.Answer(out, service.Cursor()), nil
}
