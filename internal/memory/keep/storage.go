package keep

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
)

// ErrNewer means that only a newer consider reads it.
var ErrNewer = errors.New("written by a newer consider")

// Files is the state of a memory at one moment. Errors are those of the disk or of a key, never of a caller.
type Files interface {
	List() ([]File, error) // in the order of their paths
	Read(p Path) ([]byte, error)
	Pins() ([]Path, error) // in the order of their paths; some may be gone
}

// Checker is what [Files] are where something else than files may be at a path. It refuses such paths.
type Checker interface {
	Check(p Path, given string) error
}

func check(f Files, p Path, given string) error {
	if c, ok := f.(Checker); ok {
		return c.Check(p, given)
	}
	return nil
}

// Edit is what one command changes.
type Edit struct {
	Write  map[Path][]byte
	Remove []Path
	Pins   []Path // all pins from now on; only with Repin
	Repin  bool
}

// Paths are those of the files that it writes and removes.
func (e Edit) Paths() []Path { return slices.AppendSeq(slices.Clone(e.Remove), maps.Keys(e.Write)) }

// IsZero reports whether it changes nothing.
func (e Edit) IsZero() bool { return len(e.Write) == 0 && len(e.Remove) == 0 && !e.Repin }

// Op says what a change is, for the history.
type Op struct {
	Command string
	Path    Path // the one it is about
}

// Storage keeps one memory.
type Storage interface {
	// View calls fn on the files as they are. No storage yet is no file.
	View(ctx context.Context, fn func(Files) error) error
	// Change calls fn on the newest files, alone, and applies what it returns as a whole. It may call fn again
	// on a newer state. An error of fn is returned and changes nothing.
	Change(ctx context.Context, op Op, fn func(Files) (Edit, error)) error
}

// Plain are files kept as they are in blobs.
type Plain struct{ Blobs Blobs }

// List implements [Files].
func (p Plain) List() ([]File, error) {
	names, err := p.Blobs.Names()
	if err != nil {
		return nil, err
	}
	var out []File
	for _, n := range names {
		rest, ok := strings.CutPrefix(n, filesFolder)
		if !ok {
			continue
		}
		data, err := p.Blobs.Read(n)
		if err != nil {
			return nil, err
		}
		out = append(out, File{Path(rest), len(data)})
	}
	sortFiles(out)
	return out, nil
}

// Read implements [Files].
func (p Plain) Read(path Path) ([]byte, error) { return p.Blobs.Read(filesFolder + string(path)) }

// Pins implements [Files].
func (p Plain) Pins() ([]Path, error) {
	data, err := p.Blobs.Read(pinsFile)
	if errors.Is(err, ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decodePins(data)
}

// Apply makes an edit.
func (p Plain) Apply(e Edit) error {
	for _, path := range e.Remove {
		if err := p.Blobs.Remove(filesFolder + string(path)); err != nil && !errors.Is(err, ErrNotExist) {
			return err
		}
	}
	for path, data := range e.Write {
		if err := p.Blobs.Put(filesFolder+string(path), data); err != nil {
			return err
		}
	}
	if !e.Repin {
		return nil
	}
	return putPins(p.Blobs, pinsFile, e.Pins)
}

func sortFiles(list []File) {
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(string(a.Path), string(b.Path)) })
}

func find(list []File, p Path) (File, bool) {
	i := slices.IndexFunc(list, func(f File) bool { return f.Path == p })
	if i < 0 {
		return File{}, false
	}
	return list[i], true
}

// below returns the files in a folder.
func below(list []File, dir Path) []File {
	var out []File
	for _, f := range list {
		if f.Path != dir && f.Path.In(dir) {
			out = append(out, f)
		}
	}
	return out
}

// Still is a storage that is only looked at.
type Still struct{ Files Files }

// View implements [Storage].
func (s Still) View(_ context.Context, fn func(Files) error) error { return fn(s.Files) }

// Change implements [Storage].
func (s Still) Change(context.Context, Op, func(Files) (Edit, error)) error {
	return refuse(Denied, "Error: this memory is only read")
}
