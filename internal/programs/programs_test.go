package programs

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// stage is a folder for programs and a project, both with a program "talker" in their bin.
type stage struct{ dir, bin, project string }

func newStage(t *testing.T) stage {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs files that are programs by their mode")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := stage{dir, filepath.Join(dir, "bin"), filepath.Join(dir, "project")}
	s.program(t, "bin/talker")
	s.program(t, "project/bin/talker")
	return s
}

func (s stage) program(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func (s stage) link(t *testing.T, name, target string) {
	t.Helper()
	if err := os.Symlink(target, filepath.Join(s.dir, name)); err != nil {
		t.Fatal(err)
	}
}

func TestNothingOfTheProjectIsFound(t *testing.T) {
	s := newStage(t)
	s.link(t, "seen", s.project)                     // the project by another name
	s.link(t, "bin/linked", "../project/bin/talker") // a link into it
	s.link(t, "bin/far", "near")                     // one that goes through it
	s.link(t, "bin/near", "../project/bin/out")
	s.link(t, "project/bin/out", "../../bin/talker")
	s.link(t, "bin/loop", "loop")
	s.link(t, "tools", "project/bin")
	outside := filepath.Join(s.bin, "talker")
	inside := filepath.Join(s.project, "bin")
	for _, c := range []struct{ about, path, name, want string }{
		{"a program elsewhere", s.bin, "talker", outside},
		{"the project's alone", inside, "talker", ""},
		{"the project's before another", inside + ":" + s.bin, "talker", outside},
		{"a relative folder", "bin:.:", "talker", ""},
		{"a relative folder before another", "bin::" + s.bin, "talker", outside},
		{"a folder that leads out and in again", s.bin + "/../project/bin", "talker", ""},
		{"a link to the project", filepath.Join(s.dir, "seen", "bin"), "talker", ""},
		{"a link into the project", filepath.Join(s.dir, "tools"), "talker", ""},
		{"a program that is a link into the project", s.bin, "linked", ""},
		{"a program behind a link that the project could change", s.bin, "far", ""},
		{"a link to itself", s.bin, "loop", ""},
		{"a path from where one is", s.bin, "bin/talker", ""},
		{"a path upwards", inside, "../../bin/talker", ""},
		{"a whole path elsewhere", "", outside, outside},
		{"a whole path in the project", s.bin, filepath.Join(inside, "talker"), ""},
		{"no such program", s.bin, "nobody", ""},
	} {
		t.Run(c.about, func(t *testing.T) {
			t.Setenv("PATH", c.path)
			t.Chdir(s.project)
			got, err := Outside("", s.project).Find(c.name)
			if got != c.want || (c.want == "") != errors.Is(err, exec.ErrNotFound) {
				t.Errorf("Find = %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

// A project in the root of a disk has every program in it.
func TestAProjectInTheRootHasItsPrograms(t *testing.T) {
	s := newStage(t)
	t.Setenv("PATH", s.bin)
	if _, err := Outside("/").Find("talker"); err != nil {
		t.Error(err)
	}
}

// xdg-open is a script that runs others: if it is found outside the project, it must not find its helpers inside.
func TestAProgramThatIsRunDoesNotSearchTheProject(t *testing.T) {
	s := newStage(t)
	for given, want := range map[string]string{
		filepath.Join(s.project, "bin") + ":.::" + s.bin: "PATH=" + s.bin,
		filepath.Join(s.project, "bin"):                  "", // PATH= would mean the folder one is in
	} {
		t.Setenv("PATH", given)
		cmd := Outside(s.project).Command(t.Context(), filepath.Join(s.bin, "talker"))
		i := slices.IndexFunc(cmd.Env, func(pair string) bool { return strings.HasPrefix(pair, "PATH=") })
		if want == "" && i >= 0 || want != "" && (i < 0 || cmd.Env[i] != want) {
			t.Errorf("with PATH=%s it gets %q, want %q", given, cmd.Env, want)
		}
	}
}
