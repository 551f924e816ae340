package presence

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestOneProcessWakesASession(t *testing.T) {
	store := t.TempDir()
	first, err := OnlyWaker(store, "codex", "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OnlyWaker(store, "codex", "a"); !errors.Is(err, errTaken) {
		t.Errorf("a second one: %v", err)
	}
	other, err := OnlyWaker(store, "codex", "b")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := EndWaker(store, "codex", "a"); err != nil || first.Wanted() || !other.Wanted() {
		t.Errorf("%v: wanted %t and %t", err, first.Wanted(), other.Wanted())
	}
	first.Close()
	again, err := OnlyWaker(store, "codex", "a")
	if err != nil || !again.Wanted() {
		t.Fatalf("after its end: %v", err)
	}
	defer again.Close()
	if err := EndWaker(store, "codex", "nobody"); err != nil {
		t.Error(err)
	}
}

func TestWhatAKilledWakerLeftIsDeleted(t *testing.T) {
	store := t.TempDir()
	killed, err := OnlyWaker(store, "codex", "a")
	if err != nil {
		t.Fatal(err)
	}
	killed.Close()
	name := filepath.Join(store, wakerOf("codex", "a"))
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(name, long, long); err != nil {
		t.Fatal(err)
	}
	other, err := OnlyWaker(store, "codex", "b")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := os.Stat(name); err == nil {
		t.Error("it is there still")
	}
}
