package plan

import (
	"fmt"
	"maps"
	"slices"

	"consider/gitstore"
	"consider/internal/thread"
)

// Check reads every plan and all texts of plans. It returns how many plans can be read, and the problems it found.
func Check(t gitstore.Files) (n int, problems []thread.Damage) {
	plans, unread, err := all(t)
	if err != nil {
		return 0, []thread.Damage{{Path: folder, Problem: err.Error()}}
	}
	problems = damagedOf(unread)
	for _, p := range plans {
		for _, v := range p.Versions {
			file := thread.PlanText(p.ID, v.N)
			text, err := t.ReadFile(file)
			if err == nil && gitstore.HashBlob(text).String() != v.Blob {
				err = fmt.Errorf("its content does not match the hash %.10s in the plan", v.Blob)
			}
			if err != nil {
				problems = append(problems, thread.Damage{Path: file, Problem: err.Error()})
			}
		}
	}
	return len(plans), problems
}

// damagedOf names the manifests that cannot be read, in order.
func damagedOf(unread map[string]error) (out []thread.Damage) {
	for _, id := range slices.Sorted(maps.Keys(unread)) {
		out = append(out, thread.NotRead(manifestFile(id), unread[id]))
	}
	return out
}
