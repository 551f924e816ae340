package round_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
)

// A moment is read with the ids of its contents in it, as it was written at first, and without them.
func TestBothStoredFormsOfAMomentAreRead(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:1", "well?")
	store, err := d.Human().OpenStore(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	one, two := gitstore.HashBlob([]byte("one\n")).String(), gitstore.HashBlob([]byte("two\n")).String()
	manifest := func(version int, blobs ...any) []byte {
		return fmt.Appendf(nil, `{"version":%d,"files":[{"path":"a.txt","mode":"100644"%s},{"path":"gone.txt"},
			{"path":"large","mode":"100644","skipped":"too large"},{"path":"sub","mode":"160000","blob":"%s"},
			{"path":"z.txt","mode":"120000"%s}]}`, version, blobs[0], strings.Repeat("5", 40), blobs[1])
	}
	full := manifest(1, `,"blob":"`+one+`"`, `,"blob":"`+two+`"`)
	for name, files := range map[string]map[string][]byte{
		"aa01": {"moment.json": full, one: []byte("one\n"), two: []byte("two\n")},
		"aa02": {"moment.json": manifest(2, "", ""), "0": []byte("one\n"), "1": []byte("two\n")},
		"aa03": {"moment.json": manifest(2, "", ""), "0": []byte("one\n")},
	} {
		if err := store.KeepMoment(t.Context(), name, files); err != nil {
			t.Fatal(err)
		}
	}
	was, err := round.MomentAt(store, "aa01")
	if err != nil {
		t.Fatal(err)
	}
	if is, err := round.MomentAt(store, "aa02"); err != nil || !cmp.Equal(was, is) {
		t.Errorf("%v\n%s", err, cmp.Diff(was, is))
	}
	if m, err := round.MomentAt(store, "aa03"); !errors.Is(err, fail.ErrCorrupt) {
		t.Errorf("a content without a name: %+v, %v", m, err)
	}
}
