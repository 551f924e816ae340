package history_test

import (
	"context"
	"testing"
	"testing/synctest"

	"consider/internal/gittest"
	"consider/internal/presence"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
)

// A waiting agent counts as present while it waits. An agent that only looks does not, nor does a person.
func TestAWaitingAgentIsThereWhileItWaits(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	since := gittest.Must(d.Human().Tip(t.Context()))(t)
	agent, person := d.Agent("codex"), d.Human()
	store := agent.Place.StoreDir
	nothing(t, agent, history.WaitInput{Since: since})
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 2)
		go func() {
			_, err := history.Wait(ctx, agent, history.WaitInput{Since: since, Timeout: "9m"})
			ended <- err
		}()
		go func() {
			_, err := history.Wait(ctx, person, history.WaitInput{Since: since, Timeout: "9m"})
			ended <- err
		}()
		synctest.Wait()
		got := presence.Read(store).Listeners
		if len(got) != 1 || got[0].Agent != "codex" || got[0].How != presence.Waiting {
			t.Errorf("%+v", got)
		}
		stop()
		for range 2 {
			if err := <-ended; err == nil {
				t.Error("a wait that was canceled ended well")
			}
		}
	})
	if got := presence.Read(store).Listeners; len(got) != 0 {
		t.Errorf("after it: %+v", got)
	}
}
