//go:build linux && amd64

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// answered lists the exit codes that report a known result; 1 is a bug.
var answered = []int{0, 2, 10, 11, 12, 13, 14, 15, 16, 17, 130, -1}

// suffer makes a change with a fault, and returns what is wrong afterwards.
func (b *bench) suffer(c change, f fault) (o outcome, wrong []string, err error) {
	stage := cmp.Or(c.on, "threads")
	if err := b.reset(stage); err != nil {
		return o, nil, err
	}
	kept := b.before(stage)
	cmd := b.command(c.stdin, words(c.args, b.ids)...)
	if o, err = trace(cmd, f); err != nil {
		return o, nil, err
	}
	complain := func(format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("%s, %s at %d: ", c.name, f.kind, f.at)+fmt.Sprintf(format, args...))
	}
	b.decent(o, complain)
	b.next(c, o, kept, f.kind == "none", complain)
	return o, wrong, nil
}

// decent complains if the answer comes from a program that broke.
func (b *bench) decent(o outcome, complain func(string, ...any)) {
	switch {
	case o.hung:
		complain("it hangs")
	case !slices.Contains(answered, o.code) || strings.Contains(o.out, `"kind":"internal"`):
		complain("exit %d: %.300s%.300s", o.code, o.out, o.err)
	case strings.Contains(o.err, "panic") || strings.Contains(o.err, "fatal error:"):
		complain("it crashed: %.300s", o.err)
	}
}

// next checks that, after the fault, everything acknowledged is there, the store is intact, and the next command works.
func (b *bench) next(c change, o outcome, kept map[string]string, whole bool, complain func(string, ...any)) {
	if c.mends && o.code != 0 {
		b.decent(b.run(words(c.args, b.ids)...), complain)
	}
	list := b.run("list", "--workflow", "all")
	if c.gone && list.code == 11 {
		if o.code == 0 && c.shows != "no_store" {
			complain("it was acknowledged, and there is no store")
		}
	} else {
		b.whole(c, list, kept, complain)
	}
	if c.mends || o.code == 0 && !c.through() && (!c.aside || whole) || strings.Contains(o.out, `"result":{`) {
		if got := b.run(words(c.look, b.ids)...); !c.did(got.out, b.ids) {
			complain("it was acknowledged, and %s shows: %.300s", c.look, got.out)
		}
	}
	b.truth(c, o, complain)
	again := b.run(words(c.args, b.ids)...)
	if b.decent(again, complain); again.code == 14 || again.code == 13 {
		complain("the same again: exit %d: %.300s", again.code, again.out)
	}
	if add := b.run("add", "a.txt:11", "-m", "afterwards"); add.code != 0 {
		complain("the next add: exit %d: %.300s", add.code, add.out)
	}
	var out string
	if err := b.git(&out, "status", "--porcelain", "-uall"); err != nil || strings.Contains(out, "tmp") || strings.Contains(out, " .consider/") {
		complain("git sees leftovers: %s", out)
	}
}

// before returns the threads of a stage that was just set up; they are the same each time.
func (b *bench) before(stage string) map[string]string {
	if b.kept[stage] == nil {
		b.kept[stage] = b.threads(b.run("list", "--workflow", "all"))
	}
	return b.kept[stage]
}

func (b *bench) whole(c change, list outcome, kept map[string]string, complain func(string, ...any)) {
	if list.code != 0 {
		complain("list afterwards: exit %d: %.300s", list.code, list.out)
		return
	}
	now := b.threads(list)
	for id, body := range kept {
		if is, ok := now[id]; !c.may(id, b.ids) && (!ok || is != body && c.name != "edit") {
			complain("thread %s is lost", id)
		}
	}
	if strings.Contains(list.out, `"damaged":[{`) {
		_, rest, _ := strings.Cut(list.out, `"damaged":`)
		complain("damaged threads: %.300s", rest)
	}
	if fsck := b.run("fsck"); fsck.code != 0 {
		complain("fsck: exit %d: %.400s", fsck.code, fsck.out)
	}
}

// threads returns the bodies of an answer's threads, by id.
func (b *bench) threads(list outcome) map[string]string {
	var said struct {
		Data struct{ Threads []struct{ ID, Body string } }
	}
	_ = json.Unmarshal([]byte(list.out), &said) // an invalid answer has no threads
	all := map[string]string{}
	for _, th := range said.Data.Threads {
		all[th.ID] = th.Body
	}
	return all
}
