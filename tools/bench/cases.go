package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// tested is one case: a command that is timed once a round.
type tested struct {
	name string
	note string // a remark for the table
	// before is run, untimed, ahead of each measurement; may be nil.
	before func() error
	// next returns the command of the next measurement.
	next func() (command, error)
}

// name of a case on a store of n threads
func on(n int, what string) string { return fmt.Sprintf("%s, %s threads", what, grouped(n)) }

func keep(all []tested, part string) []tested {
	var out []tested
	for _, t := range all {
		if strings.Contains(t.name, part) {
			out = append(out, t)
		}
	}
	return out
}

func fixed(c command) func() (command, error) { return func() (command, error) { return c, nil } }

// otherPrograms are what consider is compared with, and its own start.
func (st *stage) otherPrograms() []tested {
	git := func(name, note, dir string, args ...string) tested {
		return tested{name: name, note: note, next: fixed(command{dir: dir, args: append([]string{"git"}, args...)})}
	}
	durable := []string{"-c", "core.fsync=committed,loose-object,reference", "-c", "core.fsyncMethod=fsync"}
	commit := []string{"commit", "-q", "--allow-empty", "-m", "nothing"}
	all := []tested{
		{name: "consider version", next: fixed(command{dir: st.dir, args: []string{st.binary, "version"}})},
		git("git --version", "", st.dir, "--version"),
		git("git status, 30 files", "", st.small.dir, "status", "--porcelain"),
		git("git status, 10,000 files", "", st.big.dir, "status", "--porcelain"),
		git("git log -1", "", st.small.dir, "log", "-1"),
		git("git notes list", "", st.scratch, "notes", "list"),
		git("git notes add", "replaces a note", st.scratch, "notes", "add", "-f", "-m", "a note"),
		git("git notes append", "", st.scratch, "notes", "append", "-m", "a line"),
		git("git commit --allow-empty", "git's default: no fsync", st.scratch, commit...),
		git("git commit --allow-empty, fsync", "core.fsync=committed,loose-object,reference", st.scratch, append(durable, commit...)...),
	}
	if st.node != "" {
		all = append(all, tested{name: "node -e 0", next: fixed(command{dir: st.dir, args: []string{st.node, "-e", "0"}})})
	}
	return all
}

// storeCases are the verbs on one store.
func (st *stage) storeCases(p *project, n int, note string) []tested {
	s := st.store(p, n)
	warm := st.warm(s)
	thread := st.eachThread(s)
	withID := func(args func(id string) command) func() (command, error) {
		return func() (command, error) {
			id, err := thread()
			return args(id), err
		}
	}
	one := p.files[0]
	return []tested{
		{name: on(n, "list"), note: note, before: warm, next: fixed(s.consider("list"))},
		{name: on(n, "list --json"), before: warm, next: fixed(s.consider("list", "--json"))},
		{name: on(n, "list --file"), note: "one file", before: warm, next: fixed(s.consider("list", "--file", one))},
		{name: on(n, "list cold"), note: "without view cache", before: s.forget, next: fixed(s.consider("list"))},
		{name: on(n, "list after a reply"), before: func() error { return st.replyOnce(s, warm, thread) }, next: fixed(s.consider("list"))},
		{name: on(n, "summary"), before: warm, next: fixed(s.consider("summary"))},
		{name: on(n, "hook"), note: "what an agent waits for at each of its steps; nothing new", before: st.hooked(s), next: fixed(s.hook())},
		{name: on(n, "hook after a write"), note: "nothing new for this agent", before: func() error { return st.replyOnce(s, warm, thread) }, next: fixed(s.hook())},
		{name: on(n, "get"), note: "by a person", before: warm, next: withID(func(id string) command { return s.consider("get", id, "--as", "human") })},
		{
			name: on(n, "get unseen"), note: "by an agent: marks it seen", before: warm,
			next: st.freshAgent(withID, s),
		},
		{name: on(n, "add"), before: warm, next: fixed(s.consider("add", one+":20-22", "-m", "why twice?"))},
		{name: on(n, "reply"), before: warm, next: withID(func(id string) command { return s.as("bot", "reply", id, "-m", "because") })},
	}
}

// hook is a call by an agent that has made a step.
func (s store) hook() command {
	c := s.consider("hook", "claude", "PostToolUse")
	c.in = fmt.Sprintf(`{"session_id":"bench","cwd":%q,"hook_event_name":"PostToolUse"}`, c.dir)
	return c
}

// warm is a list that leaves its view for the next one.
func (st *stage) warm(s store) func() error {
	return func() error { _, err := st.output(s.consider("list")); return err }
}

// hooked is a call of the hook that leaves what the next one needs.
func (st *stage) hooked(s store) func() error {
	return func() error { _, err := st.output(s.hook()); return err }
}

// eachThread returns the threads of a store in turn.
func (st *stage) eachThread(s store) func() (string, error) {
	var ids []string
	at := 0
	return func() (string, error) {
		if ids == nil {
			var err error
			if ids, err = st.ids(s); err != nil {
				return "", err
			}
		}
		at++
		return ids[at%len(ids)], nil
	}
}

// freshAgent gets each thread as an agent that has not seen it.
func (st *stage) freshAgent(withID func(func(string) command) func() (command, error), s store) func() (command, error) {
	n := 0
	return withID(func(id string) command {
		n++
		return s.as(fmt.Sprintf("bot-%d", n), "get", id)
	})
}

func (st *stage) replyOnce(s store, warm func() error, thread func() (string, error)) error {
	if err := warm(); err != nil {
		return err
	}
	id, err := thread()
	if err != nil {
		return err
	}
	_, err = st.output(s.as("bot", "reply", id, "-m", "done"))
	return err
}

// editCase is a list after an edit at the top of a reviewed file.
func (st *stage) editCase() tested {
	s := st.store(st.edited, smallThreads)
	file := filepath.Join(st.edited.dir, filepath.FromSlash(st.edited.files[0]))
	text, edits := st.edited.texts[st.edited.files[0]], 0
	edit := func() error {
		if _, err := st.output(s.consider("list")); err != nil {
			return err
		}
		edits++
		return os.WriteFile(file, []byte(fmt.Sprintf("// edit %d\n", edits)+text), 0o644)
	}
	return tested{name: on(smallThreads, "list after an edit"), note: "one of 10 files", before: edit, next: fixed(s.consider("list"))}
}

// inBigProject measures the cost of the project's size alone.
func (st *stage) inBigProject() tested {
	s := st.store(st.big, smallThreads)
	return tested{name: on(smallThreads, "list") + ", big project", note: "10,000 files", before: st.warm(s), next: fixed(s.consider("list"))}
}

// grouped writes 10000 as 10,000.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
