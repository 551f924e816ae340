package digest

import "testing"

// Names of files and ids that are stored are digests, so they must stay the same.
func TestTheDigestStaysTheSame(t *testing.T) {
	if got := Of("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Error(got)
	}
	if got := Of("a", "", "b"); got != Of("a\x00\x00b") || got == Of("a", "b") {
		t.Error(got)
	}
}
