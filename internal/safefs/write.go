package safefs

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// TempPrefix begins the names of files that are being written, where the caller names no other beginning.
const TempPrefix = ".consider-tmp-"

// How says how a file is made or replaced.
type How struct {
	// Temp begins the name that the file has until it is whole: a path, slash-separated. "" is TempPrefix, in the
	// file's own folder.
	Temp string
	// Perm are the new file's permissions, of which the umask takes its part; with Exact it takes nothing.
	Perm  fs.FileMode
	Exact bool
	// Sync makes content and name survive a power cut.
	Sync bool
	// Program: the file may be a program that runs. Where such a one cannot be replaced it is moved away.
	Program bool
	// Made is given the file when it is new and empty; may be nil.
	Made func(*os.File)
	// Check is asked when the content is written, just before the file gets its name; its error ends it.
	Check func() error
}

// Replace makes a file have this content, or leaves it as it was.
func Replace(root *os.Root, name string, content io.Reader, how How) error {
	publish := (*os.Root).Rename
	if how.Program {
		publish = replaceProgram
	}
	return put(root, name, content, how, publish)
}

// Until it is whole, a file of the project is in the store's folder under a name that the store's collection deletes.
const (
	storeFolder = ".consider"
	unfinished  = "file.tmp-"
)

// ReplaceInProject is Replace for a file of the project. Git never sees what a killed program left, unless there is no
// store's folder in the project or it is on another disk: then the unfinished file is next to the file.
func ReplaceInProject(project *os.Root, name string, data []byte, how How) error {
	if Folder(project, storeFolder) == nil {
		Sweep(project, storeFolder, func(name string) bool { // others may be writing
			info, err := project.Lstat(storeFolder + "/" + name)
			return strings.HasPrefix(name, unfinished) && err == nil && time.Since(info.ModTime()).Abs() >= time.Minute
		})
		how.Temp = storeFolder + "/" + unfinished
		err := Replace(project, name, bytes.NewReader(data), how)
		var link *os.LinkError
		if !errors.As(err, &link) && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		how.Temp = ""
	}
	return Replace(project, name, bytes.NewReader(data), how)
}

// Create makes a file with this content; [fs.ErrExist] if there is one. Of several that make it at the same time one
// succeeds.
func Create(root *os.Root, name string, data []byte, how How) error {
	return put(root, name, bytes.NewReader(data), how, func(root *os.Root, from, to string) error {
		// Unlike a rename, a link fails if the name is taken.
		err := root.Link(from, to)
		if err != nil && !errors.Is(err, fs.ErrExist) { // a disk without links
			err = Write(root, to, how, func(w io.Writer) error {
				_, err := w.Write(data)
				return err
			})
		}
		if err == nil {
			_ = root.Remove(from)
		}
		return err
	})
}

func put(root *os.Root, name string, content io.Reader, how How, publish func(root *os.Root, from, to string) error) error {
	temp := how.Temp
	if temp == "" {
		temp = path.Join(path.Dir(name), TempPrefix)
	}
	temp += RandomName()
	err := Write(root, temp, how, func(w io.Writer) error {
		_, err := io.Copy(w, content)
		return err
	})
	if err != nil {
		return err
	}
	if how.Check != nil {
		err = how.Check()
	}
	if err == nil {
		err = publish(root, temp, name)
	}
	if err != nil {
		_ = root.Remove(temp)
		return err
	}
	if how.Sync {
		return SyncFolder(root, path.Dir(name))
	}
	return nil
}

// Write makes a new file under the very name that is given, and deletes it again when that fails. With How.Sync its
// content is durable, its name is not yet.
func Write(root *os.Root, name string, how How, fill func(io.Writer) error) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, how.Perm)
	if err != nil {
		return err
	}
	if how.Made != nil {
		how.Made(f)
	}
	err = fill(f)
	if err == nil && how.Exact {
		err = f.Chmod(how.Perm)
	}
	if err == nil && how.Sync {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = root.Remove(name)
	}
	return err
}

// RandomName is the end of a name that no other file has.
func RandomName() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// SyncFolder makes the names in a folder durable. A file system that cannot sync a folder is taken at its word, and a
// folder that may be written but not read is left to it; any other failure is one.
func SyncFolder(root *os.Root, name string) error {
	if !foldersSync {
		return nil
	}
	d, err := root.Open(name)
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !cannotSync(err) {
		return fmt.Errorf("sync folder %s: %w", name, err)
	}
	return nil
}

// Sweep deletes what killed programs have left in a folder: the plain files whose names say so.
func Sweep(root *os.Root, folder string, left func(name string) bool) {
	d, err := root.Open(folder)
	if err != nil {
		return
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return
	}
	for _, name := range names {
		if !left(name) {
			continue
		}
		if info, err := root.Lstat(path.Join(folder, name)); err == nil && info.Mode().IsRegular() {
			_ = root.Remove(path.Join(folder, name))
		}
	}
}

// RemoveAll deletes a folder with all that is in it, also what programs add that still have it open, until they end.
func RemoveAll(root *os.Root, name string) error {
	err := root.RemoveAll(name)
	for tries := 0; errors.Is(err, fs.ErrExist) && tries < removeTries; tries++ {
		err = root.RemoveAll(name)
	}
	return err
}

// removeTries bounds how often a folder is deleted that another program keeps filling.
const removeTries = 1000
