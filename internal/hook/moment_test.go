package hook

import "testing"

// What starts or ends a session, or gates a plan, is not answered by a note that nothing is new.
func TestOnlyMomentsAskForNews(t *testing.T) {
	for _, event := range []string{"PostToolUse", "Stop", "session.idle", "chat.message"} {
		if !IsMoment(event) {
			t.Errorf("%s is no moment", event)
		}
	}
	for _, event := range []string{"SessionStart", "SessionEnd", PlanEvent, "listen", ""} {
		if IsMoment(event) {
			t.Errorf("%q is a moment", event)
		}
	}
}
