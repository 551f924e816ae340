package programs

import (
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// planted holds variables that an agent can have put into the environment of its hooks.
var planted = map[string]string{
	"BROWSER": "/tmp/mine", "XDG_CONFIG_HOME": "/tmp/mine", "XDG_DATA_HOME": "/tmp/mine", "XDG_DATA_DIRS": "/tmp/mine", "XDG_CURRENT_DESKTOP": "X-Mine",
	"HOME": "/tmp/mine", "PATH": "/tmp/mine", "LD_PRELOAD": "/tmp/mine.so", "LD_LIBRARY_PATH": "/tmp/mine", "XDG_RUNTIME_DIR": "/tmp/mine",
	"DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/mine", "BASH_ENV": "/tmp/mine", "ENV": "/tmp/mine", "USER": "mine",
}

func TestTheOpenerHasAnEnvironmentOfItsOwn(t *testing.T) {
	running := t.TempDir()
	own := []string{"HOME=/home/ann", "USER=ann", "LOGNAME=ann", "PATH=/usr/local/bin:/usr/bin:/bin"}
	session := []string{"XDG_RUNTIME_DIR=" + running, "DBUS_SESSION_BUS_ADDRESS=unix:path=" + running + "/bus"}
	for name, c := range map[string]struct {
		set     map[string]string
		running string
		uid     int
		want    []string
	}{
		"nothing":            {nil, "/nowhere", os.Getuid(), own},
		"a display":          {map[string]string{"DISPLAY": ":0", "XAUTHORITY": "/run/key"}, "/nowhere", os.Getuid(), append(slices.Clone(own), "DISPLAY=:0", "XAUTHORITY=/run/key")},
		"both displays":      {map[string]string{"DISPLAY": ":1.0", "WAYLAND_DISPLAY": "wayland-0"}, running, os.Getuid(), slices.Concat(own, []string{"DISPLAY=:1.0"}, session, []string{"WAYLAND_DISPLAY=wayland-0"})},
		"another's session":  {map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, running, os.Getuid() + 1, own},
		"a file in place":    {nil, "/etc/passwd", 0, own},
		"displays elsewhere": {map[string]string{"DISPLAY": "host:0", "XAUTHORITY": "/x", "WAYLAND_DISPLAY": "/tmp/mine"}, running, os.Getuid(), slices.Concat(own, session)},
	} {
		getenv := func(name string) string {
			if value, ok := c.set[name]; ok {
				return value
			}
			return planted[name]
		}
		account := &user.User{Uid: strconv.Itoa(c.uid), Username: "ann", HomeDir: "/home/ann"}
		if got := desktopEnv(getenv, account, c.running); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// The planted variables neither get the address nor reach the opener.
func TestTheOpenerIsTheDesktopsAndHearsNothingOfTheCaller(t *testing.T) {
	if _, err := user.LookupId(strconv.Itoa(os.Getuid())); err != nil {
		t.Skip("this account is not in the system's list: ", err)
	}
	dir := t.TempDir()
	said := filepath.Join(dir, "said")
	opener := filepath.Join(dir, "xdg-open")
	if err := os.WriteFile(opener, []byte("#!/bin/sh\n{ echo \"$1\"; /usr/bin/env; } > "+said+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := desktopOpener
	desktopOpener = opener
	defer func() { desktopOpener = before }()
	if before != "/usr/bin/xdg-open" {
		t.Errorf("the opener is %s", before)
	}
	for name, value := range planted {
		if name != "LD_PRELOAD" { // which the loader would report on stderr
			t.Setenv(name, value)
		}
	}
	if Desktop(os.Getenv) != nil {
		t.Error("without a display something would be opened")
	}
	t.Setenv("DISPLAY", ":0")
	if err := Desktop(os.Getenv)("http://127.0.0.1:1/#ticket-x"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(said)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), "http://127.0.0.1:1/#ticket-x\n") || !strings.Contains(string(text), "DISPLAY=:0\n") || strings.Contains(string(text), "mine") {
		t.Errorf("it hears %s", text)
	}
	desktopOpener = filepath.Join(dir, "none")
	if Desktop(os.Getenv) != nil {
		t.Error("an opener that is not there would be run")
	}
}
