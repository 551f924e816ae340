package round_test

import (
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
)

// TestADiffCanOmitWhatIsMechanical: it names it, counts it, and keeps the hunks with threads.
func TestADiffCanOmitWhatIsMechanical(t *testing.T) {
	d := reviewtest.New(t)
	filler := strings.Repeat("// Filler of the file.\n\n", 10)
	file := func(a, b, c string) string {
		return "package a\n\nfunc a() {\n\t" + a + "\n}\n\n" + filler + "func b() {\n\t" + b + "\n}\n\n" + filler + "func c() {\n\t" + c + "\n}\n"
	}
	d.Write("a.go", file("f( 1 )", "f( 2 )", "f(3)"))
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "before"}))(t)
	d.Write("a.go", file("f(1)", "f(2)", "f(4)"))
	diff := func(real bool) round.FileChange {
		t.Helper()
		return gittest.Must(round.DiffCheckpoints(t.Context(), d.Human(), round.CheckpointDiffInput{Real: real}))(t).Files[0]
	}
	whole := diff(false)
	if len(whole.Folded) != 0 || !strings.Contains(whole.Patch, "+\tf(1)") {
		t.Errorf("all of it: %+v", whole)
	}
	real := diff(true)
	if len(real.Folded) != 1 || real.Folded[0] != "2 changes from line 1 on: Reformatted: the same tokens" || real.Added != whole.Added {
		t.Errorf("folded: %+v", real)
	}
	if strings.Contains(real.Patch, "f(1)") || !strings.Contains(real.Patch, "+\tf(4)") {
		t.Errorf("the patch is\n%s", real.Patch)
	}
	d.Add("a.go:4", "why one")
	if real = diff(true); !strings.HasPrefix(real.Folded[0], "1 change from") || !strings.Contains(real.Patch, "+\tf(1)") {
		t.Errorf("with a thread: %+v", real)
	}
}
