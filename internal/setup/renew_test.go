package setup

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

// installed returns a world that was set up by one version of the program, and in which another version is running.
func installed(t *testing.T, was, runs string) *world {
	t.Helper()
	w := newWorld(t)
	w.machine.Version = was
	only(t, w.setup(Choice{}), Written)
	w.machine.Version = runs
	w.write("downloads/consider", "the program of "+runs)
	return w
}

const copied = "project/.consider/bin/consider"

// Agents kept using the program of the first setup until the user ran setup again.
func TestAnOlderProgramIsRenewed(t *testing.T) {
	for _, was := range []string{"v1.0.0", "", "v1.9.9", "v2.0.0-rc.1"} {
		t.Run(was, func(t *testing.T) {
			w := installed(t, was, "v2.0.0")
			if of, yes := Outdated(w.machine, w.site); !yes || of != was {
				t.Fatalf("of %q, outdated %v", of, yes)
			}
			if done, err := Renew(w.machine, w.site, noon); !done || err != nil {
				t.Fatalf("%v, %v", done, err)
			}
			if got := w.read(copied); got != "the program of v2.0.0" {
				t.Errorf("it is %q", got)
			}
			if info, err := os.Stat(w.path(copied)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
				t.Errorf("%v %v", info, err)
			}
			if _, yes := Outdated(w.machine, w.site); yes {
				t.Error("it would be renewed again")
			}
			before := w.tree()
			only(t, w.setup(Choice{}), Unchanged)
			same(t, "a setup after it changed something", before, w.tree())
		})
	}
}

func TestARenewedProgramIsTakenOutToTheByte(t *testing.T) {
	w := newWorld(t)
	before := w.tree()
	w.machine.Version = "v1.0.0"
	w.setup(everything(in(InProject, Names()...)))
	w.machine.Version = "v2.0.0"
	w.write("downloads/consider", "newer")
	if done, err := Renew(w.machine, w.site, noon); !done || err != nil {
		t.Fatalf("%v, %v", done, err)
	}
	only(t, w.uninstall(false), Removed)
	if _, err := RemoveStore(w.site, false, false, w.retire); err != nil {
		t.Fatal(err)
	}
	delete(before, "project/.consider")
	before["downloads/consider"] = w.tree()["downloads/consider"]
	same(t, "after a full uninstall", before, w.tree())
}

func TestAProgramStaysThatIsNotSurelyOlder(t *testing.T) {
	for name, c := range map[string]struct{ was, runs string }{
		"it is newer":              {"v2.0.0", "v1.9.0"},
		"it is the same":           {"v2.0.0", "v2.0.0"},
		"a build from source runs": {"v1.0.0", "dev-0123456789ab"},
		"it was built from source": {"dev", "v2.0.0"},
		"a commit has no place":    {"52f871e", "v2.0.0"},
	} {
		t.Run(name, func(t *testing.T) {
			w := installed(t, c.was, c.runs)
			w.stays()
		})
	}
}

// stays checks that a renewal changes nothing, not even the record.
func (w *world) stays() {
	w.t.Helper()
	before := w.tree()
	if done, err := Renew(w.machine, w.site, noon); done || err != nil {
		w.t.Errorf("%v, %v", done, err)
	}
	same(w.t, "a renewal", before, w.tree())
}

