package presence_test

import (
	"os"
	"testing"

	"consider/internal/presence"
)

func TestAnAgentWaitsAsLongAsItHolds(t *testing.T) {
	store := t.TempDir()
	if presence.IsAwaited(store, "p_1", 1) {
		t.Error("nobody waits")
	}
	release, err := presence.Await(store, "p_1", 1)
	if err != nil {
		t.Fatal(err)
	}
	if !presence.IsAwaited(store, "p_1", 1) || presence.IsAwaited(store, "p_1", 2) {
		t.Error("it waits for version 1")
	}
	again, err := presence.Await(store, "p_1", 1)
	if err != nil {
		t.Fatal(err)
	}
	release()
	if !presence.IsAwaited(store, "p_1", 1) {
		t.Error("another one waits still")
	}
	again()
	if presence.IsAwaited(store, "p_1", 1) {
		t.Error("it waits no more")
	}
	// A killed process leaves behind a file without a lock.
	if err := os.WriteFile(store+"/run/gates/p_1-1-x", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if presence.IsAwaited(store, "p_1", 1) {
		t.Error("it was killed")
	}
}
