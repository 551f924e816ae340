package takeover

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"

	"consider/internal/checkpoint"
	"consider/internal/review/plan"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
)

// run merges the changed files in a change.
func (m *merge) run(c *session.Change, changed []string) error {
	chosen, err := m.s.SettingsIn(m.ctx, c)
	if err != nil {
		return err
	}
	m.Change, m.threads, m.strange = c, nil, 0
	m.mayResolve, m.secret = m.own || chosen.Get("resolve") == "any", chosen.Get("memory.backend") == settings.InSecret
	return m.paths(changed)
}

// paths merges the files that the commit changed. It ignores those that agents do not write.
func (m *merge) paths(changed []string) error {
	done := map[string]bool{}
	for _, file := range changed {
		root, rest, _ := strings.Cut(file, "/")
		var err error
		switch root {
		case thread.Active, thread.Archived, thread.Deleted:
			if id := thread.OwnerOf(file); thread.IsID(id, thread.ThreadPrefix) && !done[id] {
				done[id] = true
				err = m.thread(id)
			}
		case "memory":
			err = m.memory(file)
		case thread.PlansFolder:
			if m.own {
				var taken bool
				if taken, err = m.file(file); taken || err != nil {
					break
				}
			}
			if id, ok := strings.CutSuffix(rest, ".json"); ok {
				if err = plan.Take(m.Change, m.now, id, m.author); errors.Is(err, plan.ErrUnreadable) {
					m.damaged(file, err)
					err = nil
				}
			}
		case checkpoint.Dir:
			if name, ok := strings.CutSuffix(rest, ".json"); ok {
				err = m.checkpoint(name)
			}
		case settings.SettingsFile:
			if m.own {
				_, err = m.file(file)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// thread merges one thread.
func (m *merge) thread(id string) error {
	was, wasIn, err := thread.Find(m.was, id)
	if err != nil {
		m.damaged(id, err)
		return nil
	}
	now, nowIn, err := thread.Find(m.now, id)
	if err != nil {
		m.damaged(id, err)
		return nil
	}
	here, hereIn, err := thread.Find(m.Tx, id)
	switch {
	case err != nil:
		return err
	case now == nil:
		return m.undone(was, here, hereIn)
	case here != nil && !session.SameOrigin(now, here):
		renamed(now, m.worktree)
		if here, hereIn, err = thread.Find(m.Tx, now.ID); err != nil {
			return err
		}
		was = nil
	}
	switch {
	case here == nil && was == nil:
		return m.begin(id, now, nowIn)
	case here == nil:
		return nil // it was undone; its words stay in the copy of the outbox
	}
	if was == nil && m.own { // without a common state, the copy is the newer one
		was, wasIn, err = thread.Find(m.Tx, here.ID)
	} else if was == nil {
		was = &thread.Thread{ID: now.ID}
	}
	if err != nil {
		return err
	}
	v := versions{m, was, now, here}
	if err := v.save(hereIn); err != nil {
		return err
	}
	deletes := nowIn == thread.Deleted || hereIn == thread.Deleted
	if wasIn == hereIn && nowIn != hereIn && (m.own || !deletes) && !v.ahead() {
		m.threads = append(m.threads, here.ID)
		return m.Move(here.ID, hereIn, nowIn)
	}
	return nil
}

// save brings what the outbox changed into the thread here, and stores it if that changed it.
func (v *versions) save(dir string) error {
	before, err := thread.Encode(v.here)
	if err != nil {
		return err
	}
	v.apply()
	after, err := thread.Encode(v.here)
	if err != nil || bytes.Equal(before, after) {
		return err
	}
	v.threads = append(v.threads, v.here.ID)
	return errors.Join(v.TakeImages(v.merge.now, v.here), v.Save(dir, v.here))
}

// renamed gives a thread another id: two stores gave theirs the same one.
func renamed(t *thread.Thread, worktree string) {
	was := t.ID
	t.ID, t.ImportedFrom = thread.DerivedID(thread.ThreadPrefix, 0, was, worktree), was
	for name, id := range t.SeenUpTo {
		if id == was {
			t.SeenUpTo[name] = t.ID
		}
	}
}

// begin takes a thread that the store does not have. id is the one under which it is kept in the other store.
func (m *merge) begin(id string, t *thread.Thread, dir string) error {
	from := dir
	if !m.apart {
		if t.Target == thread.OnResponse {
			return nil // only persons comment on responses
		}
		t.Worktree, t.Approval, dir = m.worktree, false, thread.Active
		t.Reanchored = slices.DeleteFunc(t.Reanchored, func(r thread.Reanchor) bool { return r.By != thread.Agent })
		if !m.mayResolve {
			t.WorkflowState = thread.Open
		}
	}
	if !m.own {
		t.Applied, t.Fingerprint = nil, ""
	}
	t.Author, t.AuthorName = m.said(t.Author, t.AuthorName)
	for i := range t.Replies {
		m.disown(&t.Replies[i])
	}
	folder := path.Dir(thread.File(from, id))
	entries, err := m.now.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name, id+".base")
		if !ok {
			continue
		}
		data, err := m.now.ReadBlob(e.ID)
		if err != nil {
			return err
		}
		m.Tx.Put(path.Join(path.Dir(thread.File(dir, t.ID)), t.ID+".base"+rest), data)
	}
	m.threads = append(m.threads, t.ID)
	return errors.Join(m.TakeImages(m.now, t), m.Save(dir, t))
}

// undone deletes a thread that an agent made and undid before it had more replies.
func (m *merge) undone(was, here *thread.Thread, dir string) error {
	if was == nil || here == nil || dir == thread.Deleted || here.Author != thread.Agent || len(here.Replies) > len(was.Replies) {
		return nil
	}
	m.threads = append(m.threads, here.ID)
	return m.Move(here.ID, dir, thread.Deleted)
}

// said returns the author of words in an outbox: an agent, or elsewhere.
func (m *merge) said(kind thread.AuthorKind, name string) (thread.AuthorKind, string) {
	if m.own {
		return kind, name
	}
	if kind != thread.Agent {
		m.strange++
		return thread.Elsewhere, name
	}
	by := m.author(name)
	return by.Kind, by.Name
}

// disown takes from a reply what only a person can say, and what only the home can compare.
func (m *merge) disown(r *thread.Reply) {
	if m.own {
		return
	}
	r.Author, r.AuthorName = m.said(r.Author, r.AuthorName)
	r.Choice, r.Fingerprint, r.Proof = "", "", ""
}

// versions are three versions of a thread: here gets what changed from was to now.
type versions struct {
	*merge
	was, now, here *thread.Thread
}

// common returns how many of the first entries both versions have.
func (v *versions) common() int {
	n := 1
	for n <= len(v.here.Replies) && n <= len(v.now.Replies) && v.here.EntryID(n) == v.now.EntryID(n) {
		n++
	}
	return n
}

// ahead reports whether the store has entries that the agent did not know.
func (v *versions) ahead() bool {
	return slices.ContainsFunc(v.here.Replies, func(r thread.Reply) bool { return v.now.Entry(r.ID) < 0 && v.was.Entry(r.ID) < 0 })
}

func (v *versions) apply() {
	ahead, common := v.ahead(), v.common()
	v.words(common, ahead)
	if slices.Equal(v.here.Labels, v.was.Labels) {
		v.here.Labels = v.now.Labels
	}
	if n := len(v.was.Reanchored); n == len(v.here.Reanchored) && n < len(v.now.Reanchored) {
		for _, r := range v.now.Reanchored[n:] {
			if r.By == thread.Agent {
				v.here.Reanchored = append(v.here.Reanchored, r)
			}
		}
	}
	if ahead {
		v.clampMarks(common)
	} else if v.here.WorkflowState == v.was.WorkflowState {
		v.here.WorkflowState, v.here.Proposal = v.state()
	}
	v.here.MergeMarks(v.now)
}

// words merges the entries.
func (v *versions) words(common int, ahead bool) {
	if v.mayEdit(v.now.Author, v.here.Author) && v.here.Body == v.was.Body {
		v.here.Body, v.here.EditedAt, v.here.Choices = v.now.Body, v.now.EditedAt, v.now.Choices
	}
	for _, r := range v.was.Replies { // undone by the agent, before anybody answered
		if last := len(v.here.Replies); last > 0 && v.here.Entry(r.ID) == last && v.now.Entry(r.ID) < 0 && r.Author == thread.Agent {
			v.here.Replies = v.here.Replies[:last-1]
		}
	}
	for _, r := range v.now.Replies {
		i := v.here.Entry(r.ID)
		if i < 0 {
			if len(v.here.Replies) >= thread.MaxReplies || v.was.Entry(r.ID) > 0 {
				continue
			}
			v.disown(&r)
			if ahead && r.AuthorRead != nil {
				read := min(*r.AuthorRead, common)
				r.AuthorRead = &read
			}
			v.here.Replies = append(v.here.Replies, r)
			continue
		}
		have, j := &v.here.Replies[i-1], v.was.Entry(r.ID)
		if j > 0 && v.mayEdit(r.Author, have.Author) && r.DeletedAt == nil && have.Body == v.was.Replies[j-1].Body {
			have.Body, have.EditedAt, have.Choices = r.Body, r.EditedAt, r.Choices
		}
	}
}

// mayEdit reports whether an edited text is taken over: of the store's own copy always, otherwise only an agent's.
func (m *merge) mayEdit(now, here thread.AuthorKind) bool {
	return m.own || now == thread.Agent && here == thread.Agent
}

// state returns the state that the agent gave the thread, as far as it may.
func (v *versions) state() (thread.WorkflowState, *thread.Proposal) {
	state, proposal := v.now.WorkflowState, v.here.Proposal
	if state == thread.Resolved && !v.mayResolve {
		state = v.here.WorkflowState
	}
	if (v.was.Proposal == nil) != (v.now.Proposal == nil) {
		proposal = v.now.Proposal
	}
	return state, proposal
}

// clampMarks makes marks on entries after the common ones end there: the agent did not know what is between them.
func (v *versions) clampMarks(common int) {
	for name, id := range v.now.SeenUpTo {
		if v.now.Entry(id) >= common {
			v.now.SeenUpTo[name] = v.now.EntryID(common - 1)
		}
	}
}
