package gitstore

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func keepMoment(t *testing.T, s *Store, name string, files map[string]string) {
	t.Helper()
	data := map[string][]byte{}
	for path, text := range files {
		data[path] = []byte(text)
	}
	if err := s.KeepMoment(t.Context(), name, data); err != nil {
		t.Fatal(err)
	}
}

func momentFile(t *testing.T, s *Store, name, path string) string {
	t.Helper()
	at, err := s.Moment(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := at.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestMomentsAreNoPartOfTheLine(t *testing.T) {
	s := newStore(t)
	want := history(t, s, 3)
	tip, err := s.Tip()
	if err != nil {
		t.Fatal(err)
	}
	keepMoment(t, s, "aa11", map[string]string{"moment.json": "{}", "abcd": "big secret"})
	keepMoment(t, s, "aa11", map[string]string{"moment.json": "other"}) // equal names mean equal files
	keepMoment(t, s, "bb22", map[string]string{"moment.json": "2", "abcd": "big secret"})
	if now, err := s.Tip(); err != nil || now != tip {
		t.Errorf("the tip was %v and is %v (%v)", tip, now, err)
	}
	if got := momentFile(t, s, "aa11", "moment.json"); got != "{}" {
		t.Errorf("the moment holds %q", got)
	}
	if _, err := s.Moment("cc33"); !errors.Is(err, ErrNotExist) {
		t.Errorf("a moment that was not kept: %v", err)
	}
	for _, name := range []string{"", "../heads/threads", "AA zz", "a", strings.Repeat("a", 66)} {
		if err := s.KeepMoment(t.Context(), name, nil); !errors.Is(err, ErrPath) {
			t.Errorf("name %q: %v", name, err)
		}
	}
	gitFsck(t, s)
	gc(t, s, GCOptions{Grace: -1})
	s = openAt(t, s.Dir())
	if got := momentFile(t, s, "bb22", "abcd"); got != "big secret" {
		t.Errorf("after gc the moment holds %q", got)
	}
	checkHistory(t, s, want)
}

func TestAnErasedMomentIsReallyGone(t *testing.T) {
	s := newStore(t)
	want := history(t, s, 3)
	before := objectsOf(t, s)
	keepMoment(t, s, "aa11", map[string]string{"moment.json": "1", "abcd": "a secret"})
	gc(t, s, GCOptions{}) // in a pack
	keepMoment(t, s, "bb22", map[string]string{"moment.json": "2", "abcd": "a secret"})
	keepMoment(t, s, "cc33", map[string]string{"moment.json": "3", "abcd": "another one"})
	if err := s.EraseMoments(t.Context(), []string{"aa11", "bb22"}); err != nil {
		t.Fatal(err)
	}
	if names, err := s.Moments(); err != nil || !slices.Equal(names, []string{"cc33"}) {
		t.Errorf("moments %v (%v)", names, err)
	}
	if got := momentFile(t, s, "cc33", "abcd"); got != "another one" {
		t.Errorf("the moment that stays holds %q", got)
	}
	if err := s.EraseMoments(t.Context(), []string{"cc33"}); err != nil {
		t.Fatal(err)
	}
	if after := objectsOf(t, s); !slices.Equal(before, after) {
		t.Errorf("objects before %v, after %v", before, after)
	}
	if names, err := s.refNames("refs"); err != nil || !slices.Equal(names, []string{refName}) {
		t.Errorf("refs %v (%v)", names, err)
	}
	gitFsck(t, s)
	checkHistory(t, s, want)
}

func TestADamagedStoreKeepsItsMoments(t *testing.T) {
	s := newStore(t)
	history(t, s, 3)
	keepMoment(t, s, "aa11", map[string]string{"moment.json": "1"})
	at, err := s.Moment("aa11")
	if err != nil {
		t.Fatal(err)
	}
	before := objectsOf(t, s)
	if err := os.Remove(filepath.Join(s.Dir(), "objects", filepath.FromSlash(loosePath(at.tree)))); err != nil {
		t.Fatal(err)
	}
	again := openAt(t, s.Dir())
	if err := again.EraseMoments(t.Context(), []string{"aa11"}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("erased with %v", err)
	}
	if names, _ := again.Moments(); len(names) != 1 || len(objectsOf(t, again)) != len(before)-1 {
		t.Error("something was deleted")
	}
}

// A store that has lost its ref and reflog takes the newest commit that it finds.
func TestAMomentIsNeverTheLostTip(t *testing.T) {
	s := newStore(t)
	history(t, s, 3)
	tip, err := s.Tip()
	if err != nil {
		t.Fatal(err)
	}
	keepMoment(t, s, "aa11", map[string]string{"moment.json": "1"})
	keepMoment(t, s, "bb22", map[string]string{"moment.json": "2"})
	if err := s.underLock(t.Context(), func(*heldLock) error { return s.removeRef(momentDir + "/bb22") }); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{refName, reflogName} {
		if err := os.Remove(filepath.Join(s.Dir(), filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	again := openAt(t, s.Dir())
	if now, err := again.Tip(); err != nil || now != tip {
		t.Errorf("found %v (%v), want %v", now, err, tip)
	}
	put(t, again, threadPath(9), "new")
	if got := momentFile(t, again, "aa11", "moment.json"); got != "1" {
		t.Errorf("the moment holds %q", got)
	}
}

func objectsOf(t *testing.T, s *Store) []string {
	t.Helper()
	var out []string
	if err := s.eachObject(func(id ID) error {
		out = append(out, id.String())
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestAMomentHoldsContentsThatWereStoredBefore(t *testing.T) {
	s := newStore(t)
	history(t, s, 1)
	contents := [][]byte{[]byte("one"), []byte("two"), []byte("one")}
	if err := s.KeepContents(t.Context(), contents); err != nil {
		t.Fatal(err)
	}
	one, two := HashBlob(contents[0]), HashBlob(contents[1])
	if err := s.KeepMoment(t.Context(), "aa11", map[string][]byte{"moment.json": []byte("{}")}, one); err != nil {
		t.Fatal(err)
	}
	if err := s.EraseMoments(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := momentFile(t, s, "aa11", "0"); got != "one" {
		t.Errorf("held: %q", got)
	}
	if _, err := s.read(two); err == nil {
		t.Error("a content that nothing names is left after a purge")
	}
	if err := s.KeepMoment(t.Context(), "bb22", nil, two); err == nil {
		t.Error("a moment without its content was kept")
	}
	gitFsck(t, s)
}
