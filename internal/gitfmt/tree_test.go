package gitfmt

import (
	"bytes"
	"slices"
	"testing"
)

func TestGitOrdersTreesAsWeDo(t *testing.T) {
	names := []string{"a", "a.b", "a-b", "a0", "b"}
	var files, dirs []Entry
	for _, n := range names {
		files = append(files, Entry{n, ID{1}, ModeFile})
		dirs = append(dirs, Entry{n, ID{1}, ModeDir})
	}
	for _, entries := range [][]Entry{files, dirs} {
		got, err := ParseTree(EncodeTree(entries))
		if err != nil || len(got) != len(names) {
			t.Fatal(got, err)
		}
		for _, n := range names {
			if e, ok := FindEntry(got, n); !ok || e.Name != n {
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
		if _, err := ParseTree(data); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
