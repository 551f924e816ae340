package main

import "testing"

const was = "# A shed\n\nWe build a shed of wood in the garden.\n\nThe roof is painted in the colour red.\n\nNobody knows when all of this ends.\n"

func TestABlockIsJudgedByItsWords(t *testing.T) {
	var f figures
	f.compare(was, "# A shed\n\nQuite other things, first: hammers, nails.\n\nWe build a shed of stone in the garden.\n\nThe roof is painted in the colour red.\n")
	if f.pairs != 1 || f.all != (tally{right: 4}) || f.rewrites != (tally{right: 2}) {
		t.Errorf("%+v", f)
	}
	old := blocksOf("One paragraph with some words.\n\nOne paragraph with some words.\n")
	if _, clear := becameOf(&old[0], old, old); clear {
		t.Error("which of two equal blocks it became, words do not tell")
	}
}
