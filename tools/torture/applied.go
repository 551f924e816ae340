//go:build linux && amd64

package main

import (
	"os"
	"path/filepath"
	"strings"
)

// truth checks that a file to which a suggestion is applied is the old or the new one, whatever happened, and that the
// thread says which. Of two files, both are old or both are new.
func (b *bench) truth(c change, o outcome, complain func(string, ...any)) {
	switch c.name {
	case "apply":
		b.newOne("SUGGESTED", "a.txt", "suggested", "", o, complain)
	case "undo of apply":
		b.newOne("APPLIED", "a.txt", "applied", "suggested", o, complain)
	case "apply of two", "undo of two":
		from, to := "two suggested", ""
		if c.name == "undo of two" {
			from, to = "two applied", "two suggested"
		}
		if one, two := b.newOne("TWIN", "a.txt", from, to, o, complain), b.newOne("OTHER", "b.txt", from, to, o, complain); one != two {
			complain("exit %d, and one file is new: %v, the other: %v", o.code, one, two)
		}
	default:
		return
	}
	if noted := strings.Contains(b.run("get", b.ids[map[bool]string{false: "APPLIED", true: "OTHER"}[c.name == "undo of two"]]).out, `"applied":true`); noted && strings.HasPrefix(c.name, "undo") {
		if again := b.run("undo"); again.code != 0 {
			complain("it is noted as applied, and undo says: exit %d: %.300s", again.code, again.out)
		}
	}
}

// newOne reports whether a file is the new one, and checks that its thread says so. The new file is that of the stage
// to or, if to is "", the old one with the suggestion applied.
func (b *bench) newOne(id, name, from, to string, o outcome, complain func(string, ...any)) (isNew bool) {
	read := func(dir string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			complain("%v", err)
		}
		return string(text)
	}
	was, is := read(filepath.Join(b.stages, from)), read(b.dir)
	want := strings.Replace(was, "line 20\n", "tortured\n", 1)
	if to != "" {
		want = read(filepath.Join(b.stages, to))
	}
	if is != was && is != want || o.code == 0 && is != want {
		complain("exit %d, and %s is %.300q", o.code, name, is)
	}
	isNew = is == want
	said := b.run("get", b.ids[id]).out
	if there := (to == "") == isNew; there != strings.Contains(said, `"applied-already"`) {
		complain("the lines are there: %v, and the thread says %.600s", there, said)
	}
	return isNew
}
