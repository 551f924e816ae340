package gitstore

import (
	"bufio"
	"context"
	"errors"
	"testing"
	"time"
)

func TestStoppedHolderMeansBusyAndReadsGoOn(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	cmd := child(t, "hold", s.Dir())
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	s.o.LockWait = 50 * time.Millisecond
	for range 3 {
		if _, err := update(t, s, func(tx *Tx) error { tx.Put("b", nil); return nil }); !errors.Is(err, ErrBusy) {
			t.Fatalf("error %v, want ErrBusy", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := s.Update(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v", err)
	}
	if mustRead(t, s, "a") != "1" {
		t.Fatal("read")
	}
	// A wait that was abandoned must not keep the lock once it gets it.
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	other := openAt(t, s.Dir())
	put(t, other, "b", "2")
	put(t, other, "b", "3")
	s.o.LockWait = patience
	put(t, s, "b", "4")
	put(t, other, "b", "5")
}
