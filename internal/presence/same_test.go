package presence

import (
	"testing"
	"time"
)

// The state differs after a session begins, is notified or ends, and only then.
func TestReadingsDifferOnceASessionComesIsToldOrGoes(t *testing.T) {
	store, at := t.TempDir(), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	before := Read(store)
	moves := func(what string) {
		t.Helper()
		now := Read(store)
		if now.Same(before) || !now.Same(Read(store)) {
			t.Errorf("%s: %+v, before %+v", what, now, before)
		}
		before = now
	}
	var s Session
	if err := s.Begin(store, "", "claude-code", Watching, at); err != nil {
		t.Fatal(err)
	}
	moves("came")
	s.RecordNotified([]Message{{Thread: "c_1"}}, at.Add(time.Minute))
	moves("told")
	s.Close()
	moves("gone")
}
