package apply

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/suggest"
	"consider/internal/thread"
)

// Apply puts suggestions into their files, all of them or none.
func Apply(ctx context.Context, s *session.Session, in Input) (Output, error) {
	if in.Each {
		return Output{}, fail.Usage("{--interactive} requires a terminal").Hint("pass a thread ID: {apply ID}")
	}
	who, err := s.Author(ctx)
	if err != nil {
		return Output{}, err
	}
	j := &job{s: s, in: in}
	if err := j.checkEditor(); err != nil {
		return Output{}, err
	}
	if in.DryRun {
		st, err := s.Read(ctx)
		if err != nil {
			return Output{}, err
		}
		err = j.plan(ctx, st)
		return j.output(), err
	}
	err = s.Update(ctx, false, func(c *session.Change) error {
		if err := j.back(); err != nil { // undo an attempt on an older state
			return err
		}
		j.parts = nil
		st, err := s.Read(ctx)
		if err != nil {
			return err
		}
		if err := j.plan(ctx, st); err != nil {
			return err
		}
		if in.Noted {
			todo, err := j.saved()
			if err != nil {
				return err
			}
			return j.record(ctx, c, who, todo)
		}
		todo, err := j.prepare()
		if err != nil {
			return err
		}
		if err := j.record(ctx, c, who, todo); err != nil {
			return err
		}
		return j.write(ctx, c, todo)
	})
	if err != nil {
		err = errors.Join(err, j.back())
	} else {
		_ = j.forget() // if this fails, the next command finds the commit and removes the note
	}
	j.close()
	return j.output(), err
}

// record records in the threads which suggestions are applied, and puts the threads on the new lines: applied text no
// longer resembles what a thread was put on.
func (j *job) record(ctx context.Context, c *session.Change, who thread.Author, todo []file) error {
	head := j.s.Tree.Head(ctx).Commit
	var ids []string
	for _, p := range j.parts {
		t, err := c.Load(thread.Active, p.at.ID)
		if err != nil {
			return session.NotThere(p.at.ID, err)
		}
		ids = append(ids, t.ID)
		now, start := textOf(todo, p.File), p.start
		blob := gitstore.HashBlob(now).String()
		if j.in.Noted && isNoted(t, p.N, blob) {
			continue
		}
		note := thread.Applied{
			N: p.sug.N, ByName: who.Name, At: c.Now, File: p.File, StartLine: start, Before: p.sug.Now, After: p.sug.What, Cut: p.cut, Blob: blob,
		}
		if p.StartLine != start {
			note.FromLine = p.StartLine
		}
		t.Applied = append(t.Applied, note)
		if n := len(p.sug.What); n > 0 {
			review.PutOn(c, t, who, p.File, now, start, start+n-1, thread.Base{Commit: head, Blob: blob})
		}
		if err := c.Save(thread.Active, t); err != nil {
			return err
		}
	}
	slices.Sort(ids)
	c.Record("apply", who, "", slices.Compact(ids)...)
	return nil
}

func (j *job) output() Output {
	out := Output{Applied: []Applied{}, DryRun: j.in.DryRun}
	for _, p := range j.parts {
		out.Applied = append(out.Applied, p.Applied)
	}
	return out
}

// plan finds all suggestions. It returns an error if one of them cannot be applied.
func (j *job) plan(ctx context.Context, st *session.Snapshot) error {
	if len(j.in.IDs) == 0 {
		return fail.Usage("missing suggestion").Hint("run '{list}' to see threads and '{show ID}' to see a thread's suggestions")
	}
	for _, ref := range j.in.IDs {
		p, err := j.find(ctx, st, ref)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(j.parts, func(q part) bool { return q.Thread == p.Thread && q.N == p.N }) { // named twice
			j.parts = append(j.parts, p)
		}
	}
	slices.SortFunc(j.parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(b.StartLine, a.StartLine))
	})
	for i := 1; i < len(j.parts); i++ {
		if a, b := j.parts[i-1], j.parts[i]; a.File == b.File && b.EndLine >= a.StartLine {
			return fail.Conflict("%s#%d and %s#%d replace the same lines", b.Thread, b.N, a.Thread, a.N).Hint("apply one suggestion, then check the other again")
		}
	}
	return nil
}

// find returns the suggestion that a reference names: ID#n, or ID if the thread has only one, with @ and the version that
// the caller was shown, if that is known.
func (j *job) find(ctx context.Context, st *session.Snapshot, ref string) (part, error) {
	ref, version, _ := strings.Cut(ref, "@")
	id, number, numbered := strings.Cut(ref, "#")
	at, err := st.FindToChange(id, thread.Active)
	if err != nil {
		return part{}, err
	}
	t, r, err := st.Thread(at.Dir, at.ID)
	if err != nil {
		return part{}, err
	}
	place, all, err := j.suggestions(ctx, st, t, &r)
	if err != nil {
		return part{}, err
	}
	n := 1
	if numbered {
		if n, err = strconv.Atoi(number); err != nil || n < 1 {
			return part{}, fail.Usage("%q is not a suggestion number", number).Hint("suggestions are numbered from 1: %s#1", at.ID)
		}
	}
	switch {
	case len(all) == 0:
		return part{}, fail.NotFound("thread %s has no suggestion", at.ID).Hint("a suggestion is a code block that starts with ```suggestion")
	case n > len(all):
		return part{}, fail.NotFound("thread %s has %d suggestions, not %d", at.ID, len(all), n)
	case !numbered && len(all) > 1:
		return part{}, fail.Usage("thread %s has %d suggestions", at.ID, len(all)).Hint("choose one: {apply %s#%d}", at.ID, len(all))
	}
	if version != "" && version != all[n-1].Version {
		return part{}, fail.Conflict("suggestion %s#%d was edited after version %q", at.ID, n, version).Hint("review the new version: {apply %s#%d --dry-run}", at.ID, n)
	}
	p := part{at: at, sug: all[n-1], Applied: Applied{
		Thread: at.ID, N: n, File: place.File, StartLine: place.StartLine, EndLine: place.EndLine, Diff: all[n-1].Diff, Version: all[n-1].Version,
		Merged: all[n-1].State == suggest.Changed, Lines: append([]string{}, all[n-1].What...),
	}}
	return p, j.fits(p)
}

// fits returns an error for a suggestion that cannot be applied.
func (j *job) fits(p part) error {
	name := p.Thread + "#" + strconv.Itoa(p.N)
	if c := suggest.Hidden(p.sug.Text); c != 0 {
		return fail.Denied("suggestion %s contains an invisible character: %U", name, c).Hint("view the suggestion with '{show %s}', and make the change by hand", p.Thread)
	}
	if p.sug.Why != "" {
		return fail.Conflict("suggestion %s cannot be applied: %s", name, p.sug.Why).Hint("run '{show %s}' to see the suggestion, then change the lines by hand", p.Thread)
	}
	switch p.sug.State {
	case suggest.Applies, suggest.Moved:
		return nil
	case suggest.Changed:
		if j.in.ThreeWay {
			return nil
		}
		return fail.Conflict("the lines that suggestion %s replaces have changed", name).
			Hint("try to merge both changes: {apply %s --three-way --dry-run}", name)
	case suggest.Already:
		return fail.Conflict("suggestion %s is already applied", name)
	case suggest.Clash:
		return fail.Conflict("later changes conflict with suggestion %s", name).Hint("run '{show %s}' to see the suggestion, then change the lines by hand", p.Thread)
	default:
		return fail.Conflict("cannot find the lines that suggestion %s replaces", name).Hint("move the thread to the right lines: {reanchor %s FILE:LINE}", p.Thread)
	}
}
