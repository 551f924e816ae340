package gitstore

import (
	"context"
	"errors"
	"slices"

	"consider/internal/gitfmt"
)

// Healed is a damaged or missing object for which a whole copy was found, or a file of constant text.
type Healed struct {
	Path   string // where the line names the object, as in [Problem]
	Object ID     // zero for a file
}

// Heal replaces damaged and missing objects by identical whole copies from the packs of this store, from other stores,
// such as those of the project's other worktrees, and from what else has the content of blobs (blob may be nil). It also
// writes damaged files of constant text again. Unlike [Snapshot.Mends] it also mends past states, and it
// changes no state: no commit is made. With dry it only reports what it would do, without the objects that are
// reachable only through healed ones.
func (s *Store) Heal(ctx context.Context, dry bool, blob func(ID) ([]byte, error), others ...*Store) ([]Healed, error) {
	if !dry {
		l, err := s.lock(ctx)
		if err != nil {
			return nil, err
		}
		defer l.release()
	}
	h := &healer{s: s, ctx: ctx, dry: dry, others: others, blob: blob}
	for n := -1; n < len(h.done); { // until a round finds nothing more
		if n = len(h.done); n > 0 && dry {
			break
		}
		if err := h.walk(); err != nil {
			return h.done, err
		}
	}
	return append(h.done, s.healConstants(dry)...), nil
}

type healer struct {
	s      *Store
	ctx    context.Context
	dry    bool
	others []*Store
	blob   func(ID) ([]byte, error)
	done   []Healed
}

// walk visits everything reachable from the refs and from the newest readable state.
func (h *healer) walk() error {
	w := walker{s: h.s, ctx: h.ctx, seen: map[ID]struct{}{}}
	w.problem = func(id ID, at string, err error) error {
		if err := unlessLost(err); err != nil {
			return err
		}
		return h.heal(id, at)
	}
	w.visit = func(id ID, _ gitfmt.Kind, at string) error {
		_, err := h.s.readLoose(id)
		if errors.Is(err, errMissing) {
			_, err = h.s.read(id)
		}
		if err == nil {
			return h.ctx.Err()
		}
		return w.problem(id, at, err)
	}
	names, err := h.s.refNames("refs")
	if err != nil {
		return err
	}
	_, tip, err := h.s.tip()
	if err := unlessLost(err); err != nil {
		return err
	}
	if err := w.line(tip); err != nil {
		return err
	}
	for _, name := range names {
		if ref, err := h.s.readRefFile(name); err == nil {
			if err := w.line(ref.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// heal rewrites an object from the first whole copy of it.
func (h *healer) heal(id ID, at string) error {
	o, _, err := h.s.packs.read(id)
	for _, other := range h.others {
		if err != nil {
			o, err = other.read(id)
		}
	}
	if err != nil {
		o = gitfmt.Object{Kind: gitfmt.Blob, Data: h.s.schemaText()}
		if o.ID() != id && h.blob != nil {
			o.Data, _ = h.blob(id) // its answer is compared with the id
		}
		if o.ID() != id {
			return nil // no copy is known
		}
	}
	if !h.dry {
		if err := h.s.writeObjects([]newObject{{id, o}}); err != nil {
			return err
		}
	}
	h.done = append(h.done, Healed{at, id})
	return nil
}

// healConstants writes the damaged ones again.
func (s *Store) healConstants(dry bool) (done []Healed) {
	damaged := s.damagedConstants()
	if len(damaged) > 0 && !dry && s.ignoreSelf() != nil { // before any other file; see there
		return nil
	}
	for _, p := range damaged {
		i := slices.IndexFunc(constants, func(c struct{ name, text string }) bool { return c.name == p.Path })
		if dry || s.writeFile(p.Path, []byte(constants[i].text), true) == nil {
			done = append(done, Healed{Path: p.Path})
		}
	}
	return done
}
