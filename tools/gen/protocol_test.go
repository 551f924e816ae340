package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGeneratedFilesAreFresh(t *testing.T) {
	files, err := generated()
	if err != nil {
		t.Fatal(err)
	}
	pages, err := os.ReadDir("../../docs/reference/cli")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if _, made := files["../../docs/reference/cli/"+page.Name()]; !made {
			t.Errorf("docs/reference/cli/%s describes a verb that does not exist", page.Name())
		}
	}
	for name, want := range files {
		have, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(have)); diff != "" {
			t.Errorf("%s is not what the verb table says; run 'make generate' (-want +have):\n%s", name, diff)
		}
	}
}
