package worktree

import (
	"bufio"
	"compress/zlib"
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// errDamaged: an object is not what its name says.
var errDamaged = errors.New("object is damaged")

// readLoose reads an object that has a file of its own, with the checks that
// go-git leaves out: the content may not be longer than its header says (a few
// kilobytes on disk can inflate without end), and must have the id it is stored
// under. The error is fs.ErrNotExist when there is no such file.
func readLoose(objectDir, id, kind string, max int64) ([]byte, error) {
	f, err := openRegular(filepath.Join(objectDir, id[:2], id[2:]))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	inflated, err := zlib.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, id, err)
	}
	defer inflated.Close()
	hash := sha1.New()
	reader := bufio.NewReader(inflated)
	head, err := readHeader(reader)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, id, err)
	}
	_, _ = io.WriteString(hash, head)
	found, number, _ := strings.Cut(strings.TrimSuffix(head, "\x00"), " ")
	size, err := strconv.ParseInt(number, 10, 64)
	if err != nil || size < 0 || found != kind {
		return nil, fmt.Errorf("%w: %s is a %q, not a %s", errDamaged, id, found, kind)
	}
	if size > max {
		return nil, tooLarge(id, size, max)
	}
	text, err := io.ReadAll(io.LimitReader(reader, size+1))
	hash.Write(text)
	if err != nil || int64(len(text)) != size || fmt.Sprintf("%x", hash.Sum(nil)) != id {
		return nil, fmt.Errorf("%w: %s", errDamaged, id)
	}
	return text, nil
}

// readHeader reads "<kind> <size>" and its NUL.
func readHeader(r *bufio.Reader) (string, error) {
	head := make([]byte, 0, 32)
	for len(head) < cap(head) {
		c, err := r.ReadByte()
		if err != nil {
			return "", err
		}
		if head = append(head, c); c == 0 {
			return string(head), nil
		}
	}
	return "", fs.ErrInvalid
}
