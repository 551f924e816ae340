package gitstore

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// leftovers is a file that no reader of the store needs.
type leftovers struct {
	name string
	mod  time.Time
	// grace is the age at which it may be deleted; negative means never.
	grace time.Duration
}

const (
	never      = -1
	tmpGrace   = time.Minute // for files that are written without the lock
	gitGrace   = time.Hour   // for temporary files and locks of real git
	noteGrace  = 0           // under the lock no other process can still be writing it
	looseNames = 38
)

// findLeftovers lists left-over temporary files, ref locks and foreign things. The lock must be held if the result is
// acted on.
func (s *Store) findLeftovers() ([]leftovers, error) {
	var out []leftovers
	add := func(dir string, e fs.DirEntry, grace time.Duration) {
		d := leftovers{name: strings.TrimPrefix(dir+"/"+e.Name(), "./"), grace: grace}
		if info, err := e.Info(); err == nil {
			d.mod = info.ModTime()
		}
		out = append(out, d)
	}
	for _, dir := range append([]string{".", "cache", "logs/refs/heads", "refs/heads", "origins"}, s.otherFolders()...) {
		entries, err := s.readDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			switch name := e.Name(); {
			case strings.Contains(name, tmpMark) && dir == "cache":
				add(dir, e, noteGrace) // if it is still being written, only the caching fails
			case strings.HasPrefix(name, clockTmp):
				add(dir, e, noteGrace) // its maker has read its time from the open file
			case strings.Contains(name, tmpMark):
				add(dir, e, tmpGrace)
			case dir+"/"+name == refLock:
				add(dir, e, foreignLockGrace)
			case strings.HasSuffix(name, ".lock"):
				add(dir, e, gitGrace) // a `git gc` on a slow disk may still be writing it
			}
		}
	}
	if err := s.objectLeftovers(add); err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b leftovers) int { return strings.Compare(a.name, b.name) })
	return out, nil
}

func (s *Store) objectLeftovers(add func(string, fs.DirEntry, time.Duration)) error {
	top, err := s.readDir("objects")
	if err != nil {
		return err
	}
	for _, d := range top {
		dir := "objects/" + d.Name()
		if !d.IsDir() {
			add("objects", d, never)
			continue
		}
		if d.Name() == "info" {
			continue
		}
		files, err := s.readDir(dir)
		if err != nil {
			return err
		}
		for _, e := range files {
			name := e.Name()
			switch {
			case strings.HasPrefix(name, objectTmp), strings.HasPrefix(name, packTmp):
				add(dir, e, noteGrace)
			case strings.HasPrefix(name, "tmp_"):
				add(dir, e, gitGrace)
			case d.Name() == "pack" || (e.Type().IsRegular() && len(name) == looseNames):
			default:
				add(dir, e, never)
			}
		}
	}
	return nil
}

// sweep deletes debris. It deletes only plain files whose origin is known.
func (s *Store) sweep(l *heldLock) (int, error) {
	found, err := s.findLeftovers()
	if err != nil {
		return 0, err
	}
	now, err := s.diskTime()
	if err != nil {
		return 0, err
	}
	n := 0
	for _, d := range found {
		grace := d.grace
		if d.name == refLock && l.wasMarked {
			grace = noteGrace
		}
		if grace < 0 || (grace > 0 && now.Sub(d.mod) < grace) {
			continue
		}
		if st, err := s.root.Lstat(d.name); err != nil || !st.Mode().IsRegular() {
			continue
		}
		if err := s.root.Remove(d.name); err != nil {
			return n, accessError(err)
		}
		n++
	}
	if l.wasMarked {
		l.unmark()
	}
	return n, nil
}

// otherFolders returns the folders of private files, and those of refs other than the store's own: a killed writer may
// leave something there.
func (s *Store) otherFolders() []string {
	var out []string
	for _, dir := range []string{lostDir, acknowledgedDir, path.Dir(homeRef), momentDir} {
		if s.checkDir(dir) == nil {
			out = append(out, dir)
		}
	}
	for _, dir := range []string{mirrorDir, takenDir, privateDir} {
		entries, err := s.readDir(dir)
		if dir == privateDir && err == nil {
			out = append(out, dir)
		}
		for _, e := range entries {
			if e.IsDir() {
				out = append(out, dir+"/"+e.Name())
			}
		}
	}
	return out
}
