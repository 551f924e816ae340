package keep

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"consider/internal/fail"
	"consider/internal/safefs"
)

// maxSynced is the largest size, in bytes, of a file to which a memory is synced.
const maxSynced = 8 << 20

// SyncFile puts a block into a file of the project, or removes it if block is "", and reports whether the file changed.
// It creates the file, with its folders, if it does not exist, and removes it if the block was all it held. A link is
// neither followed nor replaced.
func SyncFile(project, file, block string) (changed bool, err error) {
	root, err := os.OpenRoot(project)
	if err != nil {
		return false, err
	}
	defer root.Close()
	if safefs.Folder(root, path.Dir(file)) == nil {
		sweep(root, path.Dir(file))
	}
	was, mode, err := readSynced(root, file)
	if err != nil {
		return false, err
	}
	var now string
	if block == "" {
		now, err = Cut(was)
	} else {
		now, err = Merge(was, block, strings.HasSuffix(file, ".instructions.md"))
	}
	switch {
	case err != nil || now == was:
		return false, err
	case now == "":
		return true, removeSynced(root, file, was, mode)
	}
	if dir := path.Dir(file); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return false, err
		}
	}
	return true, replaceSynced(root, file, was, now, mode)
}

// HoldsBlock reports whether a file of the project holds a block that [SyncFile] can remove.
func HoldsBlock(project, file string) bool {
	root, err := os.OpenRoot(project)
	if err != nil {
		return false
	}
	defer root.Close()
	text, _, err := readSynced(root, file)
	if err != nil {
		return false
	}
	without, err := Cut(text)
	return err == nil && without != text
}

// noMode is the mode of a file that does not exist.
const noMode fs.FileMode = 0

func readSynced(root *os.Root, file string) (text string, mode fs.FileMode, err error) {
	info, err := safefs.Lstat(root, file)
	var data []byte
	if err == nil {
		data, err = safefs.Read(root, file, maxSynced)
	}
	var foreign *safefs.NotPlainError
	var large *safefs.TooLargeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", noMode, nil
	case errors.As(err, &foreign) && foreign.Link:
		return "", 0, fail.Denied("Error: %s is a symbolic link, which is not followed", foreign.Name).Hint("use the file that it points to")
	case errors.As(err, &foreign):
		return "", 0, fail.Denied("Error: %s is not a regular file", foreign.Name)
	case errors.As(err, &large):
		return "", 0, fail.Denied("Error: %s has more than %d bytes", file, maxSynced)
	case err != nil:
		return "", 0, err
	case !utf8.Valid(data):
		return "", 0, fail.Denied("Error: %s is not UTF-8 text", file)
	}
	return string(data), info.Mode(), nil
}

// replaceSynced writes the file, unless it changed since it was read.
func replaceSynced(root *os.Root, file, was, now string, mode fs.FileMode) error {
	how := safefs.How{Perm: mode.Perm(), Exact: mode != noMode, Sync: true, Check: func() error { return sameSynced(root, file, was, mode) }}
	if mode == noMode {
		how.Perm = 0o644
	}
	return safefs.ReplaceInProject(root, file, []byte(now), how)
}

func removeSynced(root *os.Root, file, was string, mode fs.FileMode) error {
	err := sameSynced(root, file, was, mode)
	if err == nil {
		err = root.Remove(file)
	}
	if err != nil {
		return err
	}
	return safefs.SyncFolder(root, path.Dir(file))
}

func sameSynced(root *os.Root, file, was string, mode fs.FileMode) error {
	there, is, err := readSynced(root, file)
	if err == nil && (there != was || is != mode) {
		err = fail.Conflict("Error: %s was changed in the meantime", file).Hint("try again: {memory sync}")
	}
	return err
}
