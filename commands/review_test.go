package commands

import (
	"slices"
	"testing"
)

func TestABrowserIsOpenedOnlyWhereSomebodySeesIt(t *testing.T) {
	for _, c := range []struct {
		name, system string
		env          map[string]string
		files        string
		want         string
	}{
		{"a desktop", "linux", map[string]string{"DISPLAY": ":0"}, "", "xdg-open"},
		{"Wayland", "linux", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, "", "xdg-open"},
		{"no screen", "linux", nil, "", ""},
		{"a container with a screen", "linux", map[string]string{"DISPLAY": ":0"}, "/.dockerenv", ""},
		{"another container", "linux", map[string]string{"DISPLAY": ":0"}, "/run/.containerenv", ""},
		{"WSL", "linux", map[string]string{"DISPLAY": ":0", "WSL_DISTRO_NAME": "Debian"}, "", ""},
		{"SSH with X", "linux", map[string]string{"DISPLAY": "localhost:10", "SSH_CONNECTION": "1 2 3 4"}, "", ""},
		{"a Mac", "darwin", nil, "", "open"},
		{"a Mac over SSH", "darwin", map[string]string{"SSH_TTY": "/dev/ttys1"}, "", ""},
		{"Windows", "windows", nil, "", "rundll32"},
		{"the editor of a remote terminal", "linux", map[string]string{"SSH_TTY": "/dev/pts/1", "BROWSER": "/opt/open --wait"}, "", "/opt/open"},
		{"a pipeline", "windows", map[string]string{"CI": "true"}, "", ""},
	} {
		name, _ := browserCommand(c.system, func(v string) string { return c.env[v] }, func(path string) bool { return path == c.files })
		if name != c.want {
			t.Errorf("%s: %q, want %q", c.name, name, c.want)
		}
	}
}

func TestTheAddressGoesWhereBrowserWantsIt(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{nil, []string{"URL"}},
		{[]string{"--new"}, []string{"--new", "URL"}},
		{[]string{"--new", "%s"}, []string{"--new", "URL"}},
		{[]string{"--url=%s", "--new"}, []string{"--url=URL", "--new"}},
	} {
		if got := withAddress(c.args, "URL"); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q", c.args, got)
		}
	}
}
