package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// recordName is the record's file in the store's folder, and recordVersion is the version of its format.
const (
	recordName    = "config.json"
	recordVersion = 1
)

func (e *engine) recordFile() location { return location{e.site.Store, recordName} }

// loadRecord reads the record. A missing or damaged record counts as empty: everything that setup writes is also
// recognized without it.
func (e *engine) loadRecord() error {
	text, err := e.disk.read(e.recordFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", e.recordFile().path(), err)
	}
	var r record
	if json.Unmarshal([]byte(text), &r) != nil || r.Version < 1 {
		e.damaged = true
		return nil
	}
	if r.Version > recordVersion {
		return fmt.Errorf("%s: %w", e.recordFile().path(), ErrNewer)
	}
	e.record, e.tracked = r, true
	e.followProject()
	return nil
}

// followProject updates the paths in the record of a project that was moved or copied.
func (e *engine) followProject() {
	i := slices.IndexFunc(e.record.Files, func(f fileRecord) bool { return f.Kind == "program" }) // in bin, in the store's folder
	inside, below := strings.CutPrefix(e.site.Store, e.site.Root)
	if i < 0 || !below {
		return
	}
	old, known := strings.CutSuffix(filepath.Dir(filepath.Dir(e.record.Files[i].Path)), inside)
	if !known || old == e.site.Root {
		return
	}
	move := func(path *string) {
		if rest, ok := strings.CutPrefix(*path, old+string(filepath.Separator)); ok {
			*path, e.changed = filepath.Join(e.site.Root, rest), true
		}
	}
	for i := range e.record.Files {
		move(&e.record.Files[i].Path)
	}
	for i := range e.record.Skills {
		move(&e.record.Skills[i].Path)
	}
	for i := range e.record.Folders {
		move(&e.record.Folders[i])
	}
}

// saveRecord writes the record if it changed.
func (e *engine) saveRecord() error {
	if !e.changed || e.disk.dry {
		return nil
	}
	r := e.record
	r.Version, r.LastUpdatedAt = recordVersion, e.now.UTC().Truncate(time.Second)
	// Readers expect lists, so none is null.
	r.Skills = append([]skillInstall{}, r.Skills...)
	r.Files = append([]fileRecord{}, r.Files...)
	r.Folders = append([]string{}, r.Folders...)
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the record: %w", err)
	}
	if _, err := e.disk.write(e.recordFile(), strings.NewReader(string(data)+"\n"), 0o600); err != nil {
		return fmt.Errorf("write %s: %w", e.recordFile().path(), err)
	}
	e.changed = false
	return nil
}

// recorded returns the record of a file.
func (e *engine) recorded(s location) (fileRecord, bool) {
	i := slices.IndexFunc(e.record.Files, func(f fileRecord) bool { return f.Path == s.path() })
	if i < 0 {
		return fileRecord{}, false
	}
	return e.record.Files[i], true
}

// cannotBeOurs reports whether an unrecorded file is a link or a special file, or below one.
func (e *engine) cannotBeOurs(s location, err error) bool {
	_, known := e.recorded(s)
	return !known && (errors.Is(err, errLink) || errors.Is(err, errForeign))
}

// remember adds a file to the record, or replaces its entry.
func (e *engine) remember(f fileRecord) {
	i := slices.IndexFunc(e.record.Files, func(g fileRecord) bool { return g.Path == f.Path })
	switch {
	case i < 0:
		e.record.Files = append(e.record.Files, f)
	case sameRecord(e.record.Files[i], f):
		return
	default:
		e.record.Files[i] = f
	}
	e.changed = true
}

// recordAndWrite records the new content of the user's file, and then writes it: if this run is killed in between, the
// content of the file is known nevertheless.
func (e *engine) recordAndWrite(s location, f fileRecord, text string) error {
	before, known := e.recorded(s)
	e.remember(f)
	err := e.saveRecord()
	if err == nil {
		var made []location
		made, err = e.disk.write(s, strings.NewReader(text), 0o644)
		e.recordFolders(made)
	}
	switch {
	case err == nil:
	case known:
		e.remember(before)
	default:
		e.forget(s)
	}
	return err
}

// folderOf returns the folder of a recorded file.
func folderOf(file string) string {
	file = strings.TrimRight(file, `/\`)
	return file[:max(0, strings.LastIndexAny(file, `/\`))]
}

func sameRecord(a, b fileRecord) bool {
	return a.Kind == b.Kind && a.SHA256 == b.SHA256 && a.Version == b.Version && a.System == b.System && a.Created == b.Created && slices.Equal(a.Inserted, b.Inserted)
}

// forget removes a file from the record. If it is a skill, its installation is removed too.
func (e *engine) forget(s location) {
	files, installs := len(e.record.Files), len(e.record.Skills)
	e.record.Files = slices.DeleteFunc(e.record.Files, func(f fileRecord) bool { return f.Path == s.path() })
	e.record.Skills = slices.DeleteFunc(e.record.Skills, func(i skillInstall) bool { return i.Path == s.path() })
	e.changed = e.changed || len(e.record.Files) != files || len(e.record.Skills) != installs
}

// recordFolders adds folders to the record.
func (e *engine) recordFolders(folders []location) {
	for _, f := range folders {
		if !slices.Contains(e.record.Folders, f.path()) {
			e.record.Folders, e.changed = append(e.record.Folders, f.path()), true
		}
	}
}

// install adds an agent that was set up to the record.
func (e *engine) install(i skillInstall) {
	if !slices.Contains(e.record.Skills, i) {
		e.record.Skills, e.changed = append(e.record.Skills, i), true
	}
}

// uninstall removes an agent from the record. Others may use the same file.
func (e *engine) uninstall(i skillInstall) {
	was := len(e.record.Skills)
	e.record.Skills = slices.DeleteFunc(e.record.Skills, func(j skillInstall) bool { return i == j })
	e.changed = e.changed || len(e.record.Skills) != was
}

// ErrNewer is returned when a newer consider wrote the record.
var ErrNewer = errors.New("it was written by a newer version of consider")
