package nearest

import "testing"

func TestDistanceCountsSingleEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"list", "list", 0}, {"lsit", "list", 2}, {"lis", "list", 1}, {"reply", "replay", 1}, {"abc", "", 3}, {"", "abc", 3},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestTheNearestWordIsMeantIfItIsNear(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"lsit", "list"}, {"list", "list"}, {"repla", "reply"}, {"x", ""}, {"bogus", ""}, {"", ""},
	} {
		if got := Of(c.word, []string{"list", "reply", "add"}); got != c.want {
			t.Errorf("Of(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}
