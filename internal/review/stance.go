package review

import (
	"consider/internal/fail"
	"consider/internal/thread"
)

// judge checks a reply with a stance, and reports whether it settles the finding. The human may always judge it, a finder
// once there is an outcome, and insist only once.
func judge(t *thread.Thread, who thread.Author, stance thread.Stance) (settled bool, err error) {
	may, judged := t.MayInsist()
	switch {
	case t.Concern == nil:
		return false, fail.Conflict("thread %s is not a finding", t.ID).Hint("reply without a stance: {reply %s -m TEXT}", t.ID)
	case who.Kind == thread.Human:
		return stance == thread.Confirm, nil
	case !t.IsFinder(who.MarkName()):
		return false, fail.Denied("%s did not report %s", who, t.ID).Hint("reply with an outcome: {reply %s --outcome answered -m TEXT}", t.ID)
	case !judged:
		return false, fail.Conflict("no agent has replied to %s with an outcome yet", t.ID).Hint("wait for a reply: {wait --thread %s}", t.ID)
	case stance == thread.Insist && !may:
		return false, fail.Conflict("the human decides on %s, because the agents disagree", t.ID).Hint("wait for the decision: {wait --thread %s}", t.ID)
	}
	return stance == thread.Confirm && len(t.Unconfirmed(who.MarkName())) == 0, nil
}
