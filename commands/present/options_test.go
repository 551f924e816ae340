package present

import (
	"testing"
	"time"
)

func TestTimesAreTheReadersOnATerminalAndUTCElsewhere(t *testing.T) {
	newYork := time.FixedZone("", -5*3600)
	now := time.Date(2026, 11, 22, 1, 0, 0, 0, newYork)
	person := Options{Now: now}
	for _, c := range []struct {
		ago      time.Duration
		list, at string
	}{
		{10 * time.Second, "just now", "2026-11-22 00:59 -0500"},
		{time.Minute, "1 minute ago", "2026-11-22 00:59 -0500"},
		{2 * time.Hour, "2 hours ago", "2026-11-21 23:00 -0500"},
		{50 * time.Hour, "2 days ago", "2026-11-19 23:00 -0500"},
		{60 * 24 * time.Hour, "2026-09-23", "2026-09-23 01:00 -0500"},
		{-time.Hour, "2026-11-22 02:00 -0500", "2026-11-22 02:00 -0500"},
	} {
		then := now.Add(-c.ago).UTC()
		if got := person.when(then); got != c.list {
			t.Errorf("in a list: %q, want %q", got, c.list)
		}
		if got := person.at(then); got != c.at {
			t.Errorf("in details: %q, want %q", got, c.at)
		}
	}
	piped := Options{}
	if got := piped.when(now) + " " + piped.at(now); got != "2026-11-22 06:00Z 2026-11-22 06:00Z" {
		t.Errorf("piped: %q", got)
	}
}

func TestPathsAreThoseOfTheReadersFolder(t *testing.T) {
	for _, c := range []struct{ folder, file, want string }{
		{"", "src/a.go", "src/a.go"},
		{"src", "src/a.go", "a.go"},
		{"src/auth", "src/a.go", "../a.go"},
		{"docs", "", ""},
	} {
		if got := (Options{Folder: c.folder}).path(c.file); got != c.want {
			t.Errorf("%s in %q: %q, want %q", c.file, c.folder, got, c.want)
		}
	}
}
