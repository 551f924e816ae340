package present

import (
	"path/filepath"
	"strings"
	"time"

	"consider/internal/words"
)

// Options has everything that the text of an answer depends on besides the answer. The zero value gives the text for
// pipes and models: times in UTC, and paths from the project's root.
type Options struct {
	Color   bool      // the screen shows colours
	Columns int       // width of the screen for folding lines; 0 for no folding
	Now     time.Time // in the reader's zone, if a person reads on a terminal; otherwise zero
	Folder  string    // paths are printed relative to this folder of the project; "" for the root

	Surface words.Surface // shows commands and flags
}

// when returns a time for a list. A person sees how long ago it was.
func (s Options) when(t time.Time) string {
	ago := s.Now.Sub(t)
	switch {
	case s.Now.IsZero():
		return s.at(t)
	case ago < -time.Minute:
		return s.at(t) // the clocks disagree
	case ago < time.Minute:
		return "just now"
	case ago < time.Hour:
		return words.Plural(int(ago/time.Minute), "minute") + " ago"
	case ago < 24*time.Hour:
		return words.Plural(int(ago/time.Hour), "hour") + " ago"
	case ago < 14*24*time.Hour:
		return words.Plural(int(ago/(24*time.Hour)), "day") + " ago"
	}
	return t.In(s.Now.Location()).Format("2006-01-02")
}

// at returns a time of day and its zone.
func (s Options) at(t time.Time) string {
	if s.Now.IsZero() {
		return t.UTC().Format(words.Stamp + "Z")
	}
	return t.In(s.Now.Location()).Format(words.Stamp + " -0700")
}

// path returns a file of the project as it can be typed in the reader's folder.
func (s Options) path(file string) string {
	if s.Folder == "" || file == "" {
		return file
	}
	rel, err := filepath.Rel(filepath.FromSlash(s.Folder), filepath.FromSlash(file))
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}

// placed returns a place in words as it can be typed in the reader's folder; file is the part of place that is a path.
func (s Options) placed(place, file string) string {
	if file == "" {
		return place
	}
	if lines, ok := strings.CutPrefix(place, file); ok {
		return s.path(file) + lines
	}
	side, lines, ok := strings.Cut(place, ":"+file)
	if !ok {
		return place
	}
	return side + ":" + s.path(file) + lines
}
