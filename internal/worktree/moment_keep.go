package worktree

import (
	"context"
	"slices"
)

// still returns the answers of an earlier read if git would give the same now, otherwise nil.
func (m *Moment) still(ctx context.Context) *Answers {
	k := &m.memory
	if !k.judged {
		k.judged = true
		if a := k.recall(); a != nil && a.stamp != "" && m.tree.p.GitDir != "" {
			k.still = m.holds(ctx, a)
		}
	}
	if !k.still {
		return nil
	}
	return k.kept
}

// holds reports whether git would give the same answers now.
func (m *Moment) holds(ctx context.Context, a *Answers) bool {
	s, err := m.tree.newStamper()
	if err != nil {
		return false
	}
	defer s.root.close()
	if stamp, err := s.take(a, m.tree.Head(ctx)); err != nil || stamp != a.stamp {
		return false
	}
	m.memory.touched = s.touched(a)
	return len(m.memory.touched) == 0
}

// sameIndex returns the earlier answers about the index if the index has not changed.
func (m *Moment) sameIndex() map[string][]rawChange {
	k := &m.memory
	if !k.indexed {
		k.indexed = true
		if a := k.recall(); a != nil && len(a.raw) > 0 && a.index != "" && a.index == m.tree.indexName() {
			k.index = a.raw
		}
	}
	return k.index
}

// RenamedOnce is Renamed without repeating the search while nothing has changed. question must also identify the texts.
func (m *Moment) RenamedOnce(ctx context.Context, question string, find func() (map[string]Rename, error)) (map[string]Rename, error) {
	if a := m.still(ctx); a != nil {
		if known, ok := a.renames[question]; ok {
			return known, nil
		}
	}
	m.memory.begin()
	found, err := find()
	if err == nil {
		if m.memory.renames == nil {
			m.memory.renames = map[string]map[string]Rename{}
		}
		m.memory.renames[question] = found
	}
	return found, err
}

// Keep returns what the next read can reuse. It is nil if that was kept before, or if there is nothing.
func (m *Moment) Keep(ctx context.Context) *Answers {
	k := &m.memory
	if !k.asked || k.poor || k.began.IsZero() || m.tree.p.GitDir == "" || ctx.Err() != nil {
		return nil
	}
	out := &Answers{}
	if name := m.tree.indexName(); name != "" && len(m.raw) <= maxKeptRaw {
		out.index, out.raw = name, map[string][]rawChange{}
		for question, raw := range m.raw {
			if len(raw) <= maxKept {
				out.raw[question] = raw
			}
		}
	}
	m.keepSettings(ctx, out)
	m.keepListing(ctx, out)
	return out
}

// keepListing adds what depends on the files.
func (m *Moment) keepListing(ctx context.Context, out *Answers) {
	l, was := m.listed, m.still(ctx)
	if l == nil && was == nil {
		return
	}
	s, err := m.tree.newStamper()
	if err != nil {
		return
	}
	defer s.root.close()
	with := *out
	switch {
	case was != nil:
		with.outside, with.folders, with.changed, with.untracked = was.outside, was.folders, was.changed, was.untracked
		with.touched, with.renames = was.touched, was.renames
	case !l.said || len(l.changed) > maxKept || len(l.ignored) > maxKept:
		return
	default:
		folders, ok := m.tree.otherFolders(l, s.ix)
		if !ok {
			return
		}
		with.outside, with.folders, with.changed, with.untracked = l.files, folders, l.changed, l.untracked
		with.touched = m.memory.stillTouched(l.changed)
	}
	for question, found := range m.memory.renames {
		if with.renames == nil {
			with.renames = map[string]map[string]Rename{}
		}
		with.renames[question] = found
	}
	with.stamp, err = s.take(&with, m.tree.Head(ctx))
	if err == nil && s.newest < m.memory.began.Add(-keptPatience).UnixNano() && (was == nil || with.stamp == was.stamp) {
		*out = with
	}
}

// stillTouched lists the files that were touched since answers were kept or before, and that git did not report as
// changed.
func (k *memory) stillTouched(changed []string) []string {
	out := k.touched
	if k.kept != nil {
		out = slices.Concat(k.kept.touched, out)
	}
	slices.Sort(out)
	out = slices.DeleteFunc(slices.Compact(out), func(name string) bool {
		_, found := slices.BinarySearch(changed, name)
		return found
	})
	return out[:min(len(out), maxKept)]
}
