package treediff

import (
	"context"
	"strconv"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/gitrun"
)

// rawChange is one line of git's raw diff format.
type rawChange struct {
	status       byte // A, D, M, T, R, …
	score        float64
	oldID, newID string
	from, to     string // equal except for renames
}

// MinAlike is how similar, in percent, two files must be to count as one renamed file. It is git's own threshold, so that
// threads go where the diff says that their file went.
const MinAlike = 50

// gitAlike asks git for renames by MinAlike.
func gitAlike() string { return "-M" + strconv.Itoa(MinAlike) + "%" }

func allTracked(r *gitrepo.Repo) []rawChange {
	var raw []rawChange
	_ = eachTracked(r, func(name string, e *gitdir.IndexEntry) {
		if e.Mode.IsFile() {
			raw = append(raw, rawChange{status: 'A', newID: e.HexID(), from: r.ToTop(name), to: r.ToTop(name)})
		}
	})
	return raw
}

// diffIndex asks git for the difference between a commit and the index.
func diffIndex(ctx context.Context, r *gitrepo.Repo, commit string, options ...string) ([]rawChange, error) {
	args := append([]string{"diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--ignore-submodules=all"}, options...)
	out, err := r.Git.Output(ctx, gitrun.Call{Args: append(args, commit, "--")})
	return parseRaw(out), err
}

// rawChangesHere compares all names of the commit with all of the index.
func rawChangesHere(r *gitrepo.Repo, commit string) (raw []rawChange, err error) {
	err = eachHeld(r, commit, func(h nameState) bool {
		r := rawChange{oldID: h.was.ID, from: h.name, to: h.name}
		if h.now != nil {
			r.newID = h.now.HexID()
		}
		switch {
		case h.now == nil:
			r.status = 'D'
		case h.was.ID != "" && h.was.ID != r.newID:
			r.status = 'M'
		case h.was.ID == "" && h.now.Mode.IsFile() && !h.now.IntentToAdd():
			r.status = 'A'
		default:
			return true
		}
		raw = append(raw, r)
		return true
	})
	return raw, err
}

// parseRaw reads ":<mode> <mode> <id> <id> <status>" NUL path NUL [path NUL]. It skips anything else between the lines
// (the blanks that git log leaves).
func parseRaw(out []byte) []rawChange {
	var raw []rawChange
	for tokens := gitrun.SplitNUL(out); len(tokens) > 1; tokens = tokens[1:] {
		fields := strings.Fields(tokens[0])
		if len(fields) != 5 || fields[0][0] != ':' {
			continue
		}
		r := rawChange{status: fields[4][0], oldID: fields[2], newID: fields[3], from: tokens[1], to: tokens[1]}
		if score, err := strconv.Atoi(fields[4][1:]); err == nil {
			r.score = float64(score) / 100
		}
		tokens = tokens[1:]
		if (r.status == 'R' || r.status == 'C') && len(tokens) > 1 {
			r.to = tokens[1]
			tokens = tokens[1:]
		}
		raw = append(raw, r)
	}
	return raw
}
