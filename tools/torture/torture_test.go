//go:build linux && amd64

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/verb"
)

// program is the executable that tortures and is tortured, built once for all tests.
var program string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		folder, err := os.MkdirTemp("", "torture-test-")
		if err != nil {
			panic(err)
		}
		program = filepath.Join(folder, "torture")
		build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-X=consider/internal/agents.look=no", "-o", program, ".")
		if out, err := build.CombinedOutput(); err != nil {
			panic(fmt.Sprintf("%v: %s", err, out))
		}
		defer func() { _, _ = os.Remove(program), os.Remove(folder) }()
		return m.Run()
	}())
}

// TestNothingThatWasAcknowledgedIsLost is the short form: a few faults of each kind, on random changes and files.
func TestNothingThatWasAcknowledgedIsLost(t *testing.T) {
	run := exec.Command(program, "-points", "1", "-for", "5s", "-seed", "1") // the same in every run: a fault found by chance is for make torture
	out, err := run.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("\n0 broken promises\n")) {
		t.Errorf("%v", err)
	}
	t.Logf("%s", out)
}

// TestEachChangeHasANameAndCanBeSeen: a fault is reported by the change's name, and the answer is checked.
func TestEachChangeHasANameAndCanBeSeen(t *testing.T) {
	names := map[string]bool{}
	for _, c := range changes() {
		if c.look == "" || c.shows == "" || names[c.name] {
			t.Errorf("%+v", c)
		}
		names[c.name] = true
	}
}

// TestEachVerbThatWritesIsTortured: a new verb needs a change.
func TestEachVerbThatWritesIsTortured(t *testing.T) {
	for _, v := range verb.All {
		if v.Effect == verb.Reads {
			continue
		}
		if !slices.ContainsFunc(changes(), func(c change) bool {
			return strings.HasPrefix(c.args+" ", v.Name+" ") || strings.Contains(c.stdin, fmt.Sprintf(`"method":%q`, v.Name))
		}) {
			t.Errorf("%s writes, and is in no change", v.Name)
		}
	}
	for _, name := range []string{"create", "str_replace", "insert", "delete", "rename", "pin"} {
		for _, at := range []string{"workspace", "branch", "disk", "secret"} {
			if !slices.ContainsFunc(changes(), func(c change) bool { return c.on == at && strings.HasPrefix(c.args, "memory "+name+" ") }) {
				t.Errorf("memory %s is not tortured where memory.backend is %s", name, at)
			}
		}
	}
}

// TestTheEnvironmentHasNoNameTwice: a program that is traced would use the first of two values, the others the last.
func TestTheEnvironmentHasNoNameTwice(t *testing.T) {
	b, err := newBench(t.TempDir(), "0", 1)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, pair := range b.env {
		name, _, _ := strings.Cut(pair, "=")
		if names[name] {
			t.Errorf("%s is there twice", name)
		}
		names[name] = true
	}
	if !slices.Contains(b.env, "XDG_STATE_HOME="+filepath.Join(b.dir, ".git", "state")) {
		t.Error("the backup is not in the stage")
	}
}

// TestASoakLosesNothing is the short form of a soak of one hour.
func TestASoakLosesNothing(t *testing.T) {
	out, err := exec.Command(program, "-soak", "2s", "-seed", "1").CombinedOutput()
	if bytes.Contains(out, []byte("no sandbox may be made here")) {
		t.Skip("no sandbox may be made here")
	}
	if err != nil || !bytes.Contains(out, []byte(" 0 lost\n0 broken promises\n")) {
		t.Errorf("%v", err)
	}
	t.Logf("%s", out)
}

// TestAPowerCutKeepsTheOrder: content that was written out exists if a later name exists, and is durable after any
// sync.
func TestAPowerCutKeepsTheOrder(t *testing.T) {
	for seed := range uint64(50) {
		dir := t.TempDir()
		tmp, name := filepath.Join(dir, "tmp"), filepath.Join(dir, "name")
		d := &disk{backup: t.TempDir(), unsynced: map[uint64]bool{}}
		d.note(point{name: tmp, makes: true})
		if err := os.WriteFile(tmp, []byte("words"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := inode(tmp)
		d.note(point{name: tmp, writes: true, inode: at})
		d.note(point{name: tmp, out: true, inode: at})
		d.note(point{name: name, from: tmp})
		if err := os.Rename(tmp, name); err != nil {
			t.Fatal(err)
		}
		synced := seed%2 == 0
		if synced {
			d.note(point{name: dir, syncs: true})
		}
		if err := d.cut(dir, rand.New(rand.NewPCG(seed, 0))); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if (synced || err == nil) && string(got) != "words" {
			t.Errorf("synced %v: %q %v", synced, got, err)
		}
	}
}
