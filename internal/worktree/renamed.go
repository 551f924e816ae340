package worktree

import "context"

// Rename is where a vanished file went.
type Rename struct {
	To     string  // "" when nobody can say
	Score  float64 // 0 to 1
	Via    string  // "git" or "content"
	Reason string  // why To is empty, or what decided
}

// Renamed looks for files that vanished.
func (t *Tree) Renamed(ctx context.Context, base string, gone []string, texts func(path string) []byte, similar func(a, b []byte) float64) (map[string]Rename, error) {
	found := map[string]Rename{}
	for _, path := range gone {
		found[path] = Rename{Reason: "no file with this content"}
	}
	return found, ctx.Err()
}
