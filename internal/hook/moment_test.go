package hook

import "testing"

// Events that start or end a session or ask for approval of a plan need no reply that there is no news.
func TestOnlyMomentsAskForNews(t *testing.T) {
	for _, event := range []string{"PostToolUse", "PreToolUse", "Stop", "session.idle", "chat.message"} {
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
