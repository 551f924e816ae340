package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestAFigureThatGrewIsMarkedBesideTheLandedOne(t *testing.T) {
	one := func(name string, cpu time.Duration) result {
		return result{name: name, samples: []sample{{cpu: cpu, wall: cpu}}}
	}
	r := report{results: []result{one("consider version", 40), one("git --version", 20), one(on(smallThreads, "list"), 30), one("git status, 30 files", 20)}}
	file := filepath.Join(t.TempDir(), "landed.json")
	if err := r.land(file); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r.results[0] = one("consider version", 60)
	var out strings.Builder
	if err := r.writeLanded(&out, kept); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 || !strings.Contains(lines[2], "1.5 times as much") || strings.Contains(lines[3], "times") || !strings.Contains(lines[3], "1.5") {
		t.Errorf("\n%s", out.String())
	}
	if err := r.writeLanded(&out, []byte("no figures")); err == nil {
		t.Error("figures that cannot be read are taken")
	}
}

// The file of the tree is what the next run is compared with.
func TestTheLandedFiguresCanBeRead(t *testing.T) {
	if err := (&report{}).writeLanded(&strings.Builder{}, landed); err != nil {
		t.Error(err)
	}
}
