package apply

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/suggest"
	"consider/internal/thread"
)

// Undo puts lines back where steps take the note away that a suggestion was applied, and applies it again where they
// bring the note back. What is returned takes that back.
func Undo(s *session.Session, c *session.Change, steps []session.Step) (back func() error, err error) {
	j := &job{s: s}
	for _, step := range steps {
		id := strings.TrimSuffix(path.Base(step.Path), path.Ext(step.Path))
		if !thread.IsID(id, thread.ThreadPrefix) || step.Gone || !step.Back.IsZero() {
			continue
		}
		data, err := c.Tx.ReadFile(step.Path)
		if err != nil {
			continue // it was not there
		}
		was, err := appliedIn(data, id)
		if err != nil {
			return j.back, err
		}
		is, err := appliedIn(step.Data, id)
		if err != nil {
			return j.back, err
		}
		for _, a := range slices.Backward(was[min(len(is), len(was)):]) {
			if err := j.swap(a, a.After, a.Before); err != nil {
				return j.back, err
			}
		}
		for _, a := range is[min(len(is), len(was)):] {
			if err := j.swap(a, a.Before, a.After); err != nil {
				return j.back, err
			}
		}
	}
	return j.back, nil
}

// appliedIn are the notes of a thread as it is stored.
func appliedIn(data []byte, id string) ([]thread.Applied, error) {
	t, err := thread.Decode(data, id)
	if err != nil {
		return nil, err
	}
	return t.Applied, nil
}

// swap puts lines in place of others in one file: where they stood, or else at the one place where they stand.
func (j *job) swap(a thread.Applied, there, put []string) error {
	f, err := j.open(a.File)
	if err != nil {
		return err
	}
	start, ok := standsAt(f.data, a.StartLine, there)
	if ok && len(there) == 0 { // nothing shows where it was but the rest of the file
		ok = gitstore.HashBlob(f.data).String() == a.Blob
	}
	if !ok {
		return fail.Conflict("the lines of %q changed since the suggestion was applied", a.File).Hint("change them by hand; 'git diff' shows what they are now")
	}
	if f.now, err = suggest.Put(f.data, start, start+len(there)-1, put); err != nil {
		return fail.Conflict("nothing can be put into %q: %v", a.File, err)
	}
	if err := j.replace(f, f.data, f.now); err != nil {
		return err
	}
	j.before = append(j.before, f)
	return nil
}

// standsAt finds lines in a text: at a line, else where they stand once.
func standsAt(data []byte, start int, lines []string) (int, bool) {
	is, err := suggest.Lines(data, start, start+len(lines)-1)
	if err == nil && slices.Equal(is, lines) {
		return start, true
	}
	if len(lines) == 0 {
		return start, false
	}
	all, err := suggest.Lines(data, 1, bytes.Count(data, []byte("\n"))+1)
	if err != nil {
		all, _ = suggest.Lines(data, 1, bytes.Count(data, []byte("\n")))
	}
	found := 0
	for at := 0; at+len(lines) <= len(all); at++ {
		if slices.Equal(all[at:at+len(lines)], lines) {
			if found > 0 {
				return 0, false
			}
			found = at + 1
		}
	}
	return found, found > 0
}
