package webserver

import (
	"net/http"
	"strings"

	"consider/internal/fail"
	"consider/internal/gitdiff"
)

// SearchOutput is where a text occurs in a diff: in the names of files, and in the lines of both sides.
type SearchOutput struct {
	Matches []Match `json:"matches"` // the first maxMatches, in the order of the page
	Total   int     `json:"total"`
}

// Match is one line, or with line 0 the name of a file.
type Match struct {
	ID   string `json:"id"`
	Side string `json:"side"`
	Line int    `json:"line"` // 1-based
}

const (
	maxMatches = 5000
	maxQuery   = 200 // bytes
)

// getSearch searches a whole snapshot, because a page has drawn only a part of it.
func (s *Server) getSearch(r *http.Request, snap *snapshot) (any, error) {
	words := r.URL.Query().Get("q")
	if words == "" || len(words) > maxQuery {
		return nil, fail.Usage("q must be 1 to %d bytes long", maxQuery)
	}
	out := SearchOutput{Matches: []Match{}}
	has := contains(words)
	for i := range snap.files {
		f := &snap.files[i]
		if has(f.Path) || has(f.OldPath) {
			out.put(Match{f.ID, "new", 0})
		}
		hunks := snap.comparison.Files[snap.byID[f.ID]].Hunks
		for h := range hunks {
			out.search(f.ID, &hunks[h], has)
		}
		if err := r.Context().Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// contains returns a search that respects case only when words has a capital letter.
func contains(words string) func(string) bool {
	if strings.ToLower(words) != words {
		return func(text string) bool { return strings.Contains(text, words) }
	}
	return func(text string) bool { return strings.Contains(strings.ToLower(text), words) }
}

func (o *SearchOutput) put(m Match) {
	if o.Total++; len(o.Matches) < maxMatches {
		o.Matches = append(o.Matches, m)
	}
}

func (o *SearchOutput) search(id string, h *gitdiff.Hunk, has func(string) bool) {
	for line := range h.Numbered() {
		m := Match{id, "new", line.New}
		if line.Sign == '-' {
			m = Match{id, "old", line.Old}
		}
		if text, _ := readable(line.Text); has(text) {
			o.put(m)
		}
	}
}
