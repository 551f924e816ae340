package webserver

import (
	"context"
	"testing"
)

// While no page listens the server reads neither the store nor the files.
func TestAServerWaitsForAPage(t *testing.T) {
	h := &hub{subscribers: map[*subscriber]bool{}, some: make(chan struct{})}
	want := func(listens bool, when string) {
		t.Helper()
		select {
		case <-h.some:
			if !listens {
				t.Errorf("%s: does not wait", when)
			}
		default:
			if listens {
				t.Errorf("%s: waits", when)
			}
		}
	}
	want(false, "at first")
	one, _ := h.add("one")
	two, _ := h.add("two")
	want(true, "two pages")
	if !h.listened(t.Context()) {
		t.Error("a page listens")
	}
	h.remove(one)
	h.remove(one)
	want(true, "one page left")
	h.remove(two)
	want(false, "none left")
	three, _ := h.add("three")
	want(true, "another page")
	for range waiting + 1 {
		h.broadcast([]byte("x"))
	}
	want(false, "a page that does not read")
	h.remove(three)
	h.add("four")
	h.close()
	want(false, "the end")
	ended, stop := context.WithCancel(t.Context())
	stop()
	if h.listened(ended) {
		t.Error("the server ends")
	}
}
