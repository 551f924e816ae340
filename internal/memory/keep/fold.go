package keep

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Folded shows files under names in one Unicode form, NFC, which all callers use. A file that an earlier version or
// another program wrote may have a name in another form, and two names may even look the same. In that case the name
// that is in NFC is shown as it is, and each other one with a number, as "name (2).md".
type Folded struct {
	Files

	kept map[Path]Path // kept path by shown path, where they differ; nil until needed
	dirs map[Path]Path // the same for folders
}

// Fold returns f as a Folded.
func Fold(f Files) *Folded { return &Folded{Files: f} }

// Shown returns the paths under which kept paths are shown, in the same order.
func Shown(kept []Path) []Path {
	out := slices.Clone(kept)
	taken := map[Path]bool{}
	var others []int
	for i, p := range kept {
		if norm.NFC.IsNormalString(string(p)) {
			taken[p] = true
		} else {
			others = append(others, i)
		}
	}
	slices.SortFunc(others, func(a, b int) int { return strings.Compare(string(kept[a]), string(kept[b])) })
	for _, i := range others {
		as := Path(norm.NFC.String(string(kept[i])))
		out[i] = as
		for n := 2; taken[out[i]]; n++ {
			dir, name := path.Split(string(as))
			ext := path.Ext(name)
			if ext == name {
				ext = ""
			}
			out[i] = Path(fmt.Sprintf("%s%s (%d)%s", dir, strings.TrimSuffix(name, ext), n, ext))
		}
		taken[out[i]] = true
	}
	return out
}

// List implements [Files].
func (f *Folded) List() ([]File, error) {
	list, err := f.Files.List()
	if err != nil {
		return nil, err
	}
	paths := make([]Path, len(list))
	for i, file := range list {
		paths[i] = file.Path
	}
	f.kept, f.dirs = map[Path]Path{}, map[Path]Path{}
	for i, shown := range Shown(paths) {
		if shown == paths[i] {
			continue
		}
		f.kept[shown], list[i].Path = paths[i], shown
		for _, dir := range paths[i].parents() {
			f.dirs[Path(norm.NFC.String(string(dir)))] = dir
		}
	}
	if len(f.kept) > 0 {
		for _, p := range paths { // if a folder also exists in NFC, new files go there
			for _, dir := range p.parents() {
				delete(f.dirs, dir)
			}
		}
		sortFiles(list)
	}
	return list, nil
}

// at returns where the file with a shown path is kept, or will be.
func (f *Folded) at(p Path) (Path, error) {
	if f.kept == nil {
		if _, err := f.List(); err != nil {
			return "", err
		}
	}
	if kept, ok := f.kept[p]; ok {
		return kept, nil
	}
	for _, dir := range slices.Backward(p.parents()) {
		if kept, ok := f.dirs[dir]; ok {
			return kept + p[len(dir):], nil
		}
	}
	return p, nil
}

// Read implements [Files].
func (f *Folded) Read(p Path) ([]byte, error) {
	data, err := f.Files.Read(p)
	if !errors.Is(err, ErrNotExist) {
		return data, err
	}
	kept, atErr := f.at(p)
	if atErr != nil || kept == p {
		return data, errors.Join(err, atErr)
	}
	return f.Files.Read(kept)
}

// Pins implements [Files].
func (f *Folded) Pins() ([]Path, error) {
	pins, err := f.Files.Pins()
	if err != nil || len(pins) == 0 {
		return pins, err
	}
	if _, err := f.at(""); err != nil {
		return nil, err
	}
	shown := map[Path]Path{}
	for as, kept := range f.kept {
		shown[kept] = as
	}
	for i, p := range pins {
		if as, ok := shown[p]; ok {
			pins[i] = as
		}
	}
	return tidy(pins), nil
}

// Check implements [Files].
func (f *Folded) Check(p Path, given string) error {
	kept, err := f.at(p)
	if err != nil {
		return err
	}
	return f.Files.Check(kept, given)
}

// Kept translates an edit of shown paths into one of kept paths.
func (f *Folded) Kept(e Edit) (Edit, error) {
	out := Edit{Write: map[Path][]byte{}, Repin: e.Repin}
	for p, data := range e.Write {
		kept, err := f.at(p)
		if err != nil {
			return Edit{}, err
		}
		out.Write[kept] = data
	}
	for from, to := range map[*[]Path]*[]Path{&e.Remove: &out.Remove, &e.Pins: &out.Pins} {
		for _, p := range *from {
			kept, err := f.at(p)
			if err != nil {
				return Edit{}, err
			}
			*to = append(*to, kept)
		}
	}
	return out, nil
}
