package session_test

import (
	"errors"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// When the newest state cannot be read, reads use the state before it and say so, and minor changes are not recorded on
// top of it.
func TestALostStateIsToldAndNotCoveredUp(t *testing.T) {
	d := reviewtest.New(t)
	first := d.Add("a.txt:1", "first")
	second := d.Add("a.txt:2", "second")
	if st := gittest.Must(d.Human().Snapshot(t.Context()))(t); len(session.LostTips(st.Store)) != 0 {
		t.Errorf("nothing is lost, and it is said: %v", session.LostTips(st.Store))
	}
	d.Junk(d.Loose("refs/heads/threads"), false)
	s := d.Human()
	st, err := s.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if at, err := st.Find(first, thread.Active); err != nil || at.ID != first {
		t.Errorf("the state before: %v", err)
	}
	if _, err := st.Find(second, thread.Active); err == nil {
		t.Error("what was lost is found")
	}
	refused := s.Update(t.Context(), false, func(c *session.Change) error {
		if err := c.Whole(); err != nil {
			return err
		}
		t.Error("the state is taken for the newest")
		return errors.New("not reached")
	})
	if !errors.Is(refused, fail.ErrCorrupt) {
		t.Errorf("a mark on a lost state: %v", refused)
	}
	d.Add("a.txt:3", "goes on")
	lost := session.LostTips(gittest.Must(d.Human().Snapshot(t.Context()))(t).Store)
	if len(lost) != 1 || !strings.Contains(lost[0].Problem, "fsck --accept") {
		t.Errorf("of the lost state is said %+v", lost)
	}
}

// Ids are short, so two threads may have the same one.
func TestThreadsAreToldApartByMoreThanTheirID(t *testing.T) {
	x := &thread.Thread{ID: "c_0badcafe", Author: thread.Human, Body: "one"}
	y := &thread.Thread{ID: x.ID, Author: thread.Human, Body: "another", File: "a.txt"}
	if session.SameOrigin(x, y) || !session.SameOrigin(x, x) {
		t.Error("threads are told apart by their id alone")
	}
}

func TestAStepOfAnUndoIsMadeWithItsChange(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:1", "x")
	do := func(steps ...session.Step) error {
		return d.Human().Update(t.Context(), false, func(c *session.Change) error {
			c.Record("test", thread.Author{}, "")
			for _, st := range steps {
				if err := st.Apply(c.Tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := do(session.Step{Path: "x/y", Data: []byte("z")}, session.Step{Path: "x/z", Data: nil}); err != nil || d.Tree()["x/y"] == "" {
		t.Errorf("put: %v", err)
	}
	if err := do(session.Step{Path: "x/y", Gone: true}, session.Step{Path: "x/none", Gone: true}); !session.IsGone(err) || d.Tree()["x/y"] == "" {
		t.Errorf("one of two cannot be taken away: %v", err)
	}
	if err := do(session.Step{Path: "x/y", Gone: true}); err != nil || d.Tree()["x/y"] != "" {
		t.Errorf("taken away: %v", err)
	}
}
