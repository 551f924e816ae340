//go:build linux && amd64

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// damaged is a file of the store, and what is done to it.
type damaged struct{ name, how string }

// damage is what is done to files.
var damage = []string{"flip", "truncate", "remove"}

// damages are all files of the store that the stage has, times what can be done to each.
func (b *bench) damages() (all []damaged) {
	store := filepath.Join(b.stages, "threads", ".consider")
	_ = filepath.WalkDir(store, func(name string, e fs.DirEntry, err error) error { // a stage that was just written
		if err == nil && e.Type().IsRegular() {
			for _, how := range damage {
				all = append(all, damaged{relative(store, name), how})
			}
		}
		return err
	})
	return all
}

// after are the commands that a damaged store is asked.
var after = []string{"list --workflow all", "get OPEN", "log", "summary", "export --format json", "doctor", "reply OPEN -m afterwards"}

// damage damages a file, and asks every command. What is not as it was, fsck names.
func (t *tally) damage(b *bench, d damaged) {
	var wrong []string
	complain := func(format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("%s %s: ", d.how, d.name)+fmt.Sprintf(format, args...))
	}
	if err := b.reset("threads"); err != nil {
		t.fault(err)
		return
	}
	before := b.threads(b.run("list", "--workflow", "all"))
	name := b.fileBelow(d.name)
	if err := d.do(name); err != nil {
		t.fault(fmt.Errorf("%s %s: %w", d.how, d.name, err))
		return
	}
	list := b.run("list", "--workflow", "all")
	changed := ""
	if list.code != 0 || strings.Contains(list.out, `"damaged":[{`) {
		changed = fmt.Sprintf("list: exit %d: %.200s", list.code, list.out)
	}
	now := b.threads(list)
	for id, body := range before {
		if now[id] != body {
			changed = "lost: " + id
		}
	}
	fsck := b.run("fsck") // before a write makes good what it can
	b.decent(fsck, complain)
	for _, args := range after {
		o := b.run(words(args, b.ids)...)
		b.decent(o, complain)
		if o.code != 0 {
			changed = fmt.Sprintf("%s: exit %d: %.200s", args, o.code, o.out)
		}
	}
	told := slices.ContainsFunc([]string{`"lost":[{`, `"recovered"`, `"warning`}, func(w string) bool { return strings.Contains(list.out+fsck.out, w) })
	if changed != "" && fsck.code == 0 && !told {
		complain("%s; and fsck is content: %.200s", changed, fsck.out)
	}
	t.count(d.how, fsck, wrong)
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

// relative is a path below a folder.
func relative(dir, name string) string {
	rel, err := filepath.Rel(dir, name)
	if err != nil {
		return name
	}
	return rel
}
