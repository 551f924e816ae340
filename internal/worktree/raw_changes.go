package worktree

import (
	"context"
	"errors"
	"strconv"
	"strings"
)

// rawChange is one line of git's raw diff format.
type rawChange struct {
	status       byte // A, D, M, T, R, …
	score        float64
	oldID, newID string
	from, to     string // equal except for renames
}

func (t *Tree) allTracked() []rawChange {
	var raw []rawChange
	t.eachTracked(func(name string, e *indexEntry) {
		if e.mode.file() {
			raw = append(raw, rawChange{status: 'A', newID: e.hexID(), from: t.toTop(name), to: t.toTop(name)})
		}
	})
	return raw
}

// rawChanges tries git with rename detection, then git without (a partial clone may lack the blobs to compare), and
// finally this process.
func (t *Tree) rawChanges(ctx context.Context, commit string) ([]rawChange, error) {
	var failed error
	for _, renames := range [][]string{{gitAlike(), "-l1000", "--no-rename-empty"}, {"--no-renames"}} {
		raw, err := t.diffIndex(ctx, commit, renames...)
		if err == nil {
			return raw, nil
		}
		failed = errors.Join(failed, err)
		if ctx.Err() != nil || errors.Is(err, errNoGit) {
			break
		}
	}
	raw, err := t.rawChangesHere(commit)
	if err != nil {
		return nil, errors.Join(failed, err)
	}
	return raw, nil
}

// diffIndex asks git for the difference between a commit and the index.
func (t *Tree) diffIndex(ctx context.Context, commit string, options ...string) ([]rawChange, error) {
	args := append([]string{"diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--ignore-submodules=all"}, options...)
	out, err := t.git(ctx, gitCall{args: append(args, commit, "--")})
	if err != nil {
		return nil, err
	}
	return parseRaw(out), nil
}

// rawChangesHere compares all names of the commit with all of the index.
func (t *Tree) rawChangesHere(commit string) (raw []rawChange, err error) {
	err = t.eachHeld(commit, func(h nameState) bool {
		r := rawChange{oldID: h.was.id, from: h.name, to: h.name}
		if h.now != nil {
			r.newID = h.now.hexID()
		}
		switch {
		case h.now == nil:
			r.status = 'D'
		case h.was.id != "" && h.was.id != r.newID:
			r.status = 'M'
		case h.was.id == "" && h.now.mode.file() && h.now.extra&extraIntentToAdd == 0:
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
	for tokens := splitNUL(out); len(tokens) > 1; tokens = tokens[1:] {
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
