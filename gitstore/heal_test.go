package gitstore

import (
	"testing"
)

// TestWhatAWholeCopyIsLeftOfComesBackToTheByte: an older version once replaced words of which the main worktree's store
// had a copy, and nothing brought back objects that only past states need.
func TestWhatAWholeCopyIsLeftOfComesBackToTheByte(t *testing.T) {
	s, main := newStore(t), newStore(t)
	put(t, s, "a", "one")
	past, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "a", "two")
	put(t, s, "dir/b", "b")
	mirror(t, s, main, "side")
	tip := put(t, s, "a", "three") // no copy exists of this version
	for _, text := range []string{"one", "three"} {
		writeRaw(t, looseFile(s, HashBlob([]byte(text))), "junk")
	}
	remove(t, looseFile(s, past.ID()))
	remove(t, looseFile(s, past.tree))
	s = openAt(t, s.Dir())
	if dry, err := s.Heal(t.Context(), true, nil, main); err != nil || len(dry) != 1 || dry[0].Object != past.ID() {
		t.Errorf("it would bring back %+v, %v", dry, err)
	}
	if got := problemsAt(t, s); len(got) != 3 {
		t.Errorf("a dry run has changed something: %q", got)
	}
	healed, err := s.Heal(t.Context(), false, nil, main)
	if err != nil || len(healed) != 3 || healed[0].Object != past.ID() || healed[1].Object != past.tree || healed[2].Path != "a" {
		t.Errorf("healed %+v, %v", healed, err)
	}
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || len(r.Problems) == 0 || r.Problems[len(r.Problems)-1].Object != HashBlob([]byte("three")) || r.Tip != tip {
		t.Errorf("what has no copy: %+v, %v", r, err)
	}
	then, err := s.SnapshotAt(past.ID())
	if err != nil {
		t.Fatal(err)
	}
	if data, err := then.ReadFile("a"); string(data) != "one" || err != nil {
		t.Errorf("read %q, %v", data, err)
	}
	if again, err := s.Heal(t.Context(), false, nil, main); err != nil || len(again) != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
}

func TestADamagedFileOfWhichAPackHasTheObjectIsHealed(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "one")
	git(t, s, "repack", "-a", "-q")
	id := HashBlob([]byte("one"))
	writeRaw(t, looseFile(s, id), "junk")
	s = openAt(t, s.Dir())
	if got := problemsAt(t, s); len(got) != 1 || got[0] != "objects/"+loosePath(id) {
		t.Errorf("fsck: %q", got)
	}
	if healed, err := s.Heal(t.Context(), false, nil); err != nil || len(healed) != 1 || healed[0] != (Healed{"a", id}) {
		t.Errorf("healed %+v, %v", healed, err)
	}
	if got := problemsAt(t, s); len(got) != 0 {
		t.Errorf("after that: %q", got)
	}
}

func TestFilesOfConstantTextAreWrittenAgain(t *testing.T) {
	for _, c := range constants {
		for what, damage := range map[string]func(path string){
			"missing": func(path string) { remove(t, path) },
			"other":   func(path string) { writeRaw(t, path, "junk") },
			"empty":   func(path string) { writeRaw(t, path, "") },
		} {
			t.Run(c.name+" "+what, func(t *testing.T) {
				s := newStore(t)
				put(t, s, "a", "one")
				damage(s.path(c.name))
				if got := problemsAt(t, s); len(got) != 1 || got[0] != c.name {
					t.Errorf("fsck: %q", got)
				}
				for _, dry := range []bool{true, false} {
					if healed, err := s.Heal(t.Context(), dry, nil); err != nil || len(healed) != 1 || healed[0].Path != c.name {
						t.Errorf("dry %v: healed %+v, %v", dry, healed, err)
					}
				}
				if got := problemsAt(t, s); len(got) != 0 {
					t.Errorf("after that: %q", got)
				}
			})
		}
	}
}

func TestTextsOfTheProjectAreTakenFromItsGit(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "one")
	put(t, s, "b", "two")
	id := HashBlob([]byte("one"))
	for _, text := range []string{"one", "two"} {
		remove(t, looseFile(s, HashBlob([]byte(text))))
	}
	s = openAt(t, s.Dir())
	there := func(asked ID) ([]byte, error) {
		if asked == id {
			return []byte("one"), nil
		}
		return []byte("another text"), nil // not what was asked for
	}
	if healed, err := s.Heal(t.Context(), false, there); err != nil || len(healed) != 1 || healed[0] != (Healed{"a", id}) {
		t.Errorf("healed %+v, %v", healed, err)
	}
	if got := problemsAt(t, s); len(got) != 1 || got[0] != "b" {
		t.Errorf("after that: %q", got)
	}
}

func TestFsckSaysThatOnlyThePastIsDamaged(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "one")
	put(t, s, "a", "two")
	put(t, s, "b", "b")
	for text, past := range map[string]bool{"one": true, "b": false} {
		file := looseFile(s, HashBlob([]byte(text)))
		writeRaw(t, file, "junk")
		r, err := s.Fsck(t.Context(), nil)
		if err != nil || len(r.Problems) == 0 {
			t.Fatalf("%q: %+v, %v", text, r, err)
		}
		for _, p := range r.Problems {
			if p.Past != past {
				t.Errorf("%q: %+v", text, p)
			}
		}
		remove(t, file)
		put(t, s, "mended", text)
	}
}
