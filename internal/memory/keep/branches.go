package keep

import (
	"fmt"
	"maps"
	"slices"
)

// BranchesVersion is the version of [Branches] in JSON.
const BranchesVersion = 1

// Branches says which memory belongs to which branch. A memory has its own id, so that a renamed branch keeps it, and a
// new branch with an old name does not get it.
type Branches struct {
	Version  int               `json:"version"`
	Branches map[string]Branch `json:"branches"`
	Applied  []string          `json:"applied,omitempty"` // renamings already applied
	Former   []Former          `json:"former,omitempty"`  // memories whose branch was replaced by another of the same name
}

// Branch is the memory of one branch.
type Branch struct {
	ID    string `json:"id"`
	Since int64  `json:"since"` // when it began, or got its name; seconds since 1970
}

// Former is a memory that has no branch any more.
type Former struct {
	Branch string `json:"branch"` // the branch's name
	ID     string `json:"id"`
}

// Renamed is one renaming of a branch.
type Renamed struct {
	At       int64 // seconds since 1970
	From, To string
}

func (r Renamed) key() string { return fmt.Sprintf("%d %s %s", r.At, r.From, r.To) }

const maxApplied = 1000

// Follow returns b after renamings, which are oldest first, and whether it changed. A renaming from before a memory
// began concerns another branch with that name. Of several within one second, those to a free name come first, as git
// does not give two branches the same name.
func (b Branches) Follow(renames []Renamed) (Branches, bool) {
	out := b.clone()
	changed := false
	for len(renames) > 0 {
		n := 1
		for n < len(renames) && renames[n].At == renames[0].At {
			n++
		}
		same := slices.Clone(renames[:n])
		renames = renames[n:]
		for len(same) > 0 {
			i := slices.IndexFunc(same, func(r Renamed) bool {
				_, taken := out.Branches[r.To]
				return !taken && out.applies(r)
			})
			i = max(i, 0)
			changed = out.follow(same[i]) || changed
			same = slices.Delete(same, i, i+1)
		}
	}
	return out, changed
}

func (b *Branches) applies(r Renamed) bool {
	from, ok := b.Branches[r.From]
	return ok && r.At >= from.Since && !slices.Contains(b.Applied, r.key())
}

func (b *Branches) follow(r Renamed) bool {
	if !b.applies(r) {
		return false
	}
	if over, taken := b.Branches[r.To]; taken {
		b.Former = append(b.Former, Former{r.To, over.ID})
	}
	b.Branches[r.To] = Branch{b.Branches[r.From].ID, r.At}
	delete(b.Branches, r.From)
	b.Applied = append(b.Applied, r.key())
	b.Applied = b.Applied[max(0, len(b.Applied)-maxApplied):]
	return true
}

func (b Branches) clone() Branches {
	out := Branches{Version: BranchesVersion, Branches: map[string]Branch{}, Applied: slices.Clone(b.Applied), Former: slices.Clone(b.Former)}
	maps.Copy(out.Branches, b.Branches)
	return out
}
