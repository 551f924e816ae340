package keep

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"unicode/utf8"
)

// maxSynced bounds the file that a memory is synced to, in bytes.
const maxSynced = 8 << 20

// SyncFile puts a block into a file of the project, and reports whether the file changed. It is made if it is not
// there, with its folders. A link is not followed and not replaced.
func SyncFile(project, file, block string) (changed bool, err error) {
	root, err := os.OpenRoot(project)
	if err != nil {
		return false, err
	}
	defer root.Close()
	was, mode, err := readSynced(root, file)
	if err != nil {
		return false, err
	}
	now, err := Merge(was, block, strings.HasSuffix(file, ".instructions.md"))
	if err != nil || now == was {
		return false, err
	}
	if dir := path.Dir(file); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return false, err
		}
	}
	return true, replaceSynced(root, file, was, now, mode)
}

// noMode is the mode of a file that is not there.
const noMode fs.FileMode = 0

func readSynced(root *os.Root, file string) (text string, mode fs.FileMode, err error) {
	at := ""
	for _, name := range strings.Split(file, "/") {
		at = path.Join(at, name)
		info, err := root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", noMode, nil
		case err != nil:
			return "", 0, err
		case info.Mode()&fs.ModeSymlink != 0:
			return "", 0, refuse(Denied, "Error: %s is a link, which is not followed", at).hint("name the file that it leads to")
		case at != file && !info.IsDir(), at == file && !info.Mode().IsRegular():
			return "", 0, refuse(Denied, "Error: %s is not a plain file", at)
		}
		mode = info.Mode()
	}
	f, err := root.OpenFile(file, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSynced+1))
	switch {
	case err != nil:
		return "", 0, err
	case len(data) > maxSynced:
		return "", 0, refuse(Denied, "Error: %s has more than %d bytes", file, maxSynced)
	case !utf8.Valid(data):
		return "", 0, refuse(Denied, "Error: %s is not UTF-8 text", file)
	}
	return string(data), mode, nil
}

// replaceSynced writes the file, unless it is no longer what was read.
func replaceSynced(root *os.Root, file, was, now string, mode fs.FileMode) error {
	perm := mode.Perm()
	if mode == noMode {
		perm = 0o644
	}
	var b [8]byte
	rand.Read(b[:])
	temp := path.Join(path.Dir(file), TempPrefix+hex.EncodeToString(b[:]))
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	_, err = f.WriteString(now)
	if err == nil && mode != noMode {
		err = f.Chmod(perm) // the umask may have taken something
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		var there string
		var is fs.FileMode
		if there, is, err = readSynced(root, file); err == nil && (there != was || is != mode) {
			err = refuse(Conflict, "Error: %s was changed meanwhile", file).hint("try again: consider memory sync")
		}
	}
	if err == nil {
		err = root.Rename(temp, file)
	}
	if err != nil {
		_ = root.Remove(temp)
		return err
	}
	return syncFolder(root, path.Dir(file))
}
