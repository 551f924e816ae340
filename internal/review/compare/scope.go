package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/treediff"
	"consider/internal/turn"
	"consider/internal/words"
	"consider/internal/worktree"
)

// The kinds of scope, with the two sides that each compares.
const (
	ScopeHead     = "head"     // HEAD with the files as they are, untracked ones too
	ScopeSince    = "since"    // a checkpoint with the files as they are
	ScopeStaged   = "staged"   // HEAD with git's index
	ScopeUnstaged = "unstaged" // git's index with the files as they are
	ScopeBase     = "base"     // a commit with the files as they are
	ScopeRange    = "range"    // two commits
	ScopeRounds   = "rounds"   // two checkpoints; or a checkpoint and the commit that was checked out then
	ScopeTurn     = "turn"     // the files before and after a turn of an agent
	ScopeContent  = "content"  // no comparison, but one content of a file, for [TextOf]
)

// Stored reports that neither side is files of the worktree or its index.
func (s Scope) Stored() bool {
	return s.Kind == ScopeRange || s.Kind == ScopeRounds || s.Kind == ScopeTurn
}

// CheckScope returns an error if the scope cannot be compared, without comparing it.
func CheckScope(ctx context.Context, s *session.Session, scope Scope) error {
	_, err := begin(ctx, s, scope)
	return err
}

// begin resolves the names in the scope.
func begin(ctx context.Context, s *session.Session, scope Scope) (*Comparison, error) {
	head := s.Tree.Head(ctx)
	l := &Comparison{Scope: scope, Head: head.Commit, Branch: head.Branch, project: s.Project, To: "now", untaken: map[string]bool{}}
	l.listing, l.folding = sync.OnceValues(l.list), sync.OnceValue(l.fold)
	git := s.Place.GitDir != ""
	switch {
	case git && head.Err() != nil:
		return nil, session.GitError(head.Err())
	case git && !s.Tree.HasFiles() && !scope.Stored():
		return nil, fail.Conflict("this repository has no files checked out").Hint("to compare two commits: {review --range A..B}")
	case !git && scope.Kind != ScopeSince && scope.Kind != ScopeRounds && scope.Kind != ScopeTurn:
		l.noGit(s.Place.Root)
	}
	switch scope.Kind {
	case ScopeHead, "":
		l.Scope.Kind = ScopeHead
		l.Label, l.From, l.old.Commit = "Uncommitted changes against HEAD", head.Commit, head.Commit
	case ScopeStaged:
		l.Label, l.From, l.To, l.old.Commit = "Staged changes against HEAD", head.Commit, "index", head.Commit
	case ScopeUnstaged:
		l.Label, l.From = "Unstaged changes", "index"
	case ScopeSince:
		return l, l.since(ctx, s)
	case ScopeBase:
		return l, l.base(ctx, s)
	case ScopeRange:
		return l, l.between(ctx, s)
	case ScopeTurn:
		return l, l.turn(ctx, s)
	case ScopeRounds:
		return l, l.rounds(ctx, s)
	default:
		return nil, fail.Usage("unknown scope %q", scope.Kind)
	}
	return l, nil
}

func (l *Comparison) noGit(root string) {
	l.State = NoGit
	l.Message = fmt.Sprintf("%s is not in a git repository, so there is nothing to compare its files with.", root)
	l.Hints = []words.Text{
		words.Textf("create a repository with 'git init', then run '{review}' again"),
		words.Textf("without git, '{checkpoint}' saves the current files, and '{review --since last}' shows what changed since"),
		words.Textf("to comment on a single file: {add FILE:LINE -m TEXT}"),
	}
}

func (l *Comparison) since(ctx context.Context, s *session.Session) error {
	c, err := l.checkpoint(ctx, s, l.Scope.From)
	if err != nil {
		return err
	}
	l.old = l.checkpointSide(&c)
	l.Label, l.From = "Changes since "+c.Name, c.Name
	return nil
}

