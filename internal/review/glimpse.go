package review

import (
	"encoding/json"

	"consider/gitstore"
)

// glimpse is what events tell of a thread. A log looks at a thread once for each event, so it reads no more than
// that: decoding whole threads would make the log of a long one slow.
type glimpse struct {
	Target     Target `json:"target"`
	File       string `json:"file"`
	Anchor     span   `json:"anchor"`
	Reanchored []struct {
		File   string `json:"file"`
		Anchor span   `json:"anchor"`
	} `json:"reanchored"`
	Span struct {
		Response string `json:"response"`
		Agent    string `json:"agent"`
		Mark     Mark   `json:"mark"`
	} `json:"span"`
	Body    string `json:"body"`
	Replies []struct {
		ID      string  `json:"id"`
		Outcome Outcome `json:"outcome"`
		Body    string  `json:"body"`
	} `json:"thread"`
}

type span struct {
	StartLine int `json:"startLine"`
	EndLine   int `json:"endLine"`
}

// glimpse looks at a thread as it was at a commit; nil if it cannot be read.
func (h history) glimpse(commit gitstore.ID, id string) *glimpse {
	if commit.IsZero() || !isID(id, threadPrefix) {
		return nil
	}
	snap, err := h.store.SnapshotAt(commit)
	if err != nil {
		return nil
	}
	for _, dir := range folders {
		data, err := snap.ReadFile(threadFile(dir, id))
		if err != nil {
			continue
		}
		g := &glimpse{}
		if json.Unmarshal(data, g) != nil {
			return nil
		}
		return g
	}
	return nil
}

// place is where the thread was put: by its author, or by hand since.
func (g *glimpse) place() string {
	file, at := g.File, g.Anchor
	if n := len(g.Reanchored); n > 0 {
		file, at = g.Reanchored[n-1].File, g.Reanchored[n-1].Anchor
	}
	switch g.Target.shape(file, at.StartLine, at.EndLine, g.Span.Response != "") {
	case OnLines:
		return lineRange(file, at.StartLine, at.EndLine)
	case OnFile:
		return file
	case OnResponse:
		return (&ResponseRef{g.Span.Response, g.Span.Agent, g.Span.Mark}).String()
	}
	return ""
}
