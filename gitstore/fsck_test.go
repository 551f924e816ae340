package gitstore

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFsckCountsAndNames(t *testing.T) {
	s := newStore(t)
	history(t, s, 3)
	calls, last := 0, 0
	r, err := s.Fsck(t.Context(), func(done, total int) {
		calls++
		if done > total || done < last {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil {
		t.Fatal(err)
	}
	tip, _ := s.Tip()
	want := FsckReport{Tip: tip, Commits: 4, Trees: 4 + 3 + 3, Blobs: 4, Bytes: r.Bytes}
	if diff := cmp.Diff(want, r); diff != "" || calls == 0 {
		t.Errorf("%d calls, %s", calls, diff)
	}
	// Damage that no read of the tip meets is found as well.
	c, err := s.readCommit(tip)
	if err != nil {
		t.Fatal(err)
	}
	writeRaw(t, looseFile(s, c.Parent), "")
	if r, err = s.Fsck(t.Context(), nil); err != nil || len(r.Problems) != 1 || r.Problems[0].Object != c.Parent {
		t.Errorf("%+v %v", r, err)
	}
}

func TestFsckNamesADamagedPack(t *testing.T) {
	s := newStore(t)
	history(t, s, 8)
	git(t, s, "gc", "-q")
	name := packDir + "/" + strings.TrimSuffix(packNames(t, s)[0], ".idx") + ".pack"
	data := []byte(listStore(t, s)[name])
	data[len(data)/2] ^= 4
	writeRaw(t, s.path(name), string(data))
	s = openAt(t, s.Dir())
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || !slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Path == name }) {
		t.Errorf("%+v %v", r, err)
	}
}
