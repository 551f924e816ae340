package hook

import (
	"slices"
	"testing"

	"consider/internal/agents"
	"consider/internal/presence"
)

func claimed(t *testing.T, store, agent, session string, waiting, news []presence.Message) []presence.Message {
	t.Helper()
	told, err := OpenNotifiedTo(store, agent, session, now)
	if err != nil {
		t.Fatal(err)
	}
	defer told.Close()
	return told.Claim(waiting, news)
}

// The watches of a plugin and of setup, and the hooks, may all notify the same session.
func TestWhatOneToldASessionTheOthersDoNot(t *testing.T) {
	store := t.TempDir()
	session := Call{Reader: Claude, Session: "1", Moment: agents.Prompt}
	old, a, b, verdict := presence.Message{Thread: "c_0"}, presence.Message{Thread: "c_1"}, presence.Message{Thread: "c_2"}, presence.Message{Thread: "verdict x"}
	waiting := []presence.Message{old, a, b}
	for i, step := range []struct {
		session string
		news    []presence.Message
		want    []presence.Message
	}{
		{"1", []presence.Message{a, verdict}, []presence.Message{a, verdict}},
		{"1", []presence.Message{a, verdict}, nil},
		{"1", []presence.Message{a, b}, []presence.Message{b}},
		{"2", []presence.Message{a, b}, []presence.Message{a, b}}, // another session
	} {
		if got := claimed(t, store, "claude-code", step.session, waiting, step.news); !slices.Equal(got, step.want) {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
	if n := news(t, store, session, waiting...); n != 1 {
		t.Errorf("the hook tells of %d, want the one that no watch told of", n)
	}
	if got := claimed(t, store, "claude-code", "1", waiting, []presence.Message{old}); len(got) > 0 {
		t.Errorf("told again after the hook: %v", got)
	}
}

func TestAClaimThatIsOvertakenIsMadeAgain(t *testing.T) {
	store := t.TempDir()
	first, err := OpenNotifiedTo(store, "claude-code", "1", now)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	a, b := presence.Message{Thread: "c_1"}, presence.Message{Thread: "c_2"}
	if got := claimed(t, store, "claude-code", "1", []presence.Message{a, b}, []presence.Message{a}); len(got) != 1 {
		t.Fatal(got)
	}
	if got := first.Claim([]presence.Message{a, b}, []presence.Message{a, b}); !slices.Equal(got, []presence.Message{b}) {
		t.Errorf("%v, want what the other did not tell", got)
	}
}
