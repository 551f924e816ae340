package keep

import (
	"context"
	"errors"
	"slices"

	"consider/internal/digest"
	"consider/internal/fail"
)

// Version identifies a file's content, so that a save can say which content was edited.
func Version(data []byte) string {
	return digest.Of(string(data))[:16]
}

// Save replaces a file's content, or creates the file when version is "". It refuses if the content is no longer that
// of version, so that no change is lost.
func Save(ctx context.Context, s Storage, path, text, version string) error {
	at, err := ParsePath(path)
	if err != nil {
		return err
	}
	return s.Change(ctx, Op{"save", at}, func(f Files) (Edit, error) {
		if err := f.Check(at, path); err != nil {
			return Edit{}, err
		}
		list, err := f.List()
		if err != nil {
			return Edit{}, err
		}
		there := has(list, at)
		switch {
		case version == "" && there || at.IsRoot() || len(below(list, at)) > 0:
			return Edit{}, fileExists(path)
		case version != "" && !there:
			return Edit{}, noFile(path)
		case !there:
			if why := clash(list, at); why != "" {
				return Edit{}, badPath(path, why)
			}
		default:
			data, err := f.Read(at)
			if err != nil {
				return Edit{}, err
			}
			if Version(data) != version {
				return Edit{}, fail.Conflict("Error: %s was changed in the meantime", clip(path)).Hint("read it again and redo your change")
			}
			if string(data) == text {
				return Edit{}, nil
			}
		}
		e := write(at, text)
		return e, e.check(f)
	})
}

// Pin pins or unpins files, and returns all pins.
func Pin(ctx context.Context, s Storage, paths []string, on bool) ([]Path, error) {
	var all []Path
	op := Op{Command: "unpin"}
	if on {
		op.Command = "pin"
	}
	var at []Path
	for _, given := range paths {
		p, err := ParsePath(given)
		if err != nil {
			return nil, err
		}
		at = append(at, p)
	}
	if len(at) > 0 {
		op.Path = at[0]
	}
	err := s.Change(ctx, op, func(f Files) (Edit, error) {
		list, pins, err := listAndPins(f)
		if err != nil {
			return Edit{}, err
		}
		all = pins
		for i, p := range at {
			if on && !has(list, p) {
				return Edit{}, notThere(paths[i])
			}
			if on {
				all = append(slices.Clone(all), p)
			} else {
				all = slices.DeleteFunc(slices.Clone(all), func(q Path) bool { return q == p })
			}
		}
		all = tidy(all)
		e := Edit{Pins: all, Repin: !slices.Equal(all, pins)}
		return e, e.check(f)
	})
	return all, err
}

// Clear removes all files and pins, and returns the files.
func Clear(ctx context.Context, s Storage) ([]File, error) {
	var was []File
	err := s.Change(ctx, Op{Command: "clear"}, func(f Files) (e Edit, err error) {
		var pins []Path
		was, pins, err = listAndPins(f)
		for _, file := range was {
			e.Remove = append(e.Remove, file.Path)
		}
		e.Repin = len(pins) > 0
		return e, err
	})
	return was, err
}

// Content is a file with its content.
type Content struct {
	Path   Path
	Data   []byte
	Pinned bool
}

// All reads all files, pinned ones first.
func All(ctx context.Context, s Storage) (out []Content, err error) {
	err = s.View(ctx, func(f Files) (err error) {
		out, err = Contents(f)
		return err
	})
	return out, err
}

// Contents is All of files at one moment.
func Contents(f Files) (out []Content, err error) {
	list, pins, err := listAndPins(f)
	if err != nil {
		return nil, err
	}
	for _, file := range PinnedFirst(list, pins) {
		data, err := f.Read(file.Path)
		if errors.Is(err, ErrNotExist) {
			continue
		}
		if err != nil {
			return out, err
		}
		out = append(out, Content{file.Path, data, slices.Contains(pins, file.Path)})
	}
	return out, nil
}

// Import imports files. A file that exists with other content is refused unless over is set, which replaces it. Import
// returns how many files were written.
func Import(ctx context.Context, s Storage, files []Content, over bool) (int, error) {
	written := 0
	err := s.Change(ctx, Op{Command: "import"}, func(f Files) (Edit, error) {
		written = 0
		list, pins, err := listAndPins(f)
		if err != nil {
			return Edit{}, err
		}
		e := Edit{Write: map[Path][]byte{}, Pins: slices.Clone(pins)}
		for _, c := range files {
			if has(list, c.Path) {
				data, err := f.Read(c.Path)
				if err != nil {
					return Edit{}, err
				}
				if string(data) != string(c.Data) && !over {
					return Edit{}, fileExists(c.Path.String()).Hint("rename one of them, or pass {--over} to replace the existing file")
				}
			} else if why := clash(list, c.Path); why != "" {
				return Edit{}, badPath(c.Path.String(), why)
			}
			e.Write[c.Path] = c.Data
			list = append(list, File{c.Path, len(c.Data)})
			written++
			if c.Pinned {
				e.Pins = append(e.Pins, c.Path)
			}
		}
		e.Pins = tidy(e.Pins)
		e.Repin = !slices.Equal(e.Pins, pins)
		return e, e.check(f)
	})
	return written, err
}
