//go:build linux && amd64

package proof

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consider/internal/gittest"
)

// after returns the names, and the content of each file, that the disk may have after a power cut when so many steps were
// done. Without luck it is the disk as the steps left it.
func (m *machine) after(done int, luck *rand.Rand) (names map[string]int, data [][]byte) {
	kept, safe := m.survivors(m.steps[:done], luck)
	names = maps.Clone(m.first)
	for _, f := range m.files {
		data = append(data, f.data)
	}
	for i, s := range m.steps[:done] {
		switch {
		case !kept[i]:
		case s.effect == bytesPut:
			data[s.file] = s.write(data[s.file], safe[i], luck)
		case s.effect == sizeSet:
			now := make([]byte, s.at)
			copy(now, data[s.file])
			data[s.file] = now
		default:
			s.apply(names)
		}
	}
	return names, data
}

// survivors says which steps are on the disk, and which of them are there for certain.
func (m *machine) survivors(steps []step, luck *rand.Rand) (kept, safe []bool) {
	kept, safe = make([]bool, len(steps)), make([]bool, len(steps))
	odds, journaled := 1.0, len(steps)
	if luck != nil {
		if odds = luck.Float64(); m.ordered {
			synced := 0
			for _, s := range steps {
				if s.effect == fileSynced {
					synced = max(synced, s.before)
				}
			}
			journaled = synced + luck.IntN(len(steps)-synced+1)
		}
	}
	for j, s := range steps {
		if s.effect != fileSynced && !(s.effect == bytesOut && m.ordered && j < journaled) {
			continue
		}
		for i, of := range steps[:s.before] {
			safe[i] = safe[i] || s.settles(of)
		}
	}
	for j := len(steps) - 1; j >= 0; j-- {
		for i, of := range steps[:j] {
			safe[i] = safe[i] || safe[j] && steps[j].needs(of)
		}
	}
	for j, s := range steps {
		kept[j] = safe[j] || odds == 1 || luck.Float64() < odds
		if s.ofName() && m.ordered {
			kept[j] = j < journaled
		} else if s.ofName() && !safe[j] {
			for i, of := range steps[:j] {
				kept[j] = kept[j] && (kept[i] || !s.needs(of))
			}
		}
		safe[j] = safe[j] || luck == nil
	}
	return kept, safe
}

// settles reports whether a sync makes an earlier step certain: of a file its content and its name, of a folder the names in
// it.
func (s step) settles(of step) bool {
	switch {
	case of.file == s.file:
		return s.effect == fileSynced && of.effect != nameGone || of.effect == bytesPut || of.effect == sizeSet
	case !of.ofName() || s.effect != fileSynced:
		return false
	}
	return path.Dir(of.name) == s.name || of.from != "" && path.Dir(of.from) == s.name
}

// needs reports whether a step on names cannot be on the disk without an earlier one: they are about one name, or one is
// about a folder of the other.
func (s step) needs(of step) bool {
	if !s.ofName() || !of.ofName() {
		return false
	}
	for _, a := range []string{s.name, s.from} {
		for _, b := range []string{of.name, of.from} {
			if a != "" && b != "" && (a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")) {
				return true
			}
		}
	}
	return false
}

// sector is how much a disk writes at once.
const sector = 512

// write returns content with the data of a step. If it was not synced, only its beginning may be there, only some sectors,
// or the length alone.
func (s step) write(old []byte, safe bool, luck *rand.Rand) []byte {
	odds := 1.0
	if !safe {
		switch luck.IntN(4) {
		case 0:
			s.data = s.data[:luck.IntN(len(s.data)+1)]
		case 1:
			odds = luck.Float64()
		case 2:
			odds = 0
		}
	}
	at := int(s.at)
	now := make([]byte, max(len(old), at+len(s.data)))
	copy(now, old)
	for from, to := 0, 0; from < len(s.data); from = to {
		to = min(len(s.data), from+sector-(at+from)%sector)
		if odds == 1 || luck.Float64() < odds {
			copy(now[at+from:], s.data[from:to])
		}
	}
	return now
}

// idle is how long a machine is off after a power cut.
const idle = 10 * time.Minute

// restart starts the machine with another state of its disk. Folders that are there stay, so that they keep their number.
func (m *machine) restart(names map[string]int, data [][]byte) {
	m.t.Helper()
	var old []string
	err := filepath.WalkDir(m.disk, func(path string, e fs.DirEntry, err error) error {
		if id, stays := names[m.below(path)]; err == nil && !(stays && e.IsDir() && m.files[id].mode.IsDir()) {
			old = append(old, path)
		}
		return err
	})
	for _, path := range slices.Backward(old) {
		err = errors.Join(err, os.Remove(path))
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		id, path := names[name], filepath.Join(m.disk, name)
		switch f := m.files[id]; {
		case err != nil:
		case f.mode.IsDir():
			err = os.MkdirAll(path, f.mode.Perm())
		case f.mode&fs.ModeSymlink != 0:
			err = os.Symlink(string(data[id]), path)
		default:
			at := f.at.Add(-idle)
			err = errors.Join(os.WriteFile(path, data[id], f.mode.Perm()), os.Chtimes(path, at, at))
		}
	}
	if err != nil {
		m.t.Fatal(err)
	}
}

// checkRecord fails unless the recorded steps lead to the disk as it is.
func (m *machine) checkRecord() {
	m.t.Helper()
	names, data := m.after(len(m.steps), nil)
	now := &machine{seat: m.seat, disk: m.disk}
	now.begin()
	var is [][]byte
	for _, f := range now.files {
		is = append(is, f.data)
	}
	if diff := gittest.Diff(m.described(names, data), now.described(now.first, is)); diff != "" || m.failed != nil {
		m.t.Fatalf("the record is not complete: %v\n%s", m.failed, clip(diff))
	}
}

// described returns the kind and the content of each name.
func (m *machine) described(names map[string]int, data [][]byte) map[string]string {
	out := map[string]string{}
	for name, id := range names {
		out[name] = fmt.Sprintf("%v, %d bytes, %x", m.files[id].mode.Type(), len(data[id]), sha256.Sum256(data[id]))
	}
	return out
}
