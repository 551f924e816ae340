package review

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/nearest"
)

// located is where in the store's tree a thread is.
type located struct {
	dir string // activeDir, archiveDir or deletedDir
	id  string
}

// folders in which a thread is looked for; a thread in an earlier one hides none in a later one, since an id
// is never given twice
var folders = []string{activeDir, archiveDir, deletedDir}

// find returns the thread that ref names: an id or a unique prefix of one, with or without c_, of a thread
// in one of dirs; or the id that an imported thread had before.
func (st *state) find(ref string, dirs ...string) (located, error) {
	if at, ok, err := st.exact(ref, dirs); ok || err != nil {
		return at, err
	}
	all, err := st.ids(folders)
	if err != nil {
		return located{}, err
	}
	matches := matching(all, ref)
	allowed := slices.DeleteFunc(slices.Clone(matches), func(l located) bool { return !slices.Contains(dirs, l.dir) })
	switch {
	case len(allowed) == 1:
		return allowed[0], nil
	case len(allowed) > 1:
		return located{}, st.withCandidates(Usage("%q is the beginning of %d threads", ref, len(allowed)), allowed).
			kind(ErrNotFound).Hint("give more digits of the id")
	case len(matches) > 0:
		return located{}, elsewhere(matches[0])
	}
	switch r, err := st.imported(ref); {
	case err != nil:
		return located{}, err
	case r != nil:
		return located{activeDir, r.ID}, nil
	}
	return located{}, st.withCandidates(NotFound("no thread %q", ref), near(all, ref)).because(errNoThread).
		Hint("'consider list --workflow all' shows the threads there are")
}

// kind changes what an error is, keeping its words.
func (e *Error) kind(k error) *Error {
	e.Kind = k
	return e
}

// because marks an error for those who look for its cause.
func (e *Error) because(cause error) *Error {
	e.cause = cause
	return e
}

// exact finds a whole id without listing the others.
func (st *state) exact(ref string, dirs []string) (located, bool, error) {
	if isHex(ref) && len(ref) == idDigits {
		ref = threadPrefix + ref
	}
	if !isID(ref, threadPrefix) {
		return located{}, false, nil
	}
	for _, dir := range folders {
		if _, err := st.snap.FileID(threadFile(dir, ref)); err != nil {
			continue
		}
		at := located{dir, ref}
		if !slices.Contains(dirs, dir) {
			return at, false, elsewhere(at)
		}
		return at, true, nil
	}
	return located{}, false, nil
}

// elsewhere says that a thread exists, but not where the operation works.
func elsewhere(at located) error {
	switch at.dir {
	case archiveDir:
		return Conflict("thread %s is archived", at.id).Hint("consider unarchive %s", at.id)
	case deletedDir:
		return Conflict("thread %s was deleted", at.id).Hint("consider undelete %s", at.id)
	}
	return Conflict("thread %s is active", at.id)
}

// ids returns the threads in dirs, in the order of their ids within each.
func (st *state) ids(dirs []string) ([]located, error) {
	var out []located
	for _, dir := range dirs {
		fans, err := st.snap.ReadDir(dir)
		if err != nil {
			return nil, storeError(err)
		}
		for _, fan := range fans {
			entries, err := st.snap.ReadDir(path.Join(dir, fan.Name))
			if err != nil {
				return nil, storeError(err)
			}
			for _, e := range entries {
				if id, ok := strings.CutSuffix(e.Name, ".json"); ok && isID(id, threadPrefix) {
					out = append(out, located{dir, id})
				}
			}
		}
	}
	return out, nil
}

// imported returns the active thread that had the id ref in the tool it was imported from.
func (st *state) imported(ref string) (*row, error) {
	if err := st.needView(); err != nil {
		return nil, err
	}
	for i := range st.view.Rows {
		if r := &st.view.Rows[i]; r.Imported != "" && r.Imported == ref {
			return r, nil
		}
	}
	return nil, nil
}

func matching(all []located, ref string) []located {
	digits := strings.TrimPrefix(ref, threadPrefix)
	if !isHex(digits) && ref != threadPrefix {
		return nil
	}
	var out []located
	for _, l := range all {
		if strings.HasPrefix(l.id[len(threadPrefix):], digits) {
			out = append(out, l)
		}
	}
	return out
}

// near returns the threads whose ids are within two mistyped digits of ref.
func near(all []located, ref string) []located {
	digits := strings.ToLower(strings.TrimPrefix(ref, threadPrefix))
	var out []located
	for _, l := range all {
		if l.dir != deletedDir && nearest.Distance(l.id[len(threadPrefix):], digits) <= 2 {
			out = append(out, l)
		}
	}
	return out
}

const maxCandidates = 5

// withCandidates adds what may have been meant to an error.
func (st *state) withCandidates(e *Error, list []located) *Error {
	for _, l := range list[:min(len(list), maxCandidates)] {
		_, r, err := st.thread(l.dir, l.id)
		if err != nil {
			continue
		}
		e.Candidates = append(e.Candidates, Candidate{ID: l.id, Place: r.place(), Body: firstLine(r.Body)})
	}
	return e
}

// place is where the thread was put, in words.
func (r *row) place() string {
	switch r.Shape {
	case OnLines:
		return lineRange(r.File, r.Start, r.End)
	case OnFile:
		return r.File
	}
	if r.Response != nil {
		return r.Response.String()
	}
	return string(r.Target)
}

func lineRange(file string, start, end int) string {
	if end > start {
		return fmt.Sprintf("%s:%d-%d", file, start, end)
	}
	return fmt.Sprintf("%s:%d", file, start)
}

func firstLine(s string) string {
	s, _, more := strings.Cut(s, "\n")
	s = strings.TrimRight(s, "\r")
	const longest = 80
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	if more {
		s += "…"
	}
	return s
}

// notThere turns the store's answer for a thread that was just found into one for the caller: another
// writer was faster.
func notThere(id string, err error) error {
	if err == nil {
		return nil
	}
	if isGone(err) {
		return Conflict("thread %s was moved or deleted meanwhile", id).Hint("look again with 'consider get %s'", id)
	}
	return err
}

func isGone(err error) bool { return errors.Is(err, gitstore.ErrNotExist) }
