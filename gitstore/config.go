package gitstore

import (
	"errors"
	"io/fs"
	"os"
	"strconv"

	"consider/internal/gitfmt"
)

const (
	knownLayout = 1 // files, refs and locks: [consider] layout in config
	maxConfig   = 64 << 10
)

// head and config are the least that real git needs to recognize a repository. config also keeps git from packing or
// pruning on its own.
const (
	gitignoreText = "*\n"
	headText      = "ref: " + refName + "\n"
	configText    = `[core]
	repositoryformatversion = 0
	bare = true
	logAllRefUpdates = always
	fsync = committed,loose-object,reference
[gc]
	auto = 0
[maintenance]
	auto = false
[consider]
	layout = 1
`
)

// ignoreSelf writes .gitignore before anything else, without a temporary file: at no moment may the user's git see a
// file of the store.
func (s *Store) ignoreSelf() error {
	st, err := s.root.Lstat(".gitignore")
	if err == nil && st.Mode().IsRegular() && st.Size() > 0 {
		return nil
	}
	f, err := s.openFile(".gitignore", os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(gitignoreText)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = s.root.Remove(".gitignore") // git would see an empty one
	}
	return accessError(err)
}

// ensureFile writes a file that is missing or, after a power cut, empty. Changes made to an existing file stay.
func (s *Store) ensureFile(name, text string) error {
	data, err := s.readFile(name, maxConfig)
	if err == nil && len(data) > 0 {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err = s.writeFile(name, []byte(text), true)
	if _, now := s.root.Lstat(name); errors.Is(err, fs.ErrNotExist) && now == nil {
		return nil // another creator has made it and swept our temporary file
	}
	return err
}

// checkConfig reads the layout version. A missing or unreadable line counts as version 1, because the file may have
// been lost. A newer layout is always stated.
func (s *Store) checkConfig() error {
	data, err := s.readFile("config", maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if v := layoutIn(data); v > knownLayout {
		return &VersionError{What: "layout", Have: v, Know: knownLayout}
	}
	return nil
}

// layoutIn returns the layout version that a config states, 0 if it states none.
func layoutIn(config []byte) int {
	var c gitfmt.Config
	c.Parse(string(config))
	version, err := strconv.Atoi(c.Get("consider.layout"))
	if err != nil {
		return 0
	}
	return version
}
