package place

import (
	"context"
	"errors"
	"testing"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// interrupting is a screen that shows nothing and interrupts when a file is looked up on it.
type interrupting struct{ interrupt context.CancelFunc }

func (i interrupting) Names(string) (older, newer string, ok bool) {
	i.interrupt()
	return "", "", false
}

func (interrupting) Text(context.Context, thread.Side, string) ([]byte, error) {
	return nil, errors.New("not shown")
}

// The text of HEAD was once read under a separate context, so that git went on after an interrupt. A repository with
// SHA-256 objects can only be read by git.
func TestAnInterruptEndsTheReadingOfHEADAndLosesNoThread(t *testing.T) {
	r := gittest.New(t, "--object-format=sha256")
	r.Write("a.txt", "one\n")
	r.Commit("a")
	at, err := worktree.Locate(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	tree := gitrepo.Open(at)
	defer func() { _ = tree.Close() }()
	ctx, interrupt := context.WithCancel(t.Context())

	whole := NewPlacer(tree, nil, at.StoreDir, nil, NewView())
	if text, err := whole.Bytes(ctx, &Text{Path: "a.txt", Side: thread.Old}); string(text) != "one\n" {
		t.Fatalf("the old side is %q, %v", text, err)
	}

	p := NewPlacer(tree, interrupting{interrupt}, at.StoreDir, nil, NewView())
	old := thread.Row{Summary: thread.Summary{ID: "c_00000001", Side: thread.Old, File: "a.txt"}, Shape: thread.OnFile}
	if got, err := p.place(ctx, &old); !errors.Is(err, context.Canceled) {
		t.Errorf("placed after an interrupt: %+v, %v", got.Place, err)
	}
	if text, err := p.Bytes(ctx, &Text{Path: "a.txt", Side: thread.Old}); !errors.Is(err, context.Canceled) {
		t.Errorf("read after an interrupt: %q, %v", text, err)
	}
}
