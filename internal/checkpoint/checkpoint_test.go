package checkpoint_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/treediff"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// state is a store with checkpoints, given as their manifests by name.
func state(t *testing.T, manifests map[string]string) *gitstore.Snapshot {
	t.Helper()
	files := map[string][]byte{}
	for name, text := range manifests {
		files[checkpoint.ManifestFile(name)] = []byte(text)
		files[checkpoint.ContentFile(name, strings.Repeat("ab", 20))] = []byte("content")
	}
	return stateOf(t, files)
}

// stateOf is a store with these files.
func stateOf(t *testing.T, files map[string][]byte) *gitstore.Snapshot {
	t.Helper()
	store, err := gitstore.Create(t.TempDir()+"/.consider", gitstore.Options{Now: func() time.Time { return noon }, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	_, err = store.Update(t.Context(), func(tx *gitstore.Tx) (gitstore.Meta, error) {
		tx.Put("settings.json", []byte("{}"))
		for at, data := range files {
			tx.Put(at, data)
		}
		return gitstore.Meta{Subject: "x", AuthorName: "x", AuthorEmail: "x"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	snap, err := store.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

func anywhere(string) bool { return true }

func TestALongListOfFilesIsStoredInParts(t *testing.T) {
	made := checkpoint.Checkpoint{Name: "long", Store: strings.Repeat("0", 39) + "1", CreatedAt: noon}
	for i := range 100 {
		made.Files = append(made.Files, checkpoint.CheckpointFile{Path: fmt.Sprintf("folder/file %d", i), Mode: "100644", Size: int64(i)})
	}
	for size, least := range map[int]int{1 << 20: 0, 1000: 4, 100: 90} {
		checkpoint.ShortLists(t, size)
		documents, err := made.Documents()
		if err != nil {
			t.Fatal(err)
		}
		parts := len(documents) - 1
		if parts < least || least == 0 && parts > 0 {
			t.Errorf("%d bytes: %d parts, want %d", size, parts, least)
		}
		for _, lacks := range []bool{false, true} {
			if lacks && parts == 0 {
				continue
			}
			files := map[string][]byte{}
			maps.Copy(files, documents)
			if lacks {
				delete(files, checkpoint.PartFile("long", parts))
			}
			all, err := checkpoint.All(stateOf(t, files))
			switch {
			case lacks && !errors.Is(err, fail.ErrCorrupt):
				t.Errorf("a list that is missing: %v", err)
			case !lacks && (err != nil || len(all) != 1 || len(all[0].Files) != 100 || all[0].Files[99] != made.Files[99] || all[0].Parts != 0):
				t.Errorf("%d bytes: %+v, %v", size, all, err)
			}
		}
	}
}

// manifest is the stored form of a checkpoint made n minutes after noon.
func manifest(t *testing.T, name string, n int, change func(*checkpoint.Checkpoint)) string {
	t.Helper()
	c := checkpoint.Checkpoint{Version: checkpoint.Version, Name: name, Store: strings.Repeat("0", 39) + "1", CreatedAt: noon.Add(time.Duration(n) * time.Minute)}
	if change != nil {
		change(&c)
	}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTheLastCheckpointIsTheNewestThatEndedARound(t *testing.T) {
	s := state(t, map[string]string{
		"b":                manifest(t, "b", 1, nil),
		"Review":           manifest(t, "Review", 2, nil),
		"a":                manifest(t, "a", 0, nil),
		"before-restore-1": manifest(t, "before-restore-1", 3, func(c *checkpoint.Checkpoint) { c.Auto = true }),
	})
	all, err := checkpoint.All(s)
	names := ""
	for _, c := range all {
		names += c.Name + " "
	}
	if err != nil || names != "a b Review before-restore-1 " {
		t.Errorf("in the order of time: %q, %v", names, err)
	}
	for ref, want := range map[string]string{"": "Review", "last": "Review", "review": "Review", "a": "a", "BEFORE-RESTORE-1": "before-restore-1"} {
		if c, err := checkpoint.Find(s, ref, anywhere); err != nil || c.Name != want {
			t.Errorf("%q is %q, %v", ref, c.Name, err)
		}
	}
	there := state(t, map[string]string{
		"ours":   manifest(t, "ours", 1, func(c *checkpoint.Checkpoint) { c.Worktree = "side" }),
		"theirs": manifest(t, "theirs", 2, nil),
	})
	if c, err := checkpoint.Find(there, checkpoint.Last, func(worktree string) bool { return worktree == "side" }); err != nil || c.Name != "ours" {
		t.Errorf("the last one of a worktree is %q, %v", c.Name, err)
	}
	var e *fail.Error
	if _, err := checkpoint.Find(s, "nope", anywhere); !errors.Is(err, fail.ErrNotFound) || !errors.As(err, &e) || len(e.Candidates) != 4 {
		t.Errorf("no such checkpoint: %v, %+v", err, e)
	}
	if _, err := checkpoint.Find(state(t, nil), "last", anywhere); !errors.Is(err, fail.ErrNotFound) {
		t.Errorf("no checkpoint at all: %v", err)
	}
}

// TestCheckpointsOfOneSecondAreInTheOrderInWhichTheyWereMade: by name round-10 is before round-9, and "last" was the
// wrong one.
func TestCheckpointsOfOneSecondAreInTheOrderInWhichTheyWereMade(t *testing.T) {
	numbered := func(n int) func(*checkpoint.Checkpoint) { return func(c *checkpoint.Checkpoint) { c.Order = n } }
	for what, c := range map[string]struct {
		manifests map[string]string
		want      string
	}{
		"of one second": {map[string]string{
			"round-9": manifest(t, "round-9", 0, numbered(9)), "round-10": manifest(t, "round-10", 0, numbered(10)), "a": manifest(t, "a", 0, numbered(11)),
		}, "round-9 round-10 a "},
		"a clock that was set back": {map[string]string{
			"x": manifest(t, "x", 9, numbered(1)), "b": manifest(t, "b", 3, numbered(2)), "a": manifest(t, "a", 4, numbered(3)),
		}, "x b a "},
		"of an older consider": {map[string]string{
			"round-9": manifest(t, "round-9", 0, nil), "round-10": manifest(t, "round-10", 0, nil),
		}, "round-9 round-10 "},
		"of both, in turn": {map[string]string{
			"z": manifest(t, "z", 1, nil), "m": manifest(t, "m", 2, numbered(1)), "b": manifest(t, "b", 3, nil), "a": manifest(t, "a", 4, numbered(2)),
		}, "z m b a "},
	} {
		all, err := checkpoint.All(state(t, c.manifests))
		names := ""
		for _, c := range all {
			names += c.Name + " "
		}
		if err != nil || names != c.want {
			t.Errorf("%s: %q, want %q, %v", what, names, c.want, err)
		}
	}
}

func TestANameIsGivenOnceOnAnyDisk(t *testing.T) {
	s := state(t, map[string]string{"round-1": "{", "Round-2": "{", "round-4": "{"})
	if name, err := checkpoint.NextName(s, checkpoint.RoundPrefix); err != nil || name != "round-3" {
		t.Errorf("next is %q, %v", name, err)
	}
	for name, want := range map[string]bool{"ROUND-1": true, "round-2": true, "round-3": false, "round": false} {
		if taken, err := checkpoint.NameTaken(s, name); err != nil || taken != want {
			t.Errorf("%q is taken: %v, %v", name, taken, err)
		}
	}
	for name, want := range map[string]bool{
		"round-1": true, "v1.2_x": true, "1": true, strings.Repeat("n", 64): true, strings.Repeat("n", 65): false, "": false, "now": false, "NOW": false, ".x": false,
		"-x": false, "a.": false, "a/b": false, "a b": false, "../x": false, "ü": false, "a\n": false,
	} {
		if err := checkpoint.CheckName(name); (err == nil) != want || err != nil && !errors.Is(err, fail.ErrUsage) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestACheckpointThatCannotBeTrustedIsSaidToBeSo(t *testing.T) {
	sound := manifest(t, "sound", 0, nil)
	for what, c := range map[string]struct {
		manifest string
		kind     error
	}{
		"no JSON":                  {"junk", fail.ErrCorrupt},
		"of another name":          {manifest(t, "other", 0, nil), fail.ErrCorrupt},
		"of no state":              {strings.Replace(manifest(t, "bad", 0, nil), "0001", "nope", 1), fail.ErrCorrupt},
		"a path outside":           {manifest(t, "bad", 0, func(c *checkpoint.Checkpoint) { c.Files = []checkpoint.CheckpointFile{{Path: "../x"}} }), fail.ErrCorrupt},
		"of a newer version":       {strings.Replace(manifest(t, "bad", 0, nil), `"version":2`, `"version":3`, 1), fail.ErrNewer},
		"of another form, and new": {`{"version":7,"files":"elsewhere"}`, fail.ErrNewer},
	} {
		s := state(t, map[string]string{"sound": sound, "bad": c.manifest})
		if _, err := checkpoint.Find(s, "bad", anywhere); !errors.Is(err, c.kind) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := checkpoint.Find(s, "sound", anywhere); errors.Is(c.kind, fail.ErrNewer) && err != nil {
			t.Errorf("%s, and the other one cannot be found: %v", what, err)
		}
	}
}

func TestAManifestKeepsWhatANewerConsiderWrote(t *testing.T) {
	text := strings.Replace(manifest(t, "x", 0, nil), `"name":"x"`, `"name":"x","mood":["calm"]`, 1)
	var c checkpoint.Checkpoint
	if err := extra.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	c.Note = "rewritten"
	if again, err := extra.Marshal(c); err != nil || !strings.Contains(string(again), `"mood":["calm"]`) || !strings.Contains(string(again), "rewritten") {
		t.Errorf("%s, %v", again, err)
	}
}

func TestTheSideOfACheckpointIsHeadWithWhatItKept(t *testing.T) {
	id := func(n int) string { return fmt.Sprintf("%040d", n) }
	c := checkpoint.Checkpoint{Head: id(1), Files: []checkpoint.CheckpointFile{
		{Path: "a", Mode: "100644", Blob: id(2)},
		{Path: "gone"},
		{Path: "sub", Mode: checkpoint.ModeSubmodule, Blob: id(3)},
		{Path: "large", Mode: "100644", Blob: id(4), Skipped: "too large"},
	}}
	side, skipped := c.Side()
	want := treediff.Side{Commit: id(1), Entries: []treediff.SideEntry{
		{Path: "a", Mode: "100644", Blob: id(2)}, {Path: "gone"}, {Path: "sub", Mode: checkpoint.ModeSubmodule, Blob: id(3)},
	}}
	if diff := cmp.Diff(want, side); diff != "" || len(skipped) != 1 || skipped[0] != "large" {
		t.Errorf("left out %v\n%s", skipped, diff)
	}
}
