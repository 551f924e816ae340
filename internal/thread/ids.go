package thread

import (
	"errors"
	"fmt"
	"strings"

	"consider/gitstore"
	"consider/internal/digest"
	"consider/internal/fail"
	"consider/internal/safefs"
	"consider/internal/words"
)

const (
	ThreadPrefix = "c_"
	ReplyPrefix  = "r_"
	PlanPrefix   = "p_"
	IDDigits     = 8
)

// IDTries is the maximum number of ids to try. An id that is taken is rare; a damaged folder hides one id in sixteen.
const IDTries = 32

// NewID returns an id that is not taken, derived from seeds. The tip of the store is among the seeds of every caller,
// and the caller holds the store's lock, so two writers cannot derive the same id. Deriving it makes a run with a fixed
// clock reproducible to the byte.
//
// NewID skips an id if damage hides whether it is taken, and returns the damage as the error if it finds no other. The
// search is bounded because the caller holds the store's lock.
func NewID(prefix string, taken func(id string) (bool, error), seeds ...string) (string, error) {
	var damage error
	for attempt := range IDTries {
		id := DerivedID(prefix, attempt, seeds...)
		used, err := taken(id)
		switch {
		case err == nil && !used:
			return id, nil
		case err != nil && !errors.Is(err, gitstore.ErrCorrupt):
			return "", err
		case err != nil:
			damage = err
		}
	}
	if damage != nil {
		return "", fmt.Errorf("cannot determine which IDs are in use: %w", damage)
	}
	return "", fail.Conflict("no free ID found after %d attempts", IDTries)
}

// DerivedID returns the id that follows from the seeds at an attempt; NewID tries them in order.
func DerivedID(prefix string, attempt int, seeds ...string) string {
	return prefix + digest.Of(append(seeds, fmt.Sprint(attempt))...)[:IDDigits]
}

// FormThreadID returns the id of the thread that is started in a form of a page or an editor. A form that is named as a
// thread gives it that id, so that its client knows the thread before it is stored.
func FormThreadID(form string) string {
	if IsID(form, ThreadPrefix) {
		return form
	}
	return DerivedID(ThreadPrefix, 0, "form", form)
}

// FormReplyID returns the id of the reply to a thread that is written in such a form.
func FormReplyID(threadID, form string) string {
	return DerivedID(ReplyPrefix, 0, "form", threadID, form)
}

// IsID reports whether s is a whole id with this prefix.
func IsID(s, prefix string) bool {
	digits, ok := strings.CutPrefix(s, prefix)
	return ok && len(digits) == IDDigits && words.IsHex(digits)
}

// SafePath reports whether a stored path stays inside the project. Threads are data: a path in one is a
// claim, checked again by package worktree when it is opened.
func SafePath(p string) bool { return safefs.PathFault(p) == "" }
