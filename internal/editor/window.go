package editor

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consider/internal/lazy"
	"consider/internal/safefs"
)

// Folder is where the windows' state files are, in the store's folder.
const Folder = "run"

// suffix ends a state file's name. While it is written it has a temporary name with another ending.
const suffix = ".json"

// stateFileName matches the names of state files: that of window 12 is editor-12.json.
var stateFileName = lazy.Regexp(`^editor-[0-9]+\.json(\.[0-9a-f]+\.tmp)?$`)

const maxWindows = 64 // windows that are read

// maxSilence is how long a file is kept if it is unknown whether its window is still open. The extension waits as long
// (extension/src/editor/file.ts).
const maxSilence = 10 * time.Minute

// Asker is the caller that wants to know where the person is.
type Asker struct {
	Store  string // the store's folder, absolute
	Root   string // the project's root, absolute
	Dir    string // the asker's working folder, absolute
	Window string // id of the window whose terminal the asker runs in, "" if none is known
	Now    time.Time

	Namespace string             // the asker's, "" where there are none
	Alive     func(pid int) bool // whether a process of this namespace lives; required
}

// ActiveWindow returns the window that the asker most likely means: the one whose terminal they are in, or the one with
// the innermost open folder around their working folder, or the one that had the focus last, in this order. It returns
// false if no window is open, or none that can be read: there is nothing an asker could do about it.
func ActiveWindow(a Asker) (State, bool) {
	windows := a.windows()
	if len(windows) == 0 {
		return State{}, false
	}
	own := slices.DeleteFunc(slices.Clone(windows), func(w State) bool { return w.Window != a.Window })
	if len(own) > 0 {
		windows = own
	}
	dir := resolvePath(a.Dir)
	return slices.MaxFunc(windows, func(x, y State) int {
		return cmp.Or(
			cmp.Compare(x.depthAround(a.Dir, dir), y.depthAround(a.Dir, dir)),
			cmp.Compare(x.FocusedAt, y.FocusedAt),
			cmp.Compare(x.HeartbeatAt, y.HeartbeatAt),
			cmp.Compare(x.PID, y.PID),
		)
	}), true
}

// depthAround returns the length of the innermost open folder that dir lies in, 0 if it lies in none. dir is as the
// asker and as the disk spells it.
func (s State) depthAround(dirs ...string) int {
	most := 0
	for _, folder := range s.Folders {
		for _, dir := range dirs {
			for _, f := range []string{filepath.Clean(folder), resolvePath(folder)} {
				if rel, err := filepath.Rel(f, dir); err == nil && filepath.IsLocal(rel) {
					most = max(most, len(f))
				}
			}
		}
	}
	return most
}

// resolvePath resolves links as far as that can be done.
func resolvePath(dir string) string {
	if out, err := filepath.EvalSymlinks(dir); err == nil {
		return out
	}
	return dir
}

// windows returns the state of all windows that are open. It removes the state files of windows that ended without
// removing them: they may hold text that the person selected.
func (a Asker) windows() []State {
	store, err := os.OpenRoot(a.Store)
	if err != nil {
		return nil
	}
	defer store.Close()
	// A link in its place would show what lies elsewhere.
	if info, err := store.Lstat(Folder); err != nil || !info.IsDir() {
		return nil
	}
	folder, err := store.Open(Folder)
	if err != nil {
		return nil
	}
	names, _ := folder.Readdirnames(16 * maxWindows)
	folder.Close()
	slices.Sort(names)
	var out []State
	for _, name := range names {
		if !stateFileName().MatchString(name) {
			continue
		}
		name = Folder + "/" + name
		var state *State
		if data, err := safefs.Read(store, name, MaxFile); err == nil && strings.HasSuffix(name, suffix) {
			if s, err := decode(data); err == nil {
				state = &s
			}
		}
		switch {
		case state != nil && a.isOpen(*state):
			if len(out) < maxWindows && (state.Root == "" || state.Root == a.Root) {
				out = append(out, *state)
			}
		case a.hasEnded(store, name, state):
			_ = store.Remove(name) // if that is not allowed, the next caller may do it
		}
	}
	return out
}

// hasEnded reports whether the file's window has ended. s is its content, nil for half a file or one of a newer version.
func (a Asker) hasEnded(store *os.Root, name string, s *State) bool {
	info, err := store.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	silent := a.Now.Sub(info.ModTime())
	if s == nil || s.Namespace != a.Namespace {
		return silent > maxSilence
	}
	// After a computer slept, open windows have been silent for long.
	return silent > Silence && !a.Alive(s.PID)
}

// isOpen reports whether the window is still open: its last heartbeat is recent, and its process runs, if that can be
// known.
func (a Asker) isOpen(s State) bool {
	silent := a.Now.UnixMilli() - s.HeartbeatAt
	if silent > Silence.Milliseconds() || silent < -Silence.Milliseconds() {
		return false
	}
	return s.Namespace != a.Namespace || a.Alive(s.PID)
}
