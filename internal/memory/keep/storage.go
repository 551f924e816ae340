package keep

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// Files is the state of a memory at one moment. Errors are those of the disk or of a key, never of a caller's input.
type Files interface {
	List() ([]File, error) // sorted by path
	Read(p Path) ([]byte, error)
	Pins() ([]Path, error) // sorted by path; some of the files may be gone
	// Check refuses a path that has something other than a file that can be read. given is the path as the caller wrote it.
	Check(p Path, given string) error
}

// Edit is what one command changes.
type Edit struct {
	Write  map[Path][]byte
	Remove []Path
	Pins   []Path // all pins from now on; only with Repin
	Repin  bool
}

// Paths returns the paths of the files that the edit writes and removes.
func (e Edit) Paths() []Path { return slices.AppendSeq(slices.Clone(e.Remove), maps.Keys(e.Write)) }

// IsZero reports whether the edit changes nothing.
func (e Edit) IsZero() bool { return len(e.Write) == 0 && len(e.Remove) == 0 && !e.Repin }

// Op describes a change for the history.
type Op struct {
	Command string
	Path    Path // the path that it is about
}

// Storage keeps one memory.
type Storage interface {
	// View calls fn on the current files. If the storage does not exist yet, there are no files.
	View(ctx context.Context, fn func(Files) error) error
	// Change calls fn on the newest files, while no other writer can change them, and applies the returned edit as a
	// whole. It may call fn again on a newer state. If fn returns an error, Change returns it and changes nothing.
	Change(ctx context.Context, op Op, fn func(Files) (Edit, error)) error
}

// Plain is files kept unencrypted in blobs.
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
func (p Plain) Pins() ([]Path, error) { return getPins(p.Blobs, pinsFile, asIs) }

// Check implements [Files]: blobs are always files.
func (Plain) Check(Path, string) error { return nil }

// Apply makes an edit.
func (p Plain) Apply(e Edit) error {
	for _, path := range e.Remove {
		if err := p.Blobs.Remove(filesFolder + string(path)); err != nil {
			return err
		}
	}
	for path, data := range e.Write {
		p.Blobs.Put(filesFolder+string(path), data)
	}
	if !e.Repin {
		return nil
	}
	return putPins(p.Blobs, pinsFile, e.Pins, asIs)
}

func listAndPins(f Files) (list []File, pins []Path, err error) {
	if list, err = f.List(); err == nil {
		pins, err = f.Pins()
	}
	return list, pins, err
}

func sortFiles(list []File) {
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(string(a.Path), string(b.Path)) })
}

func has(list []File, p Path) bool {
	return slices.ContainsFunc(list, func(f File) bool { return f.Path == p })
}

// below returns the files in a folder.
func below(list []File, dir Path) []File {
	return slices.DeleteFunc(slices.Clone(list), func(f File) bool { return f.Path == dir || !f.Path.In(dir) })
}
