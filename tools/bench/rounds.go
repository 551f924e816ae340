package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// changedFiles are those that differ from HEAD when a round is ended.
const changedFiles = 20

// changed names a case on the project of which some files are changed.
func changed(what string) string {
	return fmt.Sprintf("%s, %d changed files of %s", what, changedFiles, grouped(bigFiles))
}

// makeRound makes the project that checkpoints are made of, with a small review in it.
func (st *stage) makeRound(p plan) (err error) {
	if st.round, err = st.makeProject("round", bigFiles, changedFiles, st.random(p, 5)); err != nil {
		return err
	}
	s := st.store(st.round, smallThreads)
	for i := range smallThreads {
		place := fmt.Sprintf("%s:%d", st.round.files[i%changedFiles], 10+i)
		if _, err := st.output(s.consider("add", place, "-m", "is this what we want?")); err != nil {
			return err
		}
	}
	_, err = st.output(s.consider("checkpoint"))
	return err
}

// roundCases are the end of a round, and git's ways to keep or list the same changes. Each is timed right after
// the files were changed again, so that their contents are new to every program.
func (st *stage) roundCases() []tested {
	s := st.store(st.round, smallThreads)
	edits := 0
	edit := func() error {
		edits++
		for _, file := range st.round.files[:changedFiles] {
			text := fmt.Sprintf("// edit %d\n%s", edits, st.round.texts[file])
			if err := os.WriteFile(filepath.Join(st.round.dir, filepath.FromSlash(file)), []byte(text), 0o644); err != nil {
				return err
			}
		}
		return nil
	}
	git := func(name, note string, args ...string) tested {
		return tested{name: changed(name), note: note, before: edit, next: fixed(command{dir: st.round.dir, args: append([]string{"git"}, args...)})}
	}
	return []tested{
		{name: changed("checkpoint"), note: "30 threads; durable", before: edit, next: fixed(s.consider("checkpoint"))},
		{name: changed("checkpoint diff --stat"), note: "against the last one", before: edit, next: fixed(s.consider("checkpoint", "diff", "--stat"))},
		git("git stash create", "leaves out untracked files", "stash", "create"),
		git("git status", "", "status", "--porcelain"),
	}
}
