package gitstore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

const (
	// reflogTail is how many bytes of the end of the reflog recovery reads: some four hundred entries.
	reflogTail = 64 << 10
	// reflogLimit is the size at which gc shortens a reflog, to reflogKept. The line itself is the history; the reflog
	// only has to outlive a torn ref.
	reflogLimit = 1 << 20
	reflogKept  = 128 << 10
	// maxReflog limits a reflog that is read whole.
	maxReflog = 256 << 20
)

// appendReflog adds one line. It first ends a line that a killed writer or a power cut left unfinished, which would
// swallow ours.
func (s *Store) appendReflog(old, to ID, subject string) error {
	line := fmt.Sprintf("%s %s %s %d +0000\t%s\n", old, to,
		identity(s.o.Program, programEmail), max(s.o.Now().Unix(), 0), oneLine(subject))
	f, err := s.openFile(reflogName, os.O_RDWR|os.O_CREATE, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := s.mkdirs(path.Dir(reflogName)); err != nil {
			return err
		}
		f, err = s.openFile(reflogName, os.O_RDWR|os.O_CREATE, 0o644)
	}
	if err != nil {
		return fmt.Errorf("reflog: %w", err)
	}
	defer f.Close()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("reflog: %w", err)
	}
	if last := [1]byte{}; end > 0 {
		if _, err := f.ReadAt(last[:], end-1); err == nil && last[0] != '\n' {
			line = "\n" + line
		}
	}
	if _, err := f.WriteAt([]byte(line), end); err != nil {
		_ = f.Truncate(end)
		return fmt.Errorf("reflog: %w", err)
	}
	return nil
}

// move is a line of the reflog: a commit that the ref was moved to, and its subject.
type move struct {
	to      ID
	subject string
}

// moves returns the newest lines of the reflog, newest first. It skips lines that do not parse.
func (s *Store) moves() ([]move, error) {
	f, err := s.openFile(reflogName, os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reflog: %w", err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	n := min(st.Size(), reflogTail)
	buf := make([]byte, n)
	if _, err := f.ReadAt(buf, st.Size()-n); err != nil && err != io.EOF {
		return nil, fmt.Errorf("reflog: %w", err)
	}
	var out []move
	for _, line := range slices.Backward(strings.Split(string(buf), "\n")) {
		if id, ok := parseReflog(line); ok {
			_, subject, _ := strings.Cut(line, "\t")
			out = append(out, move{id, subject})
		}
	}
	return out, nil
}

func parseReflog(line string) (ID, bool) {
	if len(line) < 82 || line[40] != ' ' || line[81] != ' ' {
		return ID{}, false
	}
	if _, err := ParseID(line[:40]); err != nil {
		return ID{}, false
	}
	id, err := ParseID(line[41:81])
	return id, err == nil && !id.IsZero()
}

// trimReflog keeps the newest entries of a reflog that has grown long.
func (s *Store) trimReflog() error {
	st, err := s.root.Lstat(reflogName)
	if err != nil || st.Size() <= reflogLimit {
		return nil
	}
	data, err := s.readFile(reflogName, maxReflog)
	if err != nil {
		return fmt.Errorf("reflog: %w", err)
	}
	_, tail, _ := strings.Cut(string(data[len(data)-reflogKept:]), "\n")
	return s.writeFile(reflogName, []byte(tail), true)
}
