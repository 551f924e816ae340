package commands

import (
	"bytes"
	"testing"
)

func TestWarningsAreFoldedAndNameTheProgramAsItWasCalled(t *testing.T) {
	var out bytes.Buffer
	a := &app{env: Env{
		Stderr: &out, InTerminal: true, OutTerminal: true, CalledAs: "./bin/consider",
		Getenv: func(name string) string { return map[string]string{"COLUMNS": "50"}[name] },
	}}
	a.advise("everything else is in the document; '{fsck}' shows the damage")
	want := "consider: everything else is in the document;\n  './bin/consider fsck' shows the damage\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
