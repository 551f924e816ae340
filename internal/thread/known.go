package thread

import (
	"fmt"
)

// The words of a store are those of its writer, and a newer consider may have more of them than are known
// here. Such a word is shown as it is, and taken for what does the least harm: an author for an agent, who may do
// less than a person; a state for one that still needs attention; a target for what its place says.

// Role is what an author of this kind may do: only a person's own kind has a person's rights.
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

// Shape is the target that a thread is treated as: its own, or of one that is not known, what its place makes it.
func (t Target) Shape(file string, start, end int, span bool) Target {
	switch {
	case t.Known():
		return t
	case SafePath(file) && start > 0 && end >= start:
		return OnLines
	case SafePath(file):
		return OnFile
	case span:
		return OnResponse
	}
	return OnReview
}

// shape is the target that t is treated as.
func (t *Thread) shape() Target {
	file, a, _ := t.Place()
	if a == nil {
		return t.Target.Shape(file, 0, 0, t.Span != nil)
	}
	return t.Target.Shape(file, a.StartLine, a.EndLine, t.Span != nil)
}

// Known reports whether this version knows the side.
func (s Side) Known() bool { return s == "" || sides.Has(string(s)) }

// Now reports whether the side is the files as they are now.
func (s Side) Now() bool { return s == "" || s == New }

// CheckWords refuses a thread with words that are not known: what comes from outside the store is not taken as it is.
func (t *Thread) CheckWords() error {
	switch {
	case !workflowStates.Has(string(t.WorkflowState)):
		return fmt.Errorf("this consider does not know the workflow state %q", t.WorkflowState)
	case !t.Target.Known():
		return fmt.Errorf("this consider does not know the target %q", t.Target)
	case !t.Side.Known():
		return fmt.Errorf("this consider does not know the side %q", t.Side)
	case !authorKinds.Has(string(t.Author)):
		return fmt.Errorf("this consider does not know the author %q", t.Author)
	}
	return nil
}
