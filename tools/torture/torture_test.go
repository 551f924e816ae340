//go:build linux && amd64

package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestNothingThatWasAcknowledgedIsLost is the short form: some faults of each kind, on changes and files that chance picks.
func TestNothingThatWasAcknowledgedIsLost(t *testing.T) {
	program := filepath.Join(t.TempDir(), "torture")
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-X=consider/internal/agents.look=no", "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := exec.Command(program, "-points", "1", "-for", "10s", "-seed", "1") // the same in every run: a fault found by chance is for make torture
	out, err := run.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("\n0 broken promises\n")) {
		t.Errorf("%v", err)
	}
	t.Logf("%s", out)
}

// TestEachChangeHasANameAndCanBeSeen: a fault is reported by it, and an answer is held to it.
func TestEachChangeHasANameAndCanBeSeen(t *testing.T) {
	names := map[string]bool{}
	for _, c := range changes() {
		if c.look == "" || c.shows == "" || names[c.name] {
			t.Errorf("%+v", c)
		}
		names[c.name] = true
	}
}