// turn takes both sides from the moments of an agent's turn.
func (l *Comparison) turn(ctx context.Context, s *session.Session) error {
	all := turn.Read(turn.Events(s.Place.StoreDir, s.Place.WorktreeName))
	i := slices.IndexFunc(all, func(t turn.Turn) bool { return t.ID == l.Scope.From })
	if i < 0 {
		return fail.NotFound("no turn %s", l.Scope.From).Hint("list them: {turn list}")
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return err
	}
	for _, side := range []struct {
		print string
		to    *treediff.Side
	}{{all[i].Base, &l.old}, {all[i].Last, &l.new}} {
		m, err := round.MomentAt(st.Store, side.print)
		if err != nil {
			return fail.NotFound("the files of turn %s were not kept", l.Scope.From).Hint("see its files with '{turn show %s}'", l.Scope.From)
		}
		*side.to, l.dirs = m.Side, m.Dirs
		l.omit(slices.Collect(maps.Keys(m.Skipped)))
	}
	l.Label, l.From, l.To = "Turn of "+all[i].Agent, all[i].ID, all[i].ID
	return nil
}

// rounds takes both sides from checkpoints.
func (l *Comparison) rounds(ctx context.Context, s *session.Session) error {
	c, err := l.checkpoint(ctx, s, l.Scope.To)
	if err != nil {
		return err
	}
	l.new, l.To = l.checkpointSide(&c), c.Name
	if l.Scope.From == "" {
		l.old.Commit, l.From, l.Label = c.Head, c.Head, "Changes up to "+c.Name
		return nil
	}
	from, err := l.checkpoint(ctx, s, l.Scope.From)
	if err != nil {
		return err
	}
	l.old, l.From = l.checkpointSide(&from), from.Name
	l.Label = "Changes from " + from.Name + " to " + c.Name
	return nil
}

func (l *Comparison) checkpoint(ctx context.Context, s *session.Session, name string) (checkpoint.Checkpoint, error) {
	st, err := s.Snapshot(ctx)
	if errors.Is(err, fail.ErrNoStore) {
		return checkpoint.Checkpoint{}, fail.NotFound("no checkpoints yet").Hint("run '{checkpoint}', or submit a review")
	}
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	l.dirs = []string{filepath.Join(st.Store.Dir(), "objects")}
	return checkpoint.Find(st.Commit, name, s.MadeHere)
}

// checkpointSide returns the files of a checkpoint as a side.
func (l *Comparison) checkpointSide(c *checkpoint.Checkpoint) treediff.Side {
	side, skipped := c.Side()
	l.omit(skipped)
	return side
}

func (l *Comparison) base(ctx context.Context, s *session.Session) error {
	id, err := CommitOf(ctx, s, l.Scope.From)
	l.Label, l.From, l.old.Commit = "Changes since "+l.Scope.From, id, id
	return err
}

// between resolves "A..B" and "A...B" as git diff does.
func (l *Comparison) between(ctx context.Context, s *session.Session) error {
	a, b, three := strings.Cut(l.Scope.From, "...")
	if !three {
		var two bool
		if a, b, two = strings.Cut(l.Scope.From, ".."); !two {
			return fail.Usage("invalid range %q", l.Scope.From).Hint("use A..B for two commits, or A...B for changes in B since it branched from A")
		}
	}
	a, b = cmp.Or(a, "HEAD"), cmp.Or(b, "HEAD")
	from, err := CommitOf(ctx, s, a)
	if err != nil {
		return err
	}
	to, err := CommitOf(ctx, s, b)
	if err != nil {
		return err
	}
	if three {
		if from, err = s.Tree.MergeBase(ctx, from, to); err != nil {
			return fail.NotFound("%s and %s have no common ancestor", a, b)
		}
	}
	l.Label, l.From, l.To = l.Scope.From, from, to
	l.old.Commit, l.new.Commit = from, to
	return nil
}

// CommitOf returns the ID of the commit that a revision names.
func CommitOf(ctx context.Context, s *session.Session, rev string) (string, error) {
	id, err := s.Tree.CommitOf(ctx, rev)
	if errors.Is(err, worktree.ErrNotExist) {
		return "", fail.NotFound("unknown revision %q", rev).Hint("use a branch, tag or commit")
	}
	return id, err
}
