//go:build linux && amd64

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// object is one object of the store and the location of its bytes.
type object struct {
	id, kind string
	thread   string // the thread whose words it holds; "" for none
	file     string // below the store
	from, to int64
}

// inventory returns all objects of an undamaged store, as git lists them.
func (b *bench) inventory(dir string) (all []object, err error) {
	at := *b
	at.dir = dir
	var loose, packed, text string
	git := func(answer *string, args ...string) {
		if err == nil {
			err = at.git(answer, append([]string{"--git-dir=.consider"}, args...)...)
		}
	}
	git(&loose, "cat-file", "--batch-all-objects", "--batch-check")
	packs, _ := filepath.Glob(filepath.Join(dir, ".consider", "objects", "pack", "*.idx"))
	for _, pack := range packs {
		git(&packed, "verify-pack", "-v", pack)
		name := filepath.Join("objects", "pack", strings.TrimSuffix(filepath.Base(pack), ".idx")+".pack")
		for _, o := range inPack.FindAllStringSubmatch(packed, -1) {
			size, _ := strconv.ParseInt(o[3], 10, 64)
			from, _ := strconv.ParseInt(o[4], 10, 64)
			all = append(all, object{id: o[1], kind: o[2], file: name, from: from, to: from + size})
		}
	}
	for line := range strings.Lines(loose) {
		f := strings.Fields(line)
		id, kind := f[0], f[1]
		name := filepath.Join("objects", id[:2], id[2:])
		if info, err := os.Stat(filepath.Join(dir, ".consider", name)); err == nil {
			all = append(all, object{id: id, kind: kind, file: name, to: info.Size()})
		}
	}
	for i := range all {
		if all[i].kind == "blob" {
			git(&text, "cat-file", "blob", all[i].id)
			if m := ofThread.FindStringSubmatch(text); m != nil {
				all[i].thread = m[1]
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the inventory of %s: %w", dir, err)
	}
	return all, nil
}

var (
	inPack   = regexp.MustCompile(`(?m)^([0-9a-f]{40}) (\w+) +\d+ (\d+) (\d+)`)
	ofThread = regexp.MustCompile(`^\{\s*"version": 1,\s*"id": "(c_[0-9a-f]+)"`)
)
