//go:build linux && amd64

package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// damaged is a file of the store, and the damage to it.
type damaged struct {
	name, how string
	left      map[string]bool // threads that can still be restored
}

// damage lists the kinds of damage to files.
var damage = []string{"flip", "truncate", "remove"}

// damages returns each kind of damage to each file of the stage's store.
func (b *bench) damages() (all []damaged, err error) {
	dir := filepath.Join(b.stages, harmed)
	objects, err := b.inventory(dir)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(filepath.Join(dir, ".consider"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		info, err := e.Info()
		name := strings.TrimPrefix(path, filepath.Join(dir, ".consider")+"/")
		for _, how := range damage {
			all = append(all, damaged{name: name, how: how, left: left(objects, name, how, info.Size())})
		}
		return err
	})
	return all, err
}

// harmed is the stage whose files are damaged. It has threads in every state, a memory, a checkpoint, a pack and the
// line of a removed worktree.
const harmed = "taken"

// left returns the threads of which some version is still on the disk.
func left(objects []object, name, how string, size int64) map[string]bool {
	threads := map[string]bool{}
	for _, o := range objects {
		hit := o.file == name
		switch how {
		case "flip":
			hit = hit && o.from <= size/2 && size/2 < o.to
		case "truncate":
			hit = hit && o.to > size/2
		}
		if o.thread != "" && !hit {
			threads[o.thread] = true
		}
	}
	return threads
}

// after lists the commands to run on a damaged store.
var after = []string{"list --workflow all", "get OPEN", "log", "summary", "export --format json", "doctor", "memory view /memories", "checkpoint list", "reply OPEN -m afterwards"}

// fair lists the permitted exit codes of a command on a damaged store: it worked, it does not find what is lost, or it
// says that it is lost.
var fair = []int{0, 10, 14}

// fairly runs a command on a damaged store, and complains about other exit codes.
func (b *bench) fairly(args string, complain func(string, ...any)) outcome {
	o := b.run(words(args, b.ids)...)
	if b.decent(o, complain); !slices.Contains(fair, o.code) {
		complain("%s: exit %d: %.300s", args, o.code, o.out)
	}
	return o
}

// damage damages a file and runs every command. fsck has to name what changed, and --repair has to restore what is
// still on the disk.
func (t *tally) damage(b *bench, d damaged) {
	var wrong []string
	complain := func(format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("%s %s: ", d.how, d.name)+fmt.Sprintf(format, args...))
	}
	if err := b.reset(harmed); err != nil {
		t.fault(err)
		return
	}
	before := b.everywhere(func(string, ...any) {})
	if err := d.do(b.fileBelow(d.name)); err != nil {
		t.fault(fmt.Errorf("%s %s: %w", d.how, d.name, err))
		return
	}
	fsck, changed := b.asked(before, complain)
	named := fsck.code != 0 || strings.Contains(fsck.out, `"problems":[{`)
	if changed != "" && !named {
		complain("%s; and fsck is content: %.200s", changed, fsck.out)
	}
	said := "no harm"
	switch repaired := b.repaired(d, before, complain); {
	case changed != "" && repaired:
		said = "named, whole after --repair"
	case !repaired:
		said = "named, words of the file lost"
	case named:
		said = "named, no harm"
	}
	t.count(d.how, fsck, wrong, d.how+": "+said)
}

// asked runs every command, and says what differs from before.
func (b *bench) asked(before map[string]string, complain func(string, ...any)) (fsck outcome, changed string) {
	now := b.everywhere(complain)
	for id, body := range before {
		if now[id] != body {
			changed = "lost: " + id
		}
	}
	fsck = b.run("fsck") // before a write repairs what it can
	b.decent(fsck, complain)
	for _, args := range after {
		o := b.fairly(args, complain)
		if o.code != 0 || strings.Contains(o.out, `"damaged":[{`) {
			changed = fmt.Sprintf("%s: exit %d: %.200s", args, o.code, o.out)
		}
	}
	return fsck, changed
}

// everywhere returns the bodies of all threads by id, including archived and deleted ones.
func (b *bench) everywhere(complain func(string, ...any)) map[string]string {
	all := map[string]string{}
	for _, args := range []string{"list --workflow all", "list --archived", "list --deleted"} {
		maps.Copy(all, b.threads(b.fairly(args, complain)))
	}
	return all
}

// repaired runs the repair, and reports whether all threads are restored. Threads of which some version is on the disk
// have to be.
func (b *bench) repaired(d damaged, before map[string]string, complain func(string, ...any)) bool {
	repair := b.fairly("fsck --repair --as human", complain)
	now, all := b.everywhere(complain), true
	for id, body := range before {
		if now[id] != body {
			all = false
			if d.left[id] {
				complain("thread %s is on the disk, and not brought back: %.300s", id, repair.out)
			}
		}
	}
	if add := b.run("add", "a.txt:11", "-m", "afterwards"); add.code != 0 {
		complain("the next add: exit %d: %.300s", add.code, add.out)
	}
	return all
}

func (d damaged) do(name string) error {
	if d.how == "remove" {
		return os.Remove(name)
	}
	data, err := os.ReadFile(name)
	if err != nil || len(data) == 0 {
		return err
	}
	if d.how == "truncate" {
		data = data[:len(data)/2]
	} else {
		data[len(data)/2] ^= 1
	}
	if err := os.Chmod(name, 0o644); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}
