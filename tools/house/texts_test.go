package house

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write docs/words.txt and the counts of wording")

// fresh compares a file that the tests of this package write with what they would write now.
func fresh(t *testing.T, name string, want []byte) {
	t.Helper()
	name = filepath.Join(top, name)
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is not what the sources say: run 'make words', and read what changed before you commit it", name)
	}
}

// Of each file, the list has what is shown, and nothing that only code reads.
func TestTextsAreThoseThatUsersRead(t *testing.T) {
	shown, err := txtar.ParseFile("testdata/shown.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files, want := fstest.MapFS{}, ""
	for _, f := range shown.Files {
		files[f.Name], want = &fstest.MapFile{Data: f.Data}, string(f.Data) // the last is what is wanted
	}
	house, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, x := range house.texts() {
		got.WriteString(x.surface + x.kind + ": " + x.text + "\n")
	}
	if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got.String())); diff != "" {
		t.Errorf("-want +have:\n%s", diff)
	}
}

func TestTheListOfWordsIsFresh(t *testing.T) {
	house, err := ourTree()
	if err != nil {
		t.Fatal(err)
	}
	fresh(t, "docs/words.txt", wordList(house.texts()))
}
