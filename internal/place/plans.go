package place

import (
	"fmt"
	"strings"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/thread"
)

// Plans finds the lines of threads on plans in the newest version of each plan.
type Plans struct {
	files  gitstore.Files
	newest map[string]int
	maps   map[thread.PlanRef]*anchor.Mapping // by plan and version: the map from its text to the newest; nil when one of them cannot be read
}

// NewPlans returns a Plans for one state of the store.
func NewPlans(files gitstore.Files) *Plans {
	return &Plans{files: files, newest: map[string]int{}, maps: map[thread.PlanRef]*anchor.Mapping{}}
}

// Now returns where the lines of a thread are in the newest version of its plan. It is nil when the thread is on no line
// or was made on the newest version, or when a text cannot be read.
func (p *Plans) Now(ref *thread.ResponseRef) *thread.PlanNow {
	if ref == nil || ref.Plan == nil || ref.Plan.StartLine < 1 {
		return nil
	}
	at := ref.Plan
	n := p.version(at.ID)
	if n <= at.Version {
		return nil
	}
	m := p.mapping(at.ID, at.Version, n)
	if m == nil {
		return nil
	}
	out := &thread.PlanNow{Version: n}
	if found := m.Place(at.StartLine, at.EndLine); found.State == anchor.Anchored {
		out.StartLine, out.EndLine = found.Start, found.End
	}
	return out
}

// version returns the number of the newest text of a plan, 0 when there is none.
func (p *Plans) version(id string) int {
	n, known := p.newest[id]
	if known {
		return n
	}
	entries, _ := p.files.ReadDir(thread.PlanFolder(id)) // if it fails, the thread stays where it was made
	for _, e := range entries {
		var v int
		if name, ok := strings.CutSuffix(e.Name, ".md"); ok && !e.Dir {
			if _, err := fmt.Sscan(name, &v); err == nil {
				n = max(n, v)
			}
		}
	}
	p.newest[id] = n
	return n
}

func (p *Plans) mapping(id string, from, to int) *anchor.Mapping {
	key := thread.PlanRef{ID: id, Version: from}
	if m, known := p.maps[key]; known {
		return m
	}
	p.maps[key] = nil
	older, err := p.files.ReadFile(thread.PlanText(id, from))
	if err != nil {
		return nil
	}
	newer, err := p.files.ReadFile(thread.PlanText(id, to))
	if err != nil {
		return nil
	}
	p.maps[key] = anchor.Map(older, newer)
	return p.maps[key]
}
