package origin

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func store(t *testing.T) string {
	t.Helper()
	return t.TempDir()
}

func account(t *testing.T) Here {
	t.Helper()
	return Here{Key: filepath.Join(t.TempDir(), "consider", "origin.key")}
}

const (
	mine   = "1111111111111111111111111111111111111111"
	theirs = "2222222222222222222222222222222222222222"
)

func open(h Here, dir string) *Book { return h.Open(dir, func([]byte) bool { return false }) }

func made(t *testing.T, h Here, dir string) {
	t.Helper()
	if err := open(h, dir).Made(mine, mine); err != nil {
		t.Fatal(err)
	}
}

func copied(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(store(t), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestALineIsKnownByItsMarkOrItsPlace(t *testing.T) {
	dir, ann, bob := store(t), account(t), account(t)
	if got := open(ann, dir).Of(mine); got != Nothing {
		t.Errorf("without a record: %v", got)
	}
	made(t, ann, dir)
	moved := copied(t, dir)
	if open(ann, dir).Of(mine) != Own || open(ann, moved).Of(mine) != Own || open(bob, moved).Of(mine) != Claimed || open(Here{}, moved).Of(mine) != Claimed {
		t.Error("the mark is not all that counts in a copy")
	}
	if placeOf(dir) != "" && (open(bob, dir).Of(mine) != Own || open(Here{}, dir).Of(mine) != Own) {
		t.Error("the place alone is not enough")
	}
	made(t, bob, moved)
	if open(bob, moved).Of(mine) != Own || open(ann, moved).Of(mine) != Own {
		t.Error("bob's mark took ann's away")
	}
	for _, h := range []Here{ann, bob, {}} {
		if got := open(h, moved).Of(theirs); got != Other {
			t.Errorf("another line: %v", got)
		}
	}
}

// A checkout replaces the record, but not the copy whose name it cannot know. It can bring records that name its own
// line, or that refuse the user's.
func TestARecordThatGitBroughtSaysNothing(t *testing.T) {
	ann, eve, dir, other := account(t), account(t), store(t), store(t)
	made(t, ann, dir)
	if err := open(eve, other).Made(theirs, theirs); err != nil {
		t.Fatal(err)
	}
	if err := open(eve, other).Refuse(mine); err != nil {
		t.Fatal(err)
	}
	evil, err := os.ReadFile(filepath.Join(other, File))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, File), evil, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	brought := func(data []byte) bool { return string(data) == string(evil) }
	for _, h := range []Here{ann, {}} {
		if got := h.Open(dir, brought).Of(mine); got != Own && placeOf(dir) != "" {
			t.Errorf("the own line: %v", got)
		}
		if got := h.Open(dir, brought).Of(theirs); got != Other {
			t.Errorf("the other line: %v", got)
		}
	}
}

func TestALineThatWasRefusedStaysRefusedUntilItIsAdopted(t *testing.T) {
	ann, dir := account(t), store(t)
	for _, own := range []bool{false, true} {
		if own {
			made(t, ann, dir)
		}
		if err := open(ann, dir).Refuse(theirs); err != nil {
			t.Fatal(err)
		}
		if got := open(ann, copied(t, dir)).Of(theirs); got != Foreign {
			t.Errorf("%v", got)
		}
	}
	if err := open(ann, dir).Made(theirs, theirs); err != nil {
		t.Fatal(err)
	}
	if b := open(ann, dir); b.Of(theirs) != Own || b.Of(mine) != Own {
		t.Errorf("%v %v", b.Of(theirs), b.Of(mine))
	}
}

func TestARecordOfAnEarlierVersionIsOfTheStore(t *testing.T) {
	ann, dir := account(t), store(t)
	key, err := ann.key(true)
	if err != nil {
		t.Fatal(err)
	}
	id := random(idBytes)
	old := `{"id":"` + id + `","marks":["` + record{ID: id}.seal(key) + `"]}`
	if err := os.WriteFile(filepath.Join(dir, File), []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := open(ann, dir).Of(mine); got != Old {
		t.Errorf("%v", got)
	}
	made(t, ann, dir)
	if b := open(ann, dir); b.Of(mine) != Own || b.own[0].ID != id {
		t.Errorf("%v", b.own)
	}
}

func TestTwoThatMakeTheKeyHaveOne(t *testing.T) {
	ann := account(t)
	keys := make([]string, 8)
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() {
			key, err := ann.key(true)
			if err != nil {
				t.Error(err)
			}
			keys[i] = string(key)
		})
	}
	all.Wait()
	for _, key := range keys {
		if key != keys[0] {
			t.Error("two keys")
		}
	}
	if info, err := os.Stat(ann.Key); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if names, err := os.ReadDir(filepath.Dir(ann.Key)); err != nil || len(names) != 1 {
		t.Errorf("left behind: %v %v", names, err)
	}
}

func TestRecordingAgainWritesNothing(t *testing.T) {
	dir, ann := store(t), account(t)
	made(t, ann, dir)
	before, err := os.Stat(filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	made(t, ann, dir)
	if after, err := os.Stat(filepath.Join(dir, File)); err != nil || !os.SameFile(before, after) {
		t.Error("it was written again")
	}
}

// A checkout can bring any file into a store's folder, but not its proof.
func TestOnlyWhoSeesTheFolderOrTheKeyCanProve(t *testing.T) {
	ann, dir := account(t), t.TempDir()
	made(t, ann, dir) // the key exists
	proof := ann.Proof(dir, []byte("x"))
	if proof == "" || proof != ann.Proof(dir, []byte("x")) {
		t.Errorf("the proof is %q, and not the same again", proof)
	}
	if ann.Proof(dir, []byte("y")) == proof {
		t.Error("other data have the same proof")
	}
	if Place(dir) != "" && ann.Proof(t.TempDir(), []byte("x")) == proof {
		t.Error("another folder gives the same proof")
	}
	gone := filepath.Join(dir, "gone") // a folder without a place
	key := ann.Proof(gone, []byte("x"))
	if key == "" || key == proof || account(t).Proof(gone, []byte("x")) != "" || (Here{}).Proof(gone, []byte("x")) != "" {
		t.Error("without a place, only the account's own key proves, and none is made")
	}
}