func TestOnlyTheProgramThatSetupPutThereIsRenewed(t *testing.T) {
	t.Run("nobody set up here", func(t *testing.T) {
		w := newWorld(t, copied, "somebody's")
		w.machine.Version = "v2.0.0"
		w.stays()
	})
	t.Run("it is for another system", func(t *testing.T) {
		w := installed(t, "v1.0.0", "v2.0.0")
		w.machine.OS = "darwin"
		w.stays()
	})
	t.Run("it was deleted", func(t *testing.T) {
		w := installed(t, "v1.0.0", "v2.0.0")
		if err := os.Remove(w.path(copied)); err != nil {
			t.Fatal(err)
		}
		w.stays()
	})
	t.Run("it is a link", func(t *testing.T) {
		w := installed(t, "v1.0.0", "v2.0.0")
		if err := os.Remove(w.path(copied)); err != nil {
			t.Fatal(err)
		}
		w.link("outside/precious", copied)
		w.stays()
	})
	t.Run("its folder is a link", func(t *testing.T) {
		w := installed(t, "v1.0.0", "v2.0.0")
		if err := os.Rename(w.path("project/.consider/bin"), w.path("outside/bin")); err != nil {
			t.Fatal(err)
		}
		w.link("outside/bin", "project/.consider/bin")
		w.stays()
	})
	t.Run("it is the one that runs", func(t *testing.T) {
		w := installed(t, "v1.0.0", "v2.0.0")
		w.machine.Program = w.path(copied)
		w.stays()
	})
	t.Run("the record is of a newer consider", func(t *testing.T) {
		w := installed(t, "v1.0.0", "v2.0.0")
		record := "project/.consider/" + recordName
		w.write(record, strings.Replace(w.read(record), `"version": 1`, `"version": 2`, 1))
		w.stays()
	})
	t.Run("somebody changed it", func(t *testing.T) {
		w := installed(t, "v1.0.0", "v2.0.0")
		w.write(copied, "somebody's own")
		if done, err := Renew(w.machine, w.site, noon); done || err != nil {
			t.Errorf("%v, %v", done, err)
		}
		if got := w.read(copied); got != "somebody's own" {
			t.Errorf("it is %q", got)
		}
		if _, yes := Outdated(w.machine, w.site); yes {
			t.Error("it is looked into at every start")
		}
		w.setup(Choice{})
		if got := w.read(copied); got != "the program of v2.0.0" {
			t.Errorf("setup was asked, and it is %q", got)
		}
	})
}

// A renewal keeps entries that were recorded while it copied the program.
func TestARenewalKeepsWhatASetupRecordedMeanwhile(t *testing.T) {
	w := installed(t, "v1.0.0", "v2.0.0")
	e := &engine{machine: w.machine, site: w.site, now: noon}
	defer e.disk.close()
	if err := e.loadRecord(); err != nil {
		t.Fatal(err)
	}
	e.ensureProgram()
	old := w.machine
	w.machine.Version, w.machine.Program = "v1.0.0", w.path("project/main.go")
	w.setup(everything(in(InProject, "claude")))
	w.machine = old
	if err := e.recordProgram(); err != nil {
		t.Fatal(err)
	}
	st, err := StateOf(w.machine, w.site)
	if err != nil || len(st.Installed) != 1 {
		t.Errorf("%+v, %v", st, err)
	}
}

func TestARenewalThatFailsSaysWhyAndLeavesTheOldOne(t *testing.T) {
	w := installed(t, "v1.0.0", "v2.0.0")
	w.machine.Program = w.path("downloads") // which is a folder
	if done, err := Renew(w.machine, w.site, noon); done || err == nil {
		t.Errorf("%v, %v", done, err)
	}
	if got := w.read(copied); got != "the program" {
		t.Errorf("it is %q", got)
	}
}

func TestVersionsHaveAnOrder(t *testing.T) {
	order := []string{
		"v0.9.0", "v1.0.0-alpha", "v1.0.0-alpha.1", "v1.0.0-beta.2", "v1.0.0-beta.11", "v1.0.0-rc.1", "v1.0.0-rc.1-3-gabc1234",
		"v1.0.0", "v1.0.0-2-g0123abc", "v1.0.0-11-g0123abc-dirty", "v1.0.1", "v1.2.0", "v1.10.0", "v2.0.0-20260101120000-0123456789ab", "2.0.0",
	}
	for i, a := range order {
		for j, b := range order {
			if got := isOlder(a, b); got != (i < j) {
				t.Errorf("older(%q, %q) = %v", a, b, got)
			}
		}
	}
	for _, v := range []string{"", "dev", "dev-0123456789ab", "52f871e", "v1.2", "v1.2.3.4", "test"} {
		if isComparable(v) || isOlder(v, "v9.0.0") || isOlder("v0.0.1", v) {
			t.Errorf("%q has a place in the order", v)
		}
	}
}
