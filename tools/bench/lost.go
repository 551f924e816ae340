package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The project in which the code of some threads left its file.
const (
	lostThreads   = 30
	lostChanged   = 300 // files that differ from HEAD
	leftFrom      = 20  // the first line that left
	leftLines     = 24
	lostName      = "list, a lost thread"
	lostFirstName = "list first, 30 lost threads, 300 changed files of 10,000"
	lostAgainName = "list again, 30 lost threads, 300 changed files of 10,000"
	lostGitName   = "git status, 300 changed files of 10,000"
)

// makeLost makes a project with threads whose lines are gone from their files: every second block was moved to another
// file, the others were deleted. Some hundred other files changed, too.
func (st *stage) makeLost(p plan) (err error) {
	if st.lost, err = st.makeProject("lost", bigFiles, lostChanged, st.random(p, 6)); err != nil {
		return err
	}
	s := st.store(st.lost, lostThreads)
	for _, file := range st.lost.files[:lostThreads] {
		place := fmt.Sprintf("%s:%d-%d", file, leftFrom+leftLines/2, leftFrom+leftLines/2+2)
		if _, err := st.output(s.consider("add", place, "-m", "is this what we want?")); err != nil {
			return err
		}
	}
	for i, file := range st.lost.files[:lostChanged] {
		lines := strings.Split(st.lost.texts[file], "\n")
		if i < lostThreads {
			left := slices.Clone(lines[leftFrom : leftFrom+leftLines])
			lines = slices.Delete(lines, leftFrom, leftFrom+leftLines)
			if i%2 == 0 {
				to := st.lost.files[lostThreads+i]
				st.lost.texts[to] += strings.Join(left, "\n") + "\n"
			}
		}
		text := fmt.Sprintf("// edited: %d\n%s", i, strings.Join(lines, "\n"))
		if err := os.WriteFile(filepath.Join(st.lost.dir, filepath.FromSlash(file)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// lostCases are lists of lost threads: when nothing is known of the files, and when nothing changed since the last list.
func (st *stage) lostCases() []tested {
	one, many := st.store(st.edited, 1), st.store(st.lost, lostThreads)
	return []tested{
		{name: lostName, note: "1 thread, its file deleted", before: st.warm(one), next: fixed(one.consider("list"))},
		{name: lostFirstName, note: "without cache", before: many.forget, next: fixed(many.consider("list"))},
		{name: lostAgainName, note: "nothing changed since", before: st.warm(many), next: fixed(many.consider("list"))},
		{name: lostGitName, next: fixed(command{dir: st.lost.dir, args: []string{"git", "status", "--porcelain"}})},
	}
}
