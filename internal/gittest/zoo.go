package gittest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Specimen is one repository of the zoo. Most hold f1.txt (six lines) and
// src/a.go (five lines) in two commits.
type Specimen struct {
	Name string
	Dir  string
	// Odd says what is odd about it.
	Odd string
	// Reason is set when the installed git is too old to make it. The specimen
	// is then the closest that this git, or a text editor, can make.
	Reason string
}

var shared struct {
	once      sync.Once
	dir       string
	specimens []Specimen
	err       error
}

func removeShared() {
	if shared.dir != "" {
		os.RemoveAll(shared.dir)
	}
}

// plan says how to make one specimen.
type plan struct {
	name, odd string
	build     func(z *zookeeper, name string)
}

// zookeeper makes specimens; after a failure it makes no more.
type zookeeper struct {
	dir, home    string
	name, reason string
}

type zooError struct{ error }

func (z *zookeeper) must(err error) {
	if err != nil {
		panic(zooError{err})
	}
}

func (z *zookeeper) path(name string) string { return filepath.Join(z.dir, filepath.FromSlash(name)) }

func (z *zookeeper) git(in string, args ...string) string {
	out, err := run(z.path(in), z.home, nil, args...)
	z.must(err)
	return strings.TrimSpace(out)
}

func (z *zookeeper) write(path, text string) { z.must(writeFile(z.path(path), text)) }

func (z *zookeeper) add(path, text string) {
	f, err := os.OpenFile(z.path(path), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	z.must(err)
	_, err = f.WriteString(text)
	z.must(err)
	z.must(f.Close())
}

// seed makes a repository with the usual two commits. A plain one is a copy of
// the first plain one, which saves five runs of git.
func (z *zookeeper) seed(name string, initArgs ...string) {
	const first = "normal"
	if len(initArgs) == 0 && name != first {
		z.must(os.CopyFS(z.path(name), os.DirFS(z.path(first))))
		z.git(name, "update-index", "-q", "--refresh")
		return
	}
	z.init(name, initArgs...)
	z.write(name+"/f1.txt", "line 1\nline 2\nline 3\nline 4\nline 5\n")
	z.write(name+"/src/a.go", "line 1\nline 2\nline 3\nline 4\nline 5\n")
	z.git(name, "add", "-A")
	z.git(name, "commit", "-qm", "init")
	z.add(name+"/f1.txt", "more\n")
	z.git(name, "commit", "-qam", "second")
}

func (z *zookeeper) init(name string, args ...string) {
	z.must(os.MkdirAll(z.path(name), 0o755))
	z.git(name, append([]string{"init", "-q", "--template="}, args...)...)
}

// config appends to the repository's configuration.
func (z *zookeeper) config(name, text string) { z.add(name+"/.git/config", text) }

// need reports whether git is new enough. If it is not, need records the reason
// why a specimen is not quite what its name says.
func (z *zookeeper) need(major, minor int) bool {
	if atLeast(major, minor) {
		return true
	}
	z.reason = fmt.Sprintf("git %d.%d or newer makes the real one", major, minor)
	return false
}
