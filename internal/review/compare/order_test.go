package compare

import (
	"slices"
	"testing"
)

func TestFilesAreInTheOrderOfTheTree(t *testing.T) {
	got := []string{"z.go", "README.md", "web/app.css", "src/server/handler.ts", "src/main.ts", "src/a/b.ts", "src/a.ts", "web", "-x"}
	slices.SortFunc(got, treeOrder)
	want := []string{"src/a/b.ts", "src/server/handler.ts", "src/a.ts", "src/main.ts", "web/app.css", "-x", "README.md", "web", "z.go"}
	if !slices.Equal(got, want) {
		t.Errorf("the order is %q, want %q", got, want)
	}
}
