package setup

import (
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const killedRemoval = ".consider-removed-0123456789abcdef"

func TestAStoreIsThereOrGoneWhenItsRemovalIsKilled(t *testing.T) {
	w := newWorld(t, "project/.consider/objects/aa/bb", "x", "project/.consider/my notes.txt", "mine")
	w.setup(Choice{})
	before := w.tree()
	killed := errors.New("killed")
	if _, err := RemoveStore(w.site, false, false, func(string) error { return killed }); !errors.Is(err, killed) {
		t.Fatal(err)
	}
	same(t, "something was deleted before the store was gone", before, w.tree())
	if err := w.retire(killedRemoval); err != nil {
		t.Fatal(err)
	}
	FinishRemoval(w.site.Store)
	if _, err := os.Stat(w.path("project/" + killedRemoval)); err == nil {
		t.Error("what the removal left is still there")
	}
	if w.read("project/.consider/my notes.txt") != "mine" || w.read("project/.consider/.gitignore") != ignoreAll {
		t.Error("a person's file did not go back")
	}
}

func TestAMovedProjectIsTakenOutToTheByte(t *testing.T) {
	for name, again := range map[string]bool{"uninstall": false, "set up again": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "project/.claude/settings.json", "{}\n")
			before, site := w.tree(), w.site
			w.setup(everything(in(InProject, Names()...)))
			w.site.Root, w.site.Store, w.site.GitDir = w.path("moved"), w.path("moved/.consider"), w.path("moved/.git")
			rename(t, site.Root, w.site.Root)
			if again {
				for _, c := range w.setup(everything(in(InProject, Names()...))) {
					if strings.Contains(c.Why, "git does not ignore") {
						t.Errorf("%s: %s", c.Path, c.Why)
					}
				}
			}
			w.uninstall(false)
			if _, err := RemoveStore(w.site, false, false, w.retire); err != nil {
				t.Fatal(err)
			}
			rename(t, w.site.Root, site.Root)
			delete(before, "project/.consider")
			same(t, "after a full uninstall", before, w.tree())
		})
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyARemovedStoreIsFinished(t *testing.T) {
	w := newWorld(t, "project/.consider-removed-notes/objects", "mine", "outside/objects", "theirs")
	w.link("outside", "project/"+killedRemoval)
	before := w.tree()
	FinishRemoval(w.site.Store)
	same(t, "another folder was emptied", before, w.tree())
	w = newWorld(t, "project/"+killedRemoval+"/my notes.txt", "theirs", "project/.consider/my notes.txt", "mine")
	FinishRemoval(w.site.Store)
	if w.read("project/.consider/my notes.txt") != "mine" || w.read(filepath.Join("project", killedRemoval, "my notes.txt")) != "theirs" {
		t.Error("one of two files of a name is gone")
	}
}

// seen is a text that calls look while it is being written.
type seen struct {
	*strings.Reader
	look func()
}

func (s seen) WriteTo(to io.Writer) (int64, error) {
	s.look()
	return s.Reader.WriteTo(to)
}

func TestGitDoesNotSeeAHalfWrittenFile(t *testing.T) {
	w := newWorld(t, "project/.claude/settings.json", "{}")
	e := newEngine(w.machine, w.site, time.Now(), false, false)
	defer e.disk.close()
	for _, name := range []string{".gitignore", ".claude/settings.json"} {
		during := 0
		_, err := e.disk.write(location{w.site.Root, name}, seen{strings.NewReader("new"), func() {
			for file := range w.tree() {
				if leftover().MatchString(path.Base(file)) {
					during++
					if path.Base(path.Dir(file)) != ".consider" {
						t.Errorf("git sees %s", file)
					}
				}
			}
		}}, 0o644)
		if err != nil || during != 1 || w.read("project/"+name) != "new" {
			t.Errorf("%s: %d files meanwhile, %v", name, during, err)
		}
	}
}
