package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// seed of everything that is random.
const seed = 1

// Sizes of the projects.
const (
	smallFiles    = 30
	bigFiles      = 10_000
	bigReviewed   = 200 // files of the big project that have threads
	reviewedLines = 240
	fewThreads    = 30
	roundFiles    = 20  // files of the project round that keep changing
	goneChanged   = 300 // files of the project gone that differ from HEAD
	goneFrom      = 20  // the first line that is gone from its file
	goneLines     = 24
)

// makeProject writes a project of n files, the first reviewed of them longer, and commits it.
func (st *stage) makeProject(name string, n, reviewed int) *project {
	st.say("project %s", name)
	r := rand.New(rand.NewPCG(seed, uint64(n+reviewed)))
	p := &project{dir: filepath.Join(st.dir, name), texts: map[string]string{}}
	p.store = filepath.Join(p.dir, ".consider")
	for i := range n {
		pkg := nouns[i%len(nouns)]
		// The reviewed files are spread over the folders.
		file := fmt.Sprintf("internal/%s/%s/%s_%d.go", pkg, verbs[i/len(nouns)%len(verbs)], pick(r, nouns), i)
		lines := 20 + r.IntN(80)
		if i < reviewed {
			lines = reviewedLines
		}
		text := source(r, pkg, lines)
		if i < reviewed {
			p.texts[file] = text
		}
		p.files = append(p.files, file)
		st.write(p, file, text)
	}
	// A repository of this size is packed long before it has so many files.
	for _, args := range []string{"init -q", "add -A", "commit -q -m everything", "gc -q"} {
		st.output(p, append([]string{"git"}, strings.Fields(args)...)...)
	}
	st.projects[name] = p
	return p
}

// review adds threads on the first files of a project, one by one, with their bases.
func (st *stage) review(p *project, threads, files, from int) {
	for i := range threads {
		st.output(p, "consider", "add", fmt.Sprintf("%s:%d-%d", p.files[i%files], from, from+2), "-m", "is this what we want?")
	}
}

// makeSmall makes the projects of an everyday review, in which every third thread has an answer, and of a thread whose
// file is deleted.
func (st *stage) makeSmall(plan) {
	p := st.makeProject("small", smallFiles, smallFiles/3)
	st.review(p, fewThreads, smallFiles/3, 40)
	for range fewThreads / 3 {
		st.output(p, "consider", "reply", st.nextID(p), "-m", "because of the caller")
	}
	deleted := st.makeProject("deleted", smallFiles, 1)
	st.review(deleted, 1, 1, 5)
	st.err = cmp.Or(st.err, os.Remove(filepath.Join(deleted.dir, filepath.FromSlash(deleted.files[0]))))
}

// bigStore is the name of a store of the project big.
func bigStore(threads int) string { return fmt.Sprintf("big-%d", threads) }

// makeBig makes the project of 10,000 files with its stores, which are imported.
func (st *stage) makeBig(plan plan) {
	p := st.makeProject("big", bigFiles, bigReviewed)
	for _, n := range plan.sizes {
		st.say("a store of %d threads", n)
		s := *p
		s.store = filepath.Join(p.dir, ".consider-"+bigStore(n))
		file := filepath.Join(st.dir, bigStore(n)+".json")
		st.err = cmp.Or(st.err, writeStoreV1(file, p, n))
		st.output(&s, "consider", "import", file, "--as", "human")
		st.projects[bigStore(n)] = &s
	}
}

// makeRound makes the project that checkpoints are made of: some files change before each.
func (st *stage) makeRound(plan) {
	p := st.makeProject("round", bigFiles, roundFiles)
	st.review(p, fewThreads, roundFiles, 10)
	st.output(p, "consider", "checkpoint")
}

// makeGone makes a project with threads whose lines are gone from their files: every second block was moved to another
// file, the others were deleted. Some hundred other files changed, too.
func (st *stage) makeGone(plan) {
	p := st.makeProject("gone", bigFiles, goneChanged)
	st.review(p, fewThreads, fewThreads, goneFrom+goneLines/2)
	for i, file := range p.files[:goneChanged] {
		lines := strings.Split(p.texts[file], "\n")
		if i < fewThreads {
			if i%2 == 0 {
				p.texts[p.files[fewThreads+i]] += strings.Join(lines[goneFrom:goneFrom+goneLines], "\n") + "\n"
			}
			lines = slices.Delete(lines, goneFrom, goneFrom+goneLines)
		}
		st.write(p, file, fmt.Sprintf("// edited: %d\n%s", i, strings.Join(lines, "\n")))
	}
}

// makeScratch makes the repository that git writes to while it is measured.
func (st *stage) makeScratch(plan) {
	st.output(st.makeProject("scratch", smallFiles, 0), "git", "notes", "add", "-m", "first")
}

// writeStoreV1 writes a store.json of the original tool: n threads, evenly over the reviewed files, some with answers.
func writeStoreV1(file string, p *project, n int) error {
	type object = map[string]any
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	at := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	comments := make([]object, n)
	for i := range comments {
		name := p.files[i%bigReviewed]
		lines := strings.Split(p.texts[name], "\n")
		start := 5 + r.IntN(reviewedLines-20)
		end := start + r.IntN(4)
		at = at.Add(time.Minute)
		thread := []object{}
		for j := range r.IntN(3) {
			thread = append(thread, object{
				"id": fmt.Sprintf("r_%d_%d", i, j), "author": []string{"agent", "human"}[j%2],
				"body": sentence(r), "createdAt": at.Add(time.Duration(j+1) * time.Second),
			})
		}
		comments[i] = object{
			"id": fmt.Sprintf("c_%d", i), "file": name, "workflowState": "open", "author": "human",
			"body": sentence(r), "createdAt": at, "agentLastSeenAt": nil, "thread": thread,
			"anchor": object{
				"startLine": start, "endLine": end, "contentHash": "",
				"contextBefore": lines[start-3 : start-1], "contextAfter": lines[end : end+2],
				"targetContent": strings.Join(lines[start-1:end], "\n"),
			},
		}
	}
	data, err := json.Marshal(object{"version": 1, "projectRoot": "", "comments": comments})
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
