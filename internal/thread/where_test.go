package thread

import "testing"

func TestAPlaceIsSaidInTheSameWordsEverywhere(t *testing.T) {
	for want, w := range map[string]Where{
		"src/a.go:45-47":                    {Target: OnLines, Side: New, File: "src/a.go", Start: 45, End: 47},
		"src/a.go:45":                       {Target: OnLines, File: "src/a.go", Start: 45, End: 45},
		"HEAD:src/a.go:45":                  {Target: OnLines, Side: Old, File: "src/a.go", Start: 45, End: 45},
		"src/a.go":                          {Target: OnLines, Side: New, File: "src/a.go"}, // its lines are lost
		"src/b.go":                          {Target: OnFile, File: "src/b.go"},
		"the whole review":                  {Target: OnReview},
		"codex's response a_1b2c3d4e, keep": {Target: OnResponse, Response: &ResponseRef{ID: "a_1b2c3d4e", Agent: "codex", Mark: Keep}},
		"folder src":                        {Target: "folder", File: "src"},
		"plan":                              {Target: "plan"},
		"base:src/a.go:1":                   {Target: OnLines, Side: "base", File: "src/a.go", Start: 1, End: 1},
		"src/c.go:7":                        Where{Target: OnLines, File: "src/c.go"}.Described(&Anchor{StartLine: 7, EndLine: 7}),
	} {
		if got := w.String(); got != want {
			t.Errorf("%+v: %q, want %q", w, got, want)
		}
	}
}

func TestTheStateWordsAreThese(t *testing.T) {
	for want, p := range map[string]Placement{
		"anchored": {AnchorState: Anchored}, "anchored, code edited": {AnchorState: Anchored, Edited: true},
		"stale": {AnchorState: Stale}, "orphaned": {AnchorState: Orphaned},
	} {
		if got := p.State(); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}
