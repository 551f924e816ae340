package gitstore

import (
	"bytes"
	"slices"
	"testing"
)

func TestGitOrdersTreesAsWeDo(t *testing.T) {
	names := []string{"a", "a.b", "a-b", "a0", "b"}
	var files, dirs []treeEntry
	for _, n := range names {
		files = append(files, treeEntry{n, ID{1}, modeFile})
		dirs = append(dirs, treeEntry{n, ID{1}, modeDir})
	}
	for _, entries := range [][]treeEntry{files, dirs} {
		got, err := parseTree(encodeTree(entries))
		if err != nil || len(got) != len(names) {
			t.Fatal(got, err)
		}
		for _, n := range names {
			if e, ok := findEntry(got, n); !ok || e.name != n {
				t.Errorf("%q not found", n)
			}
		}
	}
}

func TestTreesOutOfFormAreRefused(t *testing.T) {
	id := bytes.Repeat([]byte{7}, 20)
	entry := func(s string) []byte { return append([]byte(s+"\x00"), id...) }
	for name, data := range map[string][]byte{
		"cut":       []byte("100644 a\x00123"),
		"mode":      entry("100664 a"),
		"zero mode": entry("0100644 a"),
		"order":     slices.Concat(entry("100644 b"), entry("100644 a")),
		"twice":     slices.Concat(entry("100644 a"), entry("100644 a")),
		"dir order": slices.Concat(entry("40000 a"), entry("100644 a.b")),
		"dot dot":   entry("40000 .."),
		"slash":     entry("100644 a/b"),
		"empty":     entry("100644 "),
		"no name":   []byte("100644"),
	} {
		if _, err := parseTree(data); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
