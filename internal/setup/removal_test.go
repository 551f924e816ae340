package setup

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
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
	if w.read("project/.consider/my notes.txt") != "mine" || w.read("project/.consider/.gitignore") != hidden {
		t.Error("a person's file did not go back")
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
