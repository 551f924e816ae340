package plan

import (
	"errors"
	"fmt"
	"slices"

	"consider/gitstore"
	"consider/internal/session"
	"consider/internal/thread"
)

// ErrUnreadable says that the other state's plan cannot be read.
var ErrUnreadable = errors.New("unreadable plan")

// Take takes from another state of the store the versions that agents added to a plan. by returns the author of a version
// by its name. Decisions are not taken.
func Take(c *session.Change, from gitstore.Files, id string, by func(name string) thread.Author) error {
	data, err := from.ReadFile(manifestFile(id))
	if errors.Is(err, gitstore.ErrNotExist) {
		return nil
	}
	var theirs *Plan
	if err == nil {
		theirs, err = decode(data, id)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	own := *theirs
	ours := &own
	switch data, err = c.Tx.ReadFile(manifestFile(id)); {
	case err == nil:
		if ours, err = decode(data, id); err != nil {
			return err
		}
	case !errors.Is(err, gitstore.ErrNotExist):
		return err
	default:
		who := by(theirs.AuthorName)
		own.Versions, own.Verdicts, own.Author, own.AuthorName = nil, nil, who.Kind, who.Name
	}
	known := len(ours.Versions)
	for _, v := range theirs.Versions {
		if slices.ContainsFunc(ours.Versions, func(w Version) bool { return w.Blob == v.Blob && w.At.Equal(v.At) }) || len(ours.Versions) >= maxVersions {
			continue
		}
		text, err := theirs.text(from, v.N)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		who := by(v.AuthorName)
		v.N, v.Author, v.AuthorName, v.Blob = len(ours.Versions)+1, who.Kind, who.Name, gitstore.HashBlob(text).String()
		if v.Turn, err = nextTurn(c); err != nil {
			return err
		}
		c.Tx.Put(thread.PlanText(id, v.N), text)
		ours.Versions = append(ours.Versions, v)
	}
	if len(ours.Versions) == known {
		return nil
	}
	return save(c, ours)
}
