package house

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
)

// lockedRooms hold the code that runs while the store's lock is held.
var lockedRooms = []string{
	"gitstore", "internal/gitfmt", "internal/safefs", "internal/session", "internal/settings", "internal/place",
	"internal/checkpoint", "internal/thread", "internal/review", "internal/memory",
}

// endless lists functions ("path:function") with loops whose head does not bound them and that check no context, and
// says what ends each loop.
var endless = map[string]string{
	"gitstore/write.go:add":                          "counts to five",
	"gitstore/objects.go:read":                       "counts to maxLooks",
	"internal/safefs/os_unix.go:flock":               "starts over when a signal interrupts it; the wait for the lock is in a goroutine that can be left",
	"gitstore/packs.go:object":                       "a chain of deltas has at most maxChain",
	"gitstore/unreachable.go:placeOf":                "goes through a name, always forwards",
	"gitstore/moveref.go:lockRef":                    "waits for LockWait at most",
	"gitstore/tip.go:tipAt":                          "counts to beginTries, then to two",
	"internal/checkpoint/checkpoint.go:NextName":     "a folder has as many names as it has; an error ends it",
	"internal/gitfmt/config.go:Parse":                "goes through a text, always forwards",
	"internal/gitfmt/pack.go:Find":                   "halves what is left",
	"internal/gitfmt/refs.go:PackedRef":              "goes through a text, always forwards",
	"internal/memory/branch.go:newBranchID":          "a store has as many branches as it has; an error ends it",
	"internal/memory/keep/edit.go:occurrences":       "goes through a text, always forwards",
	"internal/review/feedback/span_find.go:around":   "goes over one character, which has four bytes at most",
	"internal/review/feedback/span_find.go:findSpan": "goes through a text, always forwards",
	"internal/review/feedback/search_text.go:line":   "goes through a line, always forwards",
	"internal/thread/seen.go:MergeMarks":             "goes back to the first reply",
}

// endlessLoops finds loops without a guaranteed end: under the lock they keep every other writer out, and they ignore
// Ctrl-C.
func endlessLoops(t *tree) []problem {
	var problems []problem
	used := map[string]bool{}
	for _, f := range t.goFiles() {
		if f.isTest() || !slices.ContainsFunc(lockedRooms, func(room string) bool { return f.below(room) }) {
			continue
		}
		for _, d := range f.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			key := f.path + ":" + fn.Name.Name
			ast.Inspect(fn, func(n ast.Node) bool {
				loop, ok := n.(*ast.ForStmt)
				if !ok || counts(loop) || mentions(loop, "ctx") {
					return true
				}
				used[key] = true
				if endless[key] == "" {
					problems = append(problems, problem{f.path, f.fset.Position(loop.Pos()).Line, fmt.Sprintf(
						"%s has a loop whose head does not say how far it goes and that does not look at ctx, where the store's lock may be held: count the tries, or say in endless in tools/house/loops.go what ends it",
						fn.Name.Name)})
				}
				return true
			})
		}
	}
	if len(t.files) < 100 { // the trees of tests have none of them
		return problems
	}
	for _, key := range slices.Sorted(maps.Keys(endless)) {
		if !used[key] {
			problems = append(problems, problem{key, 0, "has no such loop any more: take it out of endless in tools/house/loops.go"})
		}
	}
	return problems
}

// counts reports whether a loop's head bounds it: it counts, or it processes something that gets shorter.
func counts(loop *ast.ForStmt) bool {
	return loop.Cond != nil && (loop.Post != nil || mentions(loop.Cond, "len"))
}

func mentions(n ast.Node, name string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}
