package gitstore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// AppendJournal adds one line to a journal, for events that do not change the store and so make no commit. It takes no
// lock: a line is one write at the end of the file, which systems keep whole. It does not sync, so a power cut may lose
// the last lines. At most about a megabyte is kept.
func (s *Store) AppendJournal(name string, line []byte) error {
	if err := s.NotOwn(); err != nil {
		return err
	}
	if err := checkCacheName(name); err != nil {
		return err
	}
	if strings.ContainsRune(string(line), '\n') {
		return fmt.Errorf("journal %q: an entry contains a line break", name)
	}
	if _, err := s.mkdir(journalDir); err != nil {
		return err
	}
	file := journalDir + "/" + name
	f, err := s.openFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if st, err := f.Stat(); err == nil && st.Size() > maxJournal {
		f.Close()
		// Two programs may do this at once. The later rename then moves a short file, and little is lost.
		if err := s.root.Rename(file, file+".1"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return s.pathError(file, err)
		}
		if f, err = s.openFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644); err != nil {
			return err
		}
	}
	_, err = f.Write(append(line[:len(line):len(line)], '\n'))
	return errors.Join(err, f.Close())
}

// ReadJournal returns the lines of a journal, oldest first. A journal that was never written is empty.
func (s *Store) ReadJournal(name string) ([]byte, error) {
	if err := checkCacheName(name); err != nil {
		return nil, err
	}
	var out []byte
	for _, file := range []string{journalDir + "/" + name + ".1", journalDir + "/" + name} {
		data, err := s.readFile(file, 4*maxJournal)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		out = append(out, data...)
	}
	return out, nil
}

// FilterJournal permanently removes all lines of a journal that keep does not accept. A line that another program adds
// at the same moment may be lost.
func (s *Store) FilterJournal(name string, keep func(line []byte) bool) error {
	data, err := s.ReadJournal(name)
	if err != nil || len(data) == 0 {
		return err
	}
	var out []byte
	for line := range bytes.Lines(data) {
		if keep(line) {
			out = append(out, line...)
		}
	}
	if len(out) == len(data) {
		return nil
	}
	file := journalDir + "/" + name
	if err := s.writeFile(file, out, true); err != nil {
		return err
	}
	if err := s.root.Remove(file + ".1"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s.pathError(file, err)
	}
	return nil
}
