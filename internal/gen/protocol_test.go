package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheProtocolDocumentIsFresh(t *testing.T) {
	have, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(protocol()), string(have)); diff != "" {
		t.Errorf("docs/protocol.md is not what the verb table says; run 'make generate' (-want +have):\n%s", diff)
	}
}
