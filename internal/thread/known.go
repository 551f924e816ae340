package thread

import (
	"fmt"
)

// A newer consider may have stored values of these types that are unknown here. Such a value is shown as it is, and
// treated in the least harmful way: an author as an agent, who may do less than a person; a state as one that still
// needs attention; a target according to its place.

// Role returns the kind whose rights an author of this kind has: only Human has the rights of a person.
func (k AuthorKind) Role() AuthorKind {
	if k == Human || k == "" {
		return k
	}
	return Agent
}

// Known reports whether this version knows the target.
func (t Target) Known() bool {
	return targets.Has(string(t))
}

// shape returns the target that t is treated as: its own or, if that is unknown, the one that its place suggests.
func (t *Thread) shape() Target {
	file, a, _ := t.Place()
	switch {
	case t.Target.Known():
		return t.Target
	case SafePath(file) && a != nil && a.StartLine > 0 && a.EndLine >= a.StartLine:
		return OnLines
	case SafePath(file):
		return OnFile
	case t.Span != nil:
		return OnResponse
	}
	return OnReview
}

// Known reports whether this version knows the side.
func (s Side) Known() bool { return s == "" || sides.Has(string(s)) }

// Now reports whether the side is the current files.
func (s Side) Now() bool { return s == "" || s == New }

// CheckWords returns an error for a thread with unknown values: data from outside the store is not accepted as it is.
func (t *Thread) CheckWords() error {
	switch {
	case !workflowStates.Has(string(t.WorkflowState)):
		return fmt.Errorf("this version of consider does not support the workflow state %q", t.WorkflowState)
	case !t.Target.Known():
		return fmt.Errorf("this version of consider does not support the target %q", t.Target)
	case !t.Side.Known():
		return fmt.Errorf("this version of consider does not support the side %q", t.Side)
	case !authorKinds.Has(string(t.Author)) && t.Author != Elsewhere:
		return fmt.Errorf("this version of consider does not support the author type %q", t.Author)
	}
	return nil
}
