package commands

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/worktree"
)

// 'responses --copy' ran a wl-copy from the project's node_modules/.bin.
func TestCopyingAndAskingRunNothingOfTheProject(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the programs of other systems cannot be replaced by a script")
	}
	dir := t.TempDir()
	project := filepath.Join(dir, "project")
	bin := filepath.Join(project, "node_modules", ".bin")
	for name, folder := range map[string]string{"wl-copy": bin, "xclip": bin, "opencode": bin, "xsel": dir} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		script := "#!/bin/sh\necho " + name + " >> " + filepath.Join(dir, "ran") + "\n"
		if err := os.WriteFile(filepath.Join(folder, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":"+dir)
	env := map[string]string{"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "HOME": filepath.Join(project, "home")}
	a := &app{env: Env{Stderr: &bytes.Buffer{}, Getenv: func(name string) string { return env[name] }}}
	for about, place := range map[string]worktree.Project{
		"the project":                       {Root: project, Top: project},
		"the top above it":                  {Root: filepath.Join(project, "sub"), Top: project},
		"the main worktree of a linked one": {Root: filepath.Join(dir, "linked"), Top: filepath.Join(dir, "linked"), MainRoot: project},
	} {
		if err := a.copyText(t.Context(), place, "text"); err != nil {
			t.Errorf("%s: %v", about, err)
		}
		if _, err := a.newFinder(place).Places.AskOpenCode("db"); err == nil {
			t.Errorf("%s: its opencode was asked", about)
		}
	}
	if got, err := os.ReadFile(filepath.Join(dir, "ran")); err != nil || string(got) != "xsel\nxsel\nxsel\n" {
		t.Errorf("ran %q, %v", got, err)
	}
	if err := a.copyText(t.Context(), worktree.Project{Root: dir}, "text"); !errors.Is(err, fail.ErrNotFound) {
		t.Errorf("with all of them in the project: %v", err)
	}
}

// The keyring library looks up a message bus in PATH and starts it, if the address asks for that.
func TestTheKeyringStartsNoMessageBus(t *testing.T) {
	for bus, want := range map[string]keep.Keyring{"": nil, "autolaunch:": nil, "unix:path=/run/user/1/bus": keep.SystemKeyring{}} {
		if got := memoryKeys(func(name string) string { return map[string]string{"DBUS_SESSION_BUS_ADDRESS": bus}[name] }, "linux").Keyring; got != want {
			t.Errorf("with the address %q: %v", bus, got)
		}
	}
}
