package webserver

import (
	"testing"
)

func TestAPageLearnsWhichHunksAreMechanical(t *testing.T) {
	v := newSite(t)
	v.Write("a.go", "package a\n\nfunc f() {\n\tg( 1 )\n}\n")
	v.Commit("second")
	v.Write("a.go", "package a\n\nfunc f() {\n\tg(1)\n}\n")
	v.Write("a.txt", "1\n")
	f, d := v.file("a.go", "")
	out := must[FoldsOutput](v, "GET", "/api/folds?snapshot="+v.boot().Snapshot, "")
	if hunks := out.Files[f.ID].Hunks; len(hunks) != len(d.Blocks) || hunks[0].Proof != "Reformatted: the same tokens" || hunks[0].Lines != 2 {
		t.Errorf("a.go: got %+v for %d blocks", hunks, len(d.Blocks))
	}
	f, _ = v.file("a.txt", "")
	if r := out.Files[f.ID]; r.Hunks[0].Proof != "" || r.Skipped == "" {
		t.Errorf("a.txt: got %+v", r)
	}
	v.refused("conflict", "GET", "/api/folds?snapshot=nothing", "", nil)
}
