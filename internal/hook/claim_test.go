package hook

import (
	"slices"
	"testing"
)

func claimed(t *testing.T, store, agent, session string, waiting, news []Waiting) []Waiting {
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
	session := Call{Reader: Claude, Session: "1", Moment: Prompt}
	old, a, b, verdict := Waiting{"c_0", 0}, Waiting{"c_1", 0}, Waiting{"c_2", 0}, Waiting{"verdict x", 0}
	waiting := []Waiting{old, a, b}
	for i, step := range []struct {
		session string
		news    []Waiting
		want    []Waiting
	}{
		{"1", []Waiting{a, verdict}, []Waiting{a, verdict}},
		{"1", []Waiting{a, verdict}, nil},
		{"1", []Waiting{a, b}, []Waiting{b}},
		{"2", []Waiting{a, b}, []Waiting{a, b}}, // another session
	} {
		if got := claimed(t, store, "claude-code", step.session, waiting, step.news); !slices.Equal(got, step.want) {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
	if n := news(t, store, session, waiting...); n != 1 {
		t.Errorf("the hook tells of %d, want the one that no watch told of", n)
	}
	if got := claimed(t, store, "claude-code", "1", waiting, []Waiting{old}); len(got) > 0 {
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
	a, b := Waiting{"c_1", 0}, Waiting{"c_2", 0}
	if got := claimed(t, store, "claude-code", "1", []Waiting{a, b}, []Waiting{a}); len(got) != 1 {
		t.Fatal(got)
	}
	if got := first.Claim([]Waiting{a, b}, []Waiting{a, b}); !slices.Equal(got, []Waiting{b}) {
		t.Errorf("%v, want what the other did not tell", got)
	}
}
