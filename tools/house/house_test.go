package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestArrowsBetweenRoomsGoDownOnly(t *testing.T) { hold(t, arrows) }

func TestTheArchitectureListsEachRoomAboveThoseItUses(t *testing.T) { hold(t, planned) }

func TestEachLibraryIsUsedInItsRoomsOnly(t *testing.T) { hold(t, borrowed) }

func TestTheTopHasOnlyKnownNames(t *testing.T) { hold(t, topLevel) }

func TestEachPackageSaysWhatItIs(t *testing.T) { hold(t, packageComments) }

func TestFilesAreShortEnoughToReadWhole(t *testing.T) { hold(t, longFiles) }

func TestNoWorkIsPutOffInTheCode(t *testing.T) { hold(t, unfinished) }

func TestSkippedTestsSayWhy(t *testing.T) { hold(t, silentSkips) }

func TestLoopsUnderTheLockHaveAnEnd(t *testing.T) { hold(t, endlessLoops) }

func TestFilesNameNoMachineAndNoRegistry(t *testing.T) { hold(t, places) }

func TestNpmLockFilesNameNoRegistry(t *testing.T) { hold(t, npmSettings) }

func TestNamesAreNounsOfTheFieldNotVerbsOfPerception(t *testing.T) { hold(t, perceived) }

func TestTheGlossaryNamesWhatIsThere(t *testing.T) { hold(t, glossary) }

// hold fails for each place in the house where the rule does not hold.
func hold(t *testing.T, rule func(*tree) []problem) {
	t.Helper()
	house, err := ourTree()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range rule(house) {
		t.Error(p)
	}
}

// top is the folder of go.mod, relative to this package.
var top = filepath.Join("..", "..")

var ourTree = sync.OnceValues(func() (*tree, error) { return load(os.DirFS(top)) })

func TestTheWholeHouseWasRead(t *testing.T) {
	house, err := ourTree()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "Makefile", ".ci/run", "cmd/consider/main.go", "tools/house/house_test.go"} {
		if !slices.ContainsFunc(house.files, func(f *file) bool { return f.path == name }) {
			t.Errorf("%s was not read, so the rules say nothing about it", name)
		}
	}
}

// The rule about imports checks the imports of our files. This checks what those import in turn.
func TestTheProgramStartsWithoutGoGitsRootPackage(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-buildvcs=false", "-deps", "./cmd/consider")
	list.Dir = top
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	if slices.Contains(strings.Fields(string(out)), heavyRoot) {
		t.Errorf("cmd/consider depends on %s: find who imports it with `go mod why`, and use its plumbing and storage packages", heavyRoot)
	}
}
